//! What a shell or SQL command leaves behind. Knows commands, no prose.
//!
//! Source: the suggestion rules, section 1.5.

use super::lexicon::{Class, shell};
use crate::code::{Code, suggest as reason};

/// Folders that tools make again; removing them is no loss.
const REMADE: &[&str] = &[
    "node_modules",
    "dist",
    "build",
    "target",
    "coverage",
    ".next",
    ".cache",
    "__pycache__",
    "venv",
    ".venv",
    "out",
    "tmp",
];

/// The risk of the worst command in a text.
pub fn risk(text: &str) -> Option<Code> {
    let lower = text.to_lowercase();
    let found: Vec<Class> =
        lower.split([';', '\n', '|']).flat_map(|part| part.split("&&")).filter_map(single).collect();
    let order =
        [Class::Delete, Class::Overwrite, Class::Deploy, Class::Migrate, Class::Publish, Class::Secure, Class::Restart];
    order.into_iter().find(|class| found.contains(class)).map(|class| match class {
        Class::Delete => reason::RISK_DELETE,
        Class::Overwrite => reason::RISK_IRREVERSIBLE,
        Class::Deploy => reason::RISK_DEPLOY,
        Class::Migrate => reason::RISK_MIGRATE,
        Class::Publish => reason::RISK_PUBLISH,
        Class::Secure => reason::RISK_SECRET,
        _ => reason::RISK_PROD,
    })
}

fn single(command: &str) -> Option<Class> {
    let words: Vec<&str> =
        command.split_whitespace().map(|word| word.trim_matches(['(', ')', '"', '\'', '`'])).collect();
    let class = shell::COMMANDS.iter().find(|(_, pattern)| holds(&words, pattern)).map(|(class, _)| *class)?;
    let mut arguments =
        words.iter().skip_while(|word| **word != "rm").skip(1).filter(|word| !word.starts_with('-')).peekable();
    let remade = arguments.peek().is_some()
        && arguments.all(|word| REMADE.contains(&word.trim_start_matches("./").trim_end_matches('/')));
    (!remade).then_some(class)
}

/// Whether all words of a pattern appear, in order.
fn holds(words: &[&str], pattern: &str) -> bool {
    let mut rest = words.iter();
    pattern.to_lowercase().split(' ').all(|wanted| {
        rest.any(|word| *word == wanted || (wanted.len() == 2 && wanted.starts_with('-') && is_cluster(word, wanted)))
    })
}

/// `-fd` holds `-f`.
fn is_cluster(word: &str, flag: &str) -> bool {
    word.starts_with('-') && !word.starts_with("--") && flag.chars().nth(1).is_some_and(|letter| word.contains(letter))
}

/// Whether a sentence of own text is a command by itself.
pub fn is_bare(words: &[&str]) -> bool {
    const PROSE: &[&str] = &[
        "the", "a", "an", "is", "to", "of", "my", "our", "it", "for", "and", "with", "does", "this", "has", "was",
        "in", "on",
    ];
    let program = words.first().is_some_and(|first| shell::PROGRAMS.contains(first));
    let command = words.len() > 1 && words.iter().all(|word| word.is_ascii() && !PROSE.contains(word));
    program && (command || risk(&words.join(" ")).is_some())
}
