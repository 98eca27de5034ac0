//! Commands that no approval covers: they destroy the disk, the home directory, the system or the workspace.
//!
//! Looks where a command may begin, in lines that read plainly and in those that do not. One pass from the right, so
//! that a long text costs what it is long. Source: the authorization rules, sections 5.2 and 5.6.

use std::collections::BTreeSet;

use crate::sorted::grown;

use super::{
    danger::runs_its_words,
    path::segments,
    shell::Line,
    words::{base_name, cluster, is_assignment, lists},
};

/// Operands of a recursive removal that name home, here, above or everything.
const OPERANDS: &str = "\
    $home $home/ $home/* $pwd ${home} ${home}/ ${home}/* ${pwd} * . .. ../ ../* ./ ./* / /* ~ ~/ ~/*";

const SYSTEM_DIRECTORIES: &str = "\
    /applications /bin /boot /dev /etc /home /lib /library /opt /root /sbin /srv /sys /system /users /usr /var";

const DEVICES: [&str; 6] = ["/dev/sd", "/dev/hd", "/dev/vd", "/dev/nvme", "/dev/disk", "/dev/mapper"];

const OTHER_VERBS: &str = "remove-item ri rd rmdir del erase rm";
const OTHER_OPERANDS: &str = "\\ / ~ ~\\ ~/ $home $env:userprofile %userprofile% %systemdrive% \\*";

/// Whether a line that reads plainly holds such a command.
pub(super) fn in_line(line: &Line, root: Option<&str>) -> bool {
    line.targets.iter().any(|target| DEVICES.iter().any(|device| target.starts_with(device)))
        || line.commands.iter().any(|command| {
            let words: Vec<&str> = command.iter().map(|word| word.text.as_str()).collect();
            let holds_text = |word: &&str| word.contains([' ', '\t', '\n']);
            let runs = || words.get(start(&words)).is_some_and(|first| runs_its_words(&base_name(first)));
            let mut texts = words.iter().filter(|word| holds_text(word)).peekable();
            in_words(&words, root) || (texts.peek().is_some() && runs() && texts.any(|word| in_text(word, root)))
        })
}

/// Whether a text that does not read plainly holds such a command.
pub(super) fn in_text(text: &str, root: Option<&str>) -> bool {
    let bare: String = text.chars().filter(|c| !matches!(c, '\'' | '"' | '\\')).collect();
    let tight: String = bare.chars().filter(|c| !matches!(c, ' ' | '\t')).collect();
    tight.contains(":(){") || pieces(&bare).any(|piece| in_words(&piece, root))
}

/// The words of a text that does not read plainly, quotes and backslashes taken off, each once.
pub(super) fn loose_words(text: &str) -> BTreeSet<String> {
    let bare: String = text.chars().filter(|c| !matches!(c, '\'' | '"' | '\\')).collect();
    grown(pieces(&bare).flatten().map(str::to_owned))
}

/// Whether a text of PowerShell or cmd holds such a command.
pub(super) fn in_other_dialect(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    let is_separator = |c: char| c.is_whitespace() || ";&|\"'(){}".contains(c);
    let words: Vec<&str> = text.split(is_separator).filter(|word| !word.is_empty()).collect();
    let after = |is_verb: &dyn Fn(&str) -> bool| {
        let verb = words.iter().position(|word| is_verb(word));
        verb.and_then(|at| words.get(at.saturating_add(1)..)).unwrap_or_default()
    };
    let removal = after(&|word| lists(OTHER_VERBS, word));
    let recursive = removal.iter().any(|word| word.starts_with("-r") || *word == "/s");
    let everything = removal.iter().any(|word| lists(OTHER_OPERANDS, word) || is_drive_root(word));
    let is_drive = |word: &&str| matches!(word.as_bytes(), [b'a'..=b'z', b':']);
    (recursive && everything) || after(&|word| word == "format").iter().any(is_drive)
}

/// `[a-z]:[\\/]?\*?`
fn is_drive_root(word: &str) -> bool {
    matches!(
        word.as_bytes(),
        [b'a'..=b'z', b':'] | [b'a'..=b'z', b':', b'\\' | b'/' | b'*'] | [b'a'..=b'z', b':', b'\\' | b'/', b'*']
    )
}

fn pieces(bare: &str) -> impl Iterator<Item = Vec<&str>> {
    bare.split([';', '&', '|', '\n', '`', '(', ')', '<', '>'])
        .map(|piece| piece.split([' ', '\t']).filter(|word| !word.is_empty()).collect())
}

/// Index of the first word that is no assignment.
fn start(words: &[&str]) -> usize {
    words.iter().take_while(|word| is_assignment(word)).count()
}

/// What the words behind a position hold.
#[derive(Default)]
struct Behind {
    device: bool,
    recursive: bool,
    operand: bool,
}

/// Tests every position of a word list where a command may begin.
fn in_words(words: &[&str], root: Option<&str>) -> bool {
    // Most lines have none of these words at all.
    if !words.iter().any(|word| may_destroy(&base_name(word))) {
        return false;
    }
    let start = start(words);
    let runs = words.get(start).is_some_and(|first| runs_its_words(&base_name(first)));
    let mut behind = Behind::default();
    for (at, word) in words.iter().enumerate().rev() {
        let before = at.checked_sub(1).and_then(|before| words.get(before)).copied().unwrap_or_default();
        let begins = at == start || (runs && at > start) || lists("then do else { -c", before);
        if begins && destroys(word, &behind) {
            return true;
        }
        behind.device |= word.starts_with("of=/dev/");
        behind.operand |= is_everything(word, root);
        // An option counts up to `--` only.
        behind.recursive = *word != "--" && (behind.recursive || is_recursive(word));
    }
    false
}

fn may_destroy(base: &str) -> bool {
    base.starts_with("mkfs") || matches!(base, "dd" | "rm")
}

fn destroys(word: &str, behind: &Behind) -> bool {
    let base = base_name(word);
    base.starts_with("mkfs") || (base == "dd" && behind.device) || (base == "rm" && behind.recursive && behind.operand)
}

fn is_recursive(word: &str) -> bool {
    word == "--recursive" || cluster(word).is_some_and(|letters| letters.contains(['r', 'R']))
}

fn is_everything(word: &str, root: Option<&str>) -> bool {
    let folded = word.to_ascii_lowercase();
    if lists(OPERANDS, &folded) {
        return true;
    }
    let path = folded.trim_end_matches('*').trim_end_matches('/');
    let is_absolute = folded.starts_with('/') || matches!(folded.as_bytes(), [b'a'..=b'z', b':', b'/', ..]);
    lists(SYSTEM_DIRECTORIES, path)
        || (is_absolute && path.is_empty())
        || (is_absolute && root.is_some_and(|root| is_at_or_above(path, &root.to_ascii_lowercase())))
}

/// Whether an absolute path without `..` is the root or an ancestor of it.
fn is_at_or_above(path: &str, root: &str) -> bool {
    let mut below = segments(root);
    segments(path).filter(|part| *part != ".").all(|part| below.next() == Some(part))
}
