//! Command lines: which of their commands read, which are declared, and what they write, run and name.
//!
//! Safety goes by exact spelling here; danger, which goes by base name, is asked of its own room.
//! Source: the authorization rules, sections 5.4 to 5.7.

use serde_json::Value;

use crate::code::{Code, ruling};

use super::{
    Shell, access, catastrophe, danger,
    path::{Norm, Origin, climbs},
    report::Report,
    scope::Declared,
    shell::{self, Line, Word},
    words::{cluster, is_made_of},
};

/// Where a command line would run, and what is declared.
#[derive(Clone, Copy)]
pub(super) struct Site<'a> {
    /// What is declared.
    pub declared: &'a Declared<'a>,
    /// Start of relative words, normalized: the directory, or the root as a guess where the directory is unknown.
    pub base: Option<&'a str>,
    /// The directory is known to be the root. Declared commands hold there only: elsewhere the same words run other
    /// scripts.
    pub is_root: bool,
}

impl Site<'_> {
    fn norm(&self, word: &str) -> Norm {
        self.declared.place.norm(word, self.base, Origin::Shell)
    }
}

/// Judges a command line. An error ends the evaluation.
pub(super) fn judge(text: &str, dialect: Shell, site: Site<'_>, report: &mut Report) -> Result<(), Code> {
    if text.trim().is_empty() || text.contains('\0') {
        return Err(ruling::ERR_BAD_ARGS);
    }
    match dialect {
        Shell::Sh => judge_sh(text, site, report),
        Shell::Powershell | Shell::Cmd => judge_other(text, site, report),
    }
}

fn judge_sh(text: &str, site: Site<'_>, report: &mut Report) -> Result<(), Code> {
    let root = site.declared.place.root;
    match shell::read(text) {
        Some(line) if catastrophe::in_line(&line, root) => Err(ruling::ERR_CATASTROPHIC),
        Some(line) => judge_line(&line, site, report),
        None if catastrophe::in_text(text, root) => Err(ruling::ERR_CATASTROPHIC),
        None => {
            report.add(ruling::STEP_OPAQUE_SHELL);
            note_text(text, site, report);
            Ok(())
        }
    }
}

/// A dialect that is not read: declared character for character, or opaque.
fn judge_other(text: &str, site: Site<'_>, report: &mut Report) -> Result<(), Code> {
    if catastrophe::in_other_dialect(text) {
        return Err(ruling::ERR_CATASTROPHIC);
    }
    let is_plain = text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, ' ' | '.' | '_' | '/' | '-'));
    let is_declared = is_plain && site.is_root && site.declared.covers_text(text);
    report.add_if(!is_declared, ruling::STEP_OPAQUE_SHELL);
    note_text(text, site, report);
    Ok(())
}

/// A text that is not read word by word stands for itself, and names whatever any loose word of it names.
fn note_text(text: &str, site: Site<'_>, report: &mut Report) {
    report.changes = true;
    report.atoms.insert(format!("exec-raw:{text}"));
    let words = catastrophe::loose_words(text);
    name_all(words.iter().map(String::as_str), site, report);
}

fn judge_line(line: &Line, site: Site<'_>, report: &mut Report) -> Result<(), Code> {
    for target in &line.targets {
        access::write(target, site.norm(target), site.declared, report)?;
    }
    for words in &line.commands {
        match operands_read(words) {
            Some(operands) => {
                for operand in operands {
                    access::read(site.norm(operand), site.declared.place, report)?;
                }
            }
            None => {
                report.changes = true;
                judge_command(words, site, report);
            }
        }
    }
    Ok(())
}

/// Any command but a reader: danger, declaration, and what its words point at.
fn judge_command(words: &[Word], site: Site<'_>, report: &mut Report) {
    let texts: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
    report.atoms.insert(format!("exec:{}", Value::from(texts.clone())));
    report.atoms.extend(danger::hosts(words).into_iter().map(|host| format!("net:{host}")));
    name_all(texts.iter().copied(), site, report);
    let danger = danger::of(words, site.declared);
    let is_declared = site.is_root && site.declared.covers_command(words);
    match danger {
        Some(code) => report.add(code),
        None if is_declared => judge_operands(texts.into_iter().skip(1), site, report),
        None => {}
    }
    report.add_if(!is_declared, ruling::STEP_OUT_OF_SCOPE_COMMAND);
}

/// Operands of a declared command are not judged as reads or writes, but where they plainly lead they must not lead
/// out, nor to what is protected.
fn judge_operands<'w>(words: impl Iterator<Item = &'w str>, site: Site<'_>, report: &mut Report) {
    for word in words.filter(|word| !word.starts_with('-')) {
        let points = word.starts_with(['/', '~']) || climbs(word);
        match site.norm(word) {
            Norm::Inside(path) => {
                report.add_if(access::guards(&path, site.declared.place), ruling::STEP_PROTECTED_PATH);
            }
            Norm::Ambiguous => report.add_if(points, ruling::STEP_PATH_AMBIGUOUS),
            Norm::Outside(_) => report.add_if(points, ruling::STEP_OUTSIDE_ROOT),
            Norm::Invalid(_) => {}
        }
    }
}

fn name_all<'w>(words: impl Iterator<Item = &'w str>, site: Site<'_>, report: &mut Report) {
    if !report.heeds_names {
        return;
    }
    let place = site.declared.place;
    report.named.extend(words.flat_map(|word| access::names_of(&site.norm(word), place)));
}

/// Operands that a reader reads; `None` when the command is no reader as it is spelled.
fn operands_read(words: &[Word]) -> Option<Vec<&str>> {
    let (program, rest) = words.split_first()?;
    if words.iter().any(|word| word.glob) {
        return None;
    }
    let options = match program.text.as_str() {
        "pwd" | "true" | "false" => return rest.is_empty().then(Vec::new),
        "echo" => return Some(Vec::new()),
        "ls" => "1alhRtrS",
        "cat" => "nbs",
        "wc" => "lwcm",
        "head" | "tail" => "0123456789",
        "grep" => "rRniIlLcvwxEFHhos",
        _ => return None,
    };
    let counts = matches!(program.text.as_str(), "head" | "tail");
    let mut operands = Vec::new();
    let mut rest = rest.iter().map(|word| word.text.as_str());
    while let Some(word) = rest.next() {
        if word == "-" || !word.starts_with('-') {
            operands.push(word);
        } else if counts && matches!(word, "-n" | "-c") {
            rest.next().filter(|count| is_made_of(count, "0123456789"))?;
        } else if !cluster(word).is_some_and(|letters| is_made_of(letters, options)) {
            return None;
        }
    }
    let patterns = usize::from(program.text == "grep");
    Some(operands.into_iter().skip(patterns).filter(|operand| *operand != "-").collect())
}
