//! Tags that hide or quote part of an answer: reasoning, quoted messages, comments. Knows names and spellings only.
//!
//! Source: the fence rules, section 1, items 1, 2 and 5.

use std::collections::BTreeMap;

use crate::text;

const REASONING: [&str; 6] = ["think", "thinking", "thought", "reasoning", "scratchpad", "reflection"];

/// Compared folded.
const QUOTING: [&str; 32] = [
    "quote",
    "blockquote",
    "user",
    "usermessage",
    "userinput",
    "userquery",
    "userrequest",
    "message",
    "example",
    "examples",
    "document",
    "documents",
    "file",
    "filecontent",
    "filecontents",
    "toolresult",
    "tooloutput",
    "functionresult",
    "functionresults",
    "context",
    "untrusted",
    "input",
    "attachment",
    "email",
    "webpage",
    "page",
    "searchresult",
    "searchresults",
    "draft",
    "oldplan",
    "previousplan",
    "rejectedplan",
];

/// Reasoning marks that are no tags: opening, closing.
const MARKS: [(&str, &str); 2] = [("[THINK]", "[/THINK]"), ("◁think▷", "◁/think▷")];

/// How reasoning that has begun will end.
pub(super) enum Until {
    /// The closing tag of this name, in lower case.
    Tag(String),
    /// This very text.
    Mark(&'static str),
}

/// Reasoning that opens where `body` starts: bytes of the opening tag, and how it ends.
pub(super) fn opens_reasoning(body: &str) -> Option<(usize, Until)> {
    let (end, until) = match MARKS.iter().find(|(open, _)| body.starts_with(open)) {
        Some((open, close)) => (open.len(), Until::Mark(close)),
        None => {
            let (name, end) = opening(body).filter(|(name, _)| REASONING.contains(&name.as_str()))?;
            if text::span(body, 0..end).ends_with("/>") {
                return None;
            }
            (end, Until::Tag(name))
        }
    };
    (!text::tail(body, end).starts_with('`')).then_some((end, until))
}

/// The name, in lower case, of a quoting tag that opens where `body` starts, and the bytes of the tag.
pub(super) fn opens_quote(body: &str) -> Option<(String, usize)> {
    opening(body).filter(|(name, _)| QUOTING.contains(&text::fold(name).as_str()))
}

/// Name in lower case and length of the tag `<name …>` that `body` starts with.
fn opening(body: &str) -> Option<(String, usize)> {
    let inner = body.strip_prefix('<')?;
    let name: String = inner.chars().take_while(|c| is_name(*c)).collect();
    let after = text::tail(inner, name.len());
    let attributes = after.starts_with(|c: char| matches!(c, '>' | '/') || text::is_space(c));
    let end = after.find('>')?;
    (!name.is_empty() && attributes).then(|| (name.to_ascii_lowercase(), 1 + name.len() + end + 1))
}

fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-')
}

/// A closing mark of reasoning, any of them, that `body` starts with: its bytes.
pub(super) fn closes_reasoning(body: &str) -> Option<usize> {
    if let Some((_, close)) = MARKS.iter().find(|(_, close)| body.starts_with(close)) {
        return Some(close.len());
    }
    let inner = body.strip_prefix("</")?;
    let name: String = inner.chars().take_while(|c| is_name(*c)).collect();
    let after = text::tail(inner, name.len());
    let behind = after.trim_start_matches(text::is_space).strip_prefix('>')?;
    REASONING.contains(&name.to_ascii_lowercase().as_str()).then(|| body.len() - behind.len())
}

/// A closing mark of reasoning that `line` ends with: the byte where it starts.
pub(super) fn ends_with_close(line: &str) -> Option<usize> {
    let start = match MARKS.iter().find(|(_, close)| line.ends_with(close)) {
        Some((_, close)) => line.len() - close.len(),
        None => {
            let name_end = line.strip_suffix('>')?.trim_end_matches(text::is_space);
            name_end.trim_end_matches(is_name).strip_suffix("</")?.len()
        }
    };
    closes_reasoning(text::tail(line, start)).map(|_| start)
}

/// Every closing tag of a text, found once.
pub(super) struct Closes {
    /// Which of `tags` a name has.
    names: BTreeMap<String, usize>,
    tags: Vec<Vec<(usize, usize)>>,
}

impl Closes {
    pub fn of(text: &str) -> Self {
        let mut found = Closes { names: BTreeMap::new(), tags: Vec::new() };
        for (start, _) in text.match_indices("</") {
            let inner = text::tail(text, start + 2);
            let name: String = inner.chars().take_while(|c| is_name(*c)).collect();
            let after = text::tail(inner, name.len()).trim_start_matches(text::is_space);
            if after.starts_with('>') {
                let end = text.len() - after.len() + 1;
                let place = *found.names.entry(name.to_ascii_lowercase()).or_insert(found.tags.len());
                match found.tags.get_mut(place) {
                    Some(tags) => tags.push((start, end)),
                    None => found.tags.push(vec![(start, end)]),
                }
            }
        }
        found
    }

    /// Where the first closing tag of this name at or behind `at` ends.
    pub fn after(&self, name: &str, at: usize) -> Option<usize> {
        let tags = self.tags.get(*self.names.get(name)?)?;
        tags.get(tags.partition_point(|(start, _)| *start < at)).map(|(_, end)| *end)
    }
}
