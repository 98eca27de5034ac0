//! What the author says to the assistant: everything marked or shaped as someone else's words is cut out.
//!
//! Knows marks and shapes; the payload of text tasks is cut by `payload`. Source: the suggestion rules, section 1.

use super::paste;
use super::token::Piece;

/// A line of own text, or a gap.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// What stands in it.
    pub pieces: Vec<Piece>,
    /// Whether a blank line or a cut block stands before it.
    pub after_gap: bool,
    /// Whether something that was cut stands before it.
    pub after_cut: bool,
    /// Whether it is an item of a list.
    pub item: bool,
}

/// Own text, line by line, without blank lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OwnText {
    /// The lines.
    pub lines: Vec<Line>,
    /// The line whose task has a payload, if one was cut off.
    pub task: Option<usize>,
    /// Whether anything was cut out.
    pub cut: bool,
}

/// Lines outside code fences and comments, and the code of the fences.
enum Block {
    Line(String),
    Fence(String),
    Gap,
}

/// Cuts a message down to own text.
pub fn cut(text: &str) -> OwnText {
    let blocks = marks(text);
    let mut out = OwnText::default();
    let plain: Vec<&str> =
        blocks.iter().map(|block| if let Block::Line(line) = block { line.as_str() } else { "" }).collect();
    let pasted = paste::pasted(&plain);
    let mut after_gap = true;
    let mut after_cut = false;
    for (block, pasted) in blocks.iter().zip(pasted) {
        match block {
            Block::Line(line) if pasted => {
                out.cut |= !line.trim().is_empty();
                after_cut = true;
                after_gap = true;
            }
            Block::Line(line) if line.trim().is_empty() => after_gap = true,
            Block::Line(line) => {
                let (pieces, cut) = spans(line);
                out.cut |= cut;
                out.lines.push(Line { pieces, after_gap, after_cut, item: is_item(line) });
                after_gap = false;
                after_cut = false;
            }
            Block::Fence(code) => {
                out.cut = true;
                // Only a line that announces it can have a block as its argument: "run this:".
                if let Some(line) = out.lines.last_mut().filter(|line| line.announces()) {
                    line.pieces.push(Piece::Code(code.clone()));
                }
                after_cut = true;
                after_gap = true;
            }
            Block::Gap => {
                out.cut = true;
                after_cut = true;
                after_gap = true;
            }
        }
    }
    out
}

/// Fences, quoted lines and comments.
fn marks(text: &str) -> Vec<Block> {
    let mut out = Vec::new();
    let mut fence: Option<(char, usize, String)> = None;
    let mut comment = false;
    for raw in text.split('\n') {
        let line = raw.strip_suffix('\r').unwrap_or(raw);
        if let Some((mark, len, code)) = &mut fence {
            let bare = line.trim();
            if bare.chars().count() >= *len && bare.chars().all(|c| c == *mark) {
                out.push(Block::Fence(std::mem::take(code)));
                fence = None;
            } else {
                code.push_str(line);
                code.push('\n');
            }
            continue;
        }
        let (visible, open, cut) = uncomment(line, comment);
        comment = open;
        if cut {
            out.push(Block::Gap);
        }
        let bare = visible.trim_start();
        if let Some((mark, len)) = fence_opens(bare) {
            fence = Some((mark, len, String::new()));
        } else if bare.starts_with('>') && !bare.starts_with(">>> ") {
            out.push(Block::Gap);
        } else if !cut || !bare.is_empty() {
            out.push(Block::Line(visible));
        }
    }
    if let Some((_, _, code)) = fence {
        out.push(Block::Fence(code));
    }
    out
}

fn fence_opens(bare: &str) -> Option<(char, usize)> {
    let mark = bare.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let len = bare.chars().take_while(|c| *c == mark).count();
    let info: String = bare.chars().skip(len).collect();
    (len >= 3 && !(mark == '`' && info.contains('`'))).then_some((mark, len))
}

/// A line without its comments, whether one stays open, and whether there was one.
fn uncomment(line: &str, mut inside: bool) -> (String, bool, bool) {
    let mut out = String::new();
    let mut cut = inside;
    let mut rest = line;
    loop {
        if inside {
            match rest.split_once("-->") {
                Some((_, after)) => rest = after,
                None => return (out, true, true),
            }
            inside = false;
        } else {
            match rest.split_once("<!--") {
                Some((before, after)) => {
                    out.push_str(before);
                    rest = after;
                }
                None => {
                    out.push_str(rest);
                    return (out, false, cut);
                }
            }
            inside = true;
            cut = true;
        }
    }
}

/// `1.`, `2)`, `3、`, `-`, `*`, `•` at the start of a line.
fn is_item(line: &str) -> bool {
    let bare = line.trim_start();
    let digits = bare.chars().take_while(char::is_ascii_digit).count();
    let mut rest = bare.chars().skip(digits);
    match (digits, rest.next()) {
        (0, Some('-' | '*' | '•' | '–' | '·')) => rest.next() == Some(' '),
        (1..=2, Some('.' | ')' | '、' | '．')) => rest.next().is_some_and(|c| !c.is_ascii_digit()),
        _ => false,
    }
}

/// Splits a line into words, code, quotes and addresses.
fn spans(line: &str) -> (Vec<Piece>, bool) {
    let chars: Vec<char> = line.chars().collect();
    let closers = Closers::new(&chars);
    let mut out = Vec::new();
    let mut text = String::new();
    let mut at = 0;
    let mut cut = false;
    while let Some(&c) = chars.get(at) {
        let span = code_span(&chars, at)
            .or_else(|| quote_span(&chars, at, c, &closers))
            .or_else(|| address_span(&chars, at).map(|end| (Piece::Address, end)));
        match span {
            Some((piece, end)) => {
                out.push(Piece::Text(std::mem::take(&mut text)));
                out.push(piece);
                at = end;
                cut = true;
            }
            None => {
                text.push(if c == '`' { ' ' } else { c });
                at += 1;
            }
        }
    }
    out.push(Piece::Text(text));
    out.retain(|piece| !matches!(piece, Piece::Text(text) if text.is_empty()));
    (out, cut)
}

fn slice(chars: &[char], from: usize, to: usize) -> String {
    chars.get(from..to).unwrap_or_default().iter().collect()
}

/// Code between two runs of backticks of the same length.
fn code_span(chars: &[char], at: usize) -> Option<(Piece, usize)> {
    let run = |from: usize| chars.iter().skip(from).take_while(|c| **c == '`').count();
    let len = run(at);
    if len == 0 || (at > 0 && chars.get(at - 1) == Some(&'`')) {
        return None;
    }
    let mut end = at + len;
    while end < chars.len() {
        let here = run(end);
        if here == len {
            return Some((Piece::Code(slice(chars, at + len, end)), end + here));
        }
        end += here.max(1);
    }
    None
}

/// How many other marks a quoted span may hold; keeps the search linear.
const QUOTE_MARKS_INSIDE_MAX: usize = 64;

/// Where the closing marks of a line stand, so that an unpaired opener costs one look.
struct Closers(Vec<(char, usize)>);

impl Closers {
    fn new(chars: &[char]) -> Self {
        let word = |at: Option<usize>| at.and_then(|at| chars.get(at)).is_some_and(|c| c.is_alphanumeric());
        let closes = |at: usize, c: char| match c {
            '\'' | '’' => !(word(at.checked_sub(1)) && word(Some(at + 1))),
            _ => matches!(c, '"' | '”' | '“' | '»' | '」' | '』' | '＂'),
        };
        Self(chars.iter().enumerate().filter(|(at, c)| closes(*at, **c)).map(|(at, c)| (*c, at)).collect())
    }

    fn after(&self, at: usize) -> impl Iterator<Item = (char, usize)> {
        let from = self.0.partition_point(|(_, place)| *place <= at);
        self.0.iter().skip(from).take(QUOTE_MARKS_INSIDE_MAX).copied()
    }
}

fn quote_span(chars: &[char], at: usize, open: char, closers: &Closers) -> Option<(Piece, usize)> {
    let ends: &[char] = match open {
        '"' => &['"'],
        '＂' => &['＂'],
        '“' => &['”', '"', '“'],
        '”' => &['”'],
        '„' => &['“', '”', '"'],
        '«' => &['»'],
        '「' => &['」'],
        '『' => &['』'],
        '\'' | '‘' => &['\'', '’'],
        _ => return None,
    };
    let apostrophe = matches!(open, '\'' | '‘');
    let before = at.checked_sub(1).and_then(|at| chars.get(at));
    let after = chars.get(at + 1);
    if apostrophe
        && (before.is_some_and(|c| c.is_alphanumeric())
            || !after.is_some_and(|c| c.is_alphanumeric() || matches!(c, '/' | '.' | '-' | '<' | '{' | '$')))
    {
        return None;
    }
    let end = closers
        .after(at)
        .find(|(c, place)| {
            ends.contains(c) && (!apostrophe || !chars.get(place + 1).is_some_and(|next| next.is_alphanumeric()))
        })
        .map(|(_, place)| place)?;
    Some((Piece::Quote(slice(chars, at + 1, end)), end + 1))
}

/// Where a web address ends.
fn address_span(chars: &[char], at: usize) -> Option<usize> {
    if at > 0 && chars.get(at - 1).is_some_and(|c| c.is_ascii_alphanumeric()) {
        return None;
    }
    let head = slice(chars, at, at + 8).to_lowercase();
    if !(head.starts_with("http://") || head.starts_with("https://") || head.starts_with("www.")) {
        return None;
    }
    let len = chars.iter().skip(at).take_while(|c| c.is_ascii_graphic() && !matches!(c, '"' | '<' | '>' | '`')).count();
    let mut end = at + len;
    while end > at && chars.get(end - 1).is_some_and(|c| matches!(c, '.' | ',' | ';' | ':' | '!' | '?' | ')')) {
        end -= 1;
    }
    Some(end)
}

impl OwnText {
    /// Keeps the first and the last part of very long own text: a wish stands at an end of it, not in its middle.
    pub fn shorten(&mut self, chars_max: usize) {
        let sizes: Vec<usize> = self.lines.iter().map(Line::chars).collect();
        if sizes.iter().sum::<usize>() <= chars_max {
            return;
        }
        let half = chars_max / 2;
        let mut seen = 0;
        let head = sizes.iter().take_while(|size| within(&mut seen, **size, half)).count();
        seen = 0;
        let tail = sizes.iter().rev().take_while(|size| within(&mut seen, **size, half)).count();
        let total = self.lines.len();
        if head + tail < total {
            // A single line may be longer than both halves: its beginning stays.
            if let Some(line) = self.lines.get_mut(head) {
                line.clip(half);
            }
            self.lines.drain((head + 1).min(total)..total.saturating_sub(tail).max((head + 1).min(total)));
        }
    }

    /// All words of the own text, folded.
    pub fn folded(&self) -> String {
        let texts = self
            .lines
            .iter()
            .flat_map(|line| &line.pieces)
            .filter_map(|piece| if let Piece::Text(text) = piece { Some(text.as_str()) } else { None });
        texts.map(super::token::fold).collect::<Vec<_>>().join("\n")
    }
}

fn within(seen: &mut usize, size: usize, limit: usize) -> bool {
    *seen += size;
    *seen <= limit
}

impl Line {
    fn chars(&self) -> usize {
        self.pieces.iter().map(|piece| if let Piece::Text(text) = piece { text.chars().count() } else { 1 }).sum()
    }

    /// Whether the line ends with a colon, or with a word that points below.
    fn announces(&self) -> bool {
        let Some(Piece::Text(text)) = self.pieces.last() else { return false };
        let text = text.trim_end().to_lowercase();
        [":", "：", " this", " following", " below", "下面的命令", "以下命令", "这段", "это", "следующее"]
            .iter()
            .any(|end| text.ends_with(end))
    }

    fn clip(&mut self, chars_max: usize) {
        let mut left = chars_max;
        for piece in &mut self.pieces {
            if let Piece::Text(text) = piece {
                *text = text.chars().take(left).collect();
                left = left.saturating_sub(text.chars().count());
            }
        }
    }
}
