//! Plans and question cards as readable Markdown, in the person's language. Never raw JSON. Knows no modes.
//!
//! Source: requirement row A11. Planner text is kept as text: nothing here is HTML.

use super::Plan;
use crate::{config::Locale, question::Question};

/// The words around a plan's own texts.
struct Words {
    steps: &'static str,
    expected: &'static str,
    libraries: &'static str,
    risks: &'static str,
    open: &'static str,
    rollback: &'static str,
    answer: &'static str,
}

fn words(locale: Locale) -> Words {
    match locale {
        Locale::En => Words {
            steps: "Steps",
            expected: "Expected",
            libraries: "Libraries",
            risks: "Risks",
            open: "Open questions",
            rollback: "Rollback",
            answer: "User's answer",
        },
        Locale::Ru => Words {
            steps: "Шаги",
            expected: "Ожидается",
            libraries: "Библиотеки",
            risks: "Риски",
            open: "Открытые вопросы",
            rollback: "Откат",
            answer: "Ответ пользователя",
        },
        Locale::Zh => Words {
            steps: "步骤",
            expected: "预期",
            libraries: "库",
            risks: "风险",
            open: "未决问题",
            rollback: "回滚",
            answer: "用户的回答",
        },
    }
}

fn list(out: &mut String, heading: &str, items: &[String]) {
    if items.is_empty() {
        return;
    }
    out.push_str(&format!("\n**{heading}**\n\n"));
    for item in items {
        out.push_str(&format!("- {}\n", one_line(item)));
    }
}

/// Planner text inside a list item or heading: line breaks become blanks, so that it can not start a block of its own.
fn one_line(text: &str) -> String {
    text.split(['\n', '\r']).map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}

/// The plan for reading.
pub fn plan(plan: &Plan, locale: Locale) -> String {
    let words = words(locale);
    let mut out = String::new();
    if !plan.title.is_empty() {
        out.push_str(&format!("### {}\n", one_line(&plan.title)));
    }
    if !plan.aim.is_empty() {
        out.push_str(&format!("\n{}\n", one_line(&plan.aim)));
    }
    out.push_str(&format!("\n**{}**\n\n", words.steps));
    for (index, step) in plan.steps.iter().enumerate() {
        out.push_str(&format!("{}. {}\n", index + 1, one_line(&step.action)));
        if !step.expected.is_empty() {
            out.push_str(&format!("   {}: {}\n", words.expected, one_line(&step.expected)));
        }
    }
    let libraries: Vec<String> = plan
        .libraries
        .iter()
        .map(|library| {
            [&library.name, &library.purpose, &library.usage]
                .into_iter()
                .filter(|text| !text.is_empty())
                .cloned()
                .collect::<Vec<_>>()
                .join(" — ")
        })
        .collect();
    list(&mut out, words.libraries, &libraries);
    list(&mut out, words.risks, &plan.risks);
    list(&mut out, words.open, &plan.open_questions);
    if !plan.rollback.is_empty() {
        list(&mut out, words.rollback, std::slice::from_ref(&plan.rollback));
    }
    out.trim().to_owned()
}

/// A question card for reading.
pub fn questions(questions: &[Question]) -> String {
    let mut out = String::new();
    for question in questions {
        out.push_str(&format!("**{}**\n\n", one_line(&question.question)));
        for option in question.options.iter().filter(|option| !option.is_empty()) {
            out.push_str(&format!("- {}\n", one_line(option)));
        }
        out.push('\n');
    }
    out.trim().to_owned()
}

/// The content of a synthetic answer message (row A11).
pub fn answer(question: &str, answer: &str, locale: Locale) -> String {
    // The question stands on the first line by definition of the shape.
    format!("{}\n{}: {answer}", one_line(question), words(locale).answer)
}
