//! Mails among the lines of a message: headers or a salutation, the body, the closing with its name.
//!
//! Source: the suggestion rules, sections 1.3 and 1.4.

const MAIL_HEADS: &[&str] = &[
    "from:",
    "to:",
    "subject:",
    "date:",
    "cc:",
    "sent:",
    "reply-to:",
    "от:",
    "кому:",
    "тема:",
    "дата:",
    "копия:",
    "发件人",
    "收件人",
    "主题：",
    "主题:",
    "抄送",
    "发送时间",
    "日期：",
    "寄件人",
    "寄件者",
    "收件者",
    "發件人",
];
const SALUTATIONS: &[&str] = &[
    "hi ",
    "hello ",
    "dear ",
    "hey ",
    "good morning ",
    "good afternoon ",
    "уважаем",
    "дорог",
    "коллеги",
    "各位",
    "尊敬的",
    "亲爱的",
    "大家好",
    "привет,",
    "добрый день,",
    "здравствуйте,",
];
const TO_ASSISTANT: &[&str] =
    &["there", "assistant", "claude", "gpt", "chatgpt", "ai", "bot", "agent", "copilot", "gemini"];
const CLOSINGS: &[&str] = &[
    "thanks",
    "thank you",
    "best",
    "regards",
    "kind regards",
    "cheers",
    "sincerely",
    "yours",
    "many thanks",
    "спасибо",
    "с уважением",
    "заранее спасибо",
    "всего доброго",
    "谢谢",
    "此致",
    "敬礼",
    "祝好",
    "顺祝",
    "多谢",
    "謝謝",
];

/// Marks mails: headers or a salutation, the body across blank lines, the closing with its name.
pub fn mails(lines: &[String], out: &mut [bool]) {
    let is_head =
        |at: usize| lines.get(at).is_some_and(|line| MAIL_HEADS.iter().any(|head| line.trim_start().starts_with(head)));
    let mut at = 0;
    while at < lines.len() {
        let headed = is_head(at) && is_head(at + 1);
        if !headed && !lines.get(at).is_some_and(|line| is_salutation(line)) {
            at += 1;
            continue;
        }
        let closing = (at + 1..lines.len()).find(|&end| lines.get(end).is_some_and(|line| is_closing(line)));
        let end = match closing {
            Some(end) => paragraph_end(lines, end),
            None if headed => lines.len(),
            None => paragraph_end(lines, at),
        };
        for slot in out.iter_mut().take(end).skip(at) {
            *slot = true;
        }
        at = end.max(at + 1);
    }
}

fn paragraph_end(lines: &[String], from: usize) -> usize {
    from + lines.iter().skip(from).take_while(|line| !line.trim().is_empty()).count()
}

/// A line that greets someone who is not the assistant, and nothing else.
fn is_salutation(line: &str) -> bool {
    let line = line.trim();
    let ends = line.ends_with([',', '，', '：', ':', '!', '！']);
    let short = line.split_whitespace().count() <= 4 && line.chars().count() <= 40;
    let to_assistant = line.split([' ', ',', '，', '!']).any(|word| TO_ASSISTANT.contains(&word));
    let names_someone = !matches!(
        line.trim_end_matches([',', '，', '：', ':', '!', '！']),
        "привет" | "добрый день" | "здравствуйте" | "大家好" | "hi" | "hello"
    );
    ends && short && !to_assistant && names_someone && SALUTATIONS.iter().any(|start| line.starts_with(start))
}

fn is_closing(line: &str) -> bool {
    let line = line.trim();
    line.split_whitespace().count() <= 4
        && line.chars().count() <= 40
        && CLOSINGS.iter().any(|start| line.starts_with(start))
}
