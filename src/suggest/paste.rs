//! Lines that nobody typed: logs, traces, diffs, data, mails, transcripts. Knows shapes, no meaning, no case.
//!
//! Source: the suggestion rules, section 1.3.

use std::collections::BTreeMap;

/// What a pasted line looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    /// So clearly a log line that one is enough.
    Stamped,
    /// Log, trace, diff, data, markup, transcript.
    Pasted,
    /// A prompt with a command; its output follows up to a blank line.
    Prompt,
}

/// For every line whether it belongs to a pasted block.
pub fn pasted(lines: &[&str]) -> Vec<bool> {
    let lower: Vec<String> = lines.iter().map(|line| line.to_lowercase()).collect();
    let mut shapes: Vec<Option<Shape>> = Vec::with_capacity(lower.len());
    let mut in_diff = false;
    let mut in_trace = false;
    for line in &lower {
        let diff_head = is_diff_head(line);
        let hunk = in_diff && (line.starts_with(['+', '-', ' ', '\\']));
        in_diff = diff_head || hunk;
        let trace = is_trace(line) || (in_trace && line.starts_with("    "));
        in_trace = trace;
        shapes.push(if diff_head || hunk || trace { Some(Shape::Pasted) } else { shape(line) });
    }
    for (at, is_speech) in speech(&lower).into_iter().enumerate() {
        if let Some(slot) = shapes.get_mut(at).filter(|slot| is_speech && slot.is_none()) {
            *slot = Some(Shape::Pasted);
        }
    }
    for (at, is_row) in rows(&lower).into_iter().enumerate() {
        if let Some(slot) = shapes.get_mut(at).filter(|slot| is_row && slot.is_none()) {
            *slot = Some(Shape::Pasted);
        }
    }
    let mut out = blocks(&lower, &shapes);
    super::mail::mails(&lower, &mut out);
    out
}

/// Joins shaped lines to blocks: at least two, with at most one stray line between neighbours.
fn blocks(lines: &[String], shapes: &[Option<Shape>]) -> Vec<bool> {
    let mut out = vec![false; lines.len()];
    let mut start = None;
    let (mut last, mut count) = (0, 0);
    let mut close = |start: Option<usize>, last: usize, count: usize| {
        let Some(first) = start else { return };
        let lone = matches!(shapes.get(first), Some(Some(Shape::Stamped)));
        if count < 2 && !lone && !follows_output(lines, shapes, last) {
            return;
        }
        let mut end = last;
        if matches!(shapes.get(last), Some(Some(Shape::Prompt))) {
            end += lines.iter().skip(last + 1).take_while(|line| !line.trim().is_empty() && !is_prose(line)).count();
        }
        for slot in out.iter_mut().take(end + 1).skip(first) {
            *slot = true;
        }
    };
    for (at, shape) in shapes.iter().enumerate() {
        if shape.is_none() {
            continue;
        }
        let between = lines.get(last + 1..at).unwrap_or_default();
        let stray = between.iter().filter(|line| !line.trim().is_empty()).count();
        let joined = start.is_some() && (stray == 0 || (stray == 1 && between.len() == 1));
        if joined {
            count += 1;
        } else {
            close(start, last, count);
            start = Some(at);
            count = 1;
        }
        last = at;
    }
    close(start, last, count);
    out
}

/// A prompt with output directly below it.
fn follows_output(lines: &[String], shapes: &[Option<Shape>], at: usize) -> bool {
    matches!(shapes.get(at), Some(Some(Shape::Prompt)))
        && lines.get(at + 1).is_some_and(|line| !line.trim().is_empty() && !is_prose(line))
}

/// A line that ends as a sentence does.
fn is_prose(line: &str) -> bool {
    line.trim_end().ends_with(['.', '?', '!', '。', '？', '！']) && line.contains(' ')
        || line.chars().any(super::token::is_han)
}

fn shape(line: &str) -> Option<Shape> {
    let bare = line.trim();
    if is_stamped(bare) {
        return Some(Shape::Stamped);
    }
    if is_prompt(bare) {
        return Some(Shape::Prompt);
    }
    let pasted =
        starts_with_time(bare) || starts_with_level(bare) || is_syslog(bare) || is_data(bare) || is_markup(bare);
    pasted.then_some(Shape::Pasted)
}

fn digits(text: &str) -> usize {
    text.chars().take_while(char::is_ascii_digit).count()
}

/// `2025-03-12T09:08:35` or `2025/03/12 09:08`, optionally in brackets, followed by anything.
fn is_stamped(line: &str) -> bool {
    let line = line.trim_start_matches(['[', '(']);
    if digits(line) != 4 {
        return false;
    }
    let rest: String = line.chars().skip(4).take(14).collect();
    let mut chars = rest.chars();
    chars.next().is_some_and(|c| matches!(c, '-' | '/' | '.'))
        && rest.contains(':')
        && rest.chars().filter(char::is_ascii_digit).count() >= 8
}

/// `09:08:35` or `[10:32]`, then text.
fn starts_with_time(line: &str) -> bool {
    let bracket = line.starts_with(['[', '(']);
    let line = line.trim_start_matches(['[', '(']);
    let hours = digits(line);
    let rest: String = line.chars().skip(hours).collect();
    let Some(rest) = rest.strip_prefix(':').filter(|_| (1..=2).contains(&hours)) else { return false };
    if digits(rest) != 2 {
        return false;
    }
    let tail: String = rest.chars().skip(2).collect();
    tail.starts_with(':')
        || bracket
        || tail.trim_start().starts_with(['<', '['])
        || tail.trim_start().split(' ').next().is_some_and(|word| word.ends_with(':'))
}

/// `ERROR:`, `[warn]`, `info  [ci]`, `npm err!`, `[ 12.345]`.
fn starts_with_level(line: &str) -> bool {
    const LEVELS: &[&str] = &[
        "error", "warn", "warning", "info", "debug", "trace", "fatal", "notice", "critical", "err", "verbose", "severe",
    ];
    if line.starts_with("npm err!") || line.starts_with("npm warn") || line.starts_with("##[") {
        return true;
    }
    let open = line.starts_with(['[', '<', '(']);
    let body = line.trim_start_matches(['[', '<', '(']);
    if open && body.trim_start().starts_with(|c: char| c.is_ascii_digit()) && body.contains('.') && body.contains(']') {
        return true;
    }
    LEVELS.iter().any(|level| {
        body.strip_prefix(level).is_some_and(|rest| {
            if open {
                rest.starts_with([']', '>', ')'])
            } else {
                rest.starts_with("  ")
                    || rest.starts_with(" [")
                    || rest.starts_with('\t')
                    || rest.starts_with(" - ")
                    || (rest.starts_with(": ") && *level != "error")
            }
        })
    })
}

/// `Mar 12 09:08:35 host daemon[12]: …` or `10.0.0.7 - - [12/Mar/2025…`.
fn is_syslog(line: &str) -> bool {
    const MONTHS: &[&str] = &["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    let mut words = line.split_whitespace();
    let (first, second, third) =
        (words.next().unwrap_or_default(), words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let stamped = MONTHS.contains(&first) && digits(second) > 0 && third.matches(':').count() == 2;
    let access = first.matches('.').count() == 3 && digits(first) > 0 && second == "-";
    stamped || access
}

fn is_diff_head(line: &str) -> bool {
    const HEADS: &[&str] = &[
        "diff --git ",
        "index ",
        "--- a/",
        "+++ b/",
        "--- /dev",
        "+++ /dev",
        "@@ ",
        "new file mode",
        "deleted file mode",
        "rename from ",
        "rename to ",
        "similarity index",
        "binary files ",
        "old mode ",
        "new mode ",
    ];
    HEADS.iter().any(|head| line.starts_with(head)) && (!line.starts_with("index ") || line.contains(".."))
}

fn is_trace(line: &str) -> bool {
    let bare = line.trim();
    let frame = bare.starts_with("at ")
        && (bare.ends_with(')') || bare.rsplit(':').next().is_some_and(|end| digits(end) > 0 && bare.contains(':')));
    let error = bare.split_once(':').is_some_and(|(head, _)| {
        !head.contains(' ')
            && (head.ends_with("error") || head.ends_with("exception") || head.ends_with("panic"))
            && head != "error"
            && head.is_ascii()
    });
    let head = [
        "traceback (",
        "caused by:",
        "exception in thread",
        "goroutine ",
        "error[e",
        "stack backtrace",
        "during handling of",
        "segmentation fault",
        "thread 'main' panicked",
        "uncaught ",
    ];
    frame
        || error
        || (bare.starts_with("file \"") && bare.contains(", line "))
        || bare.starts_with("--> ")
        || bare.starts_with("#0 ")
        || head.iter().any(|head| bare.starts_with(head))
}

/// JSON, and rows of a table drawn with bars.
fn is_data(bare: &str) -> bool {
    let key = bare
        .strip_prefix('"')
        .and_then(|rest| rest.split_once('"'))
        .is_some_and(|(_, rest)| rest.trim_start().starts_with(':'));
    let brace = bare.starts_with(['{', '}']) || matches!(bare, "[" | "]" | "]," | "[{" | "}]");
    key || brace || bare.starts_with("[{") || (bare.starts_with('|') && bare.ends_with('|') && bare.len() > 1)
}

fn is_markup(bare: &str) -> bool {
    bare.starts_with('<') && bare.ends_with('>') && bare.len() > 2
}

fn is_prompt(bare: &str) -> bool {
    let at_host = bare
        .split_once(['$', '#'])
        .is_some_and(|(head, rest)| head.contains('@') && !head.contains(' ') && rest.starts_with(' '));
    bare.starts_with("$ ")
        || bare.starts_with(">>> ")
        || bare.starts_with("ps c:\\")
        || bare.starts_with("c:\\") && bare.contains('>')
        || at_host
}

/// Lines of a chat: `name: text`, with known roles or a name that comes again.
fn speech(lines: &[String]) -> Vec<bool> {
    const ROLES: &[&str] = &[
        "user",
        "assistant",
        "human",
        "ai",
        "system",
        "bot",
        "chatgpt",
        "claude",
        "gpt",
        "me",
        "you",
        "client",
        "customer",
        "agent",
        "support",
        "用户",
        "助手",
        "系统",
        "客户",
        "客服",
        "我",
        "机器人",
        "пользователь",
        "ассистент",
        "клиент",
        "оператор",
        "бот",
        "я",
        "поддержка",
        "система",
    ];
    let names: Vec<Option<&str>> = lines.iter().map(|line| speaker(line)).collect();
    let mut count: BTreeMap<&str, usize> = BTreeMap::new();
    for name in names.iter().flatten() {
        *count.entry(name).or_default() += 1;
    }
    let speaks = |name: &str| ROLES.contains(&name) || count.get(name).is_some_and(|times| *times > 1);
    names.iter().map(|name| name.is_some_and(speaks)).collect()
}

fn speaker(line: &str) -> Option<&str> {
    let (name, rest) = line.trim().split_once([':', '：'])?;
    let short = !name.is_empty() && name.chars().count() <= 20 && name.split(' ').count() <= 2;
    (short
        && !rest.trim().is_empty()
        && !rest.starts_with(['/', '\\'])
        && name.chars().all(|c| c.is_alphabetic() || c == ' ' || c == '.'))
    .then_some(name)
}

/// Rows with the same number of separators, without the blanks of prose.
fn rows(lines: &[String]) -> Vec<bool> {
    let columns: Vec<usize> = lines
        .iter()
        .map(|line| {
            let tabs = line.matches('\t').count();
            let (commas, prose) = (line.matches([',', ';']).count(), line.contains(", ") || line.contains("; "));
            if tabs > 1 {
                tabs + 1000
            } else if commas > 1 && !prose {
                commas
            } else {
                0
            }
        })
        .collect();
    let at = |index: Option<usize>| index.and_then(|index| columns.get(index)).copied().unwrap_or(0);
    (0..columns.len())
        .map(|index| {
            at(Some(index)) > 0
                && (at(index.checked_sub(1)) == at(Some(index)) || at(Some(index + 1)) == at(Some(index)))
        })
        .collect()
}
