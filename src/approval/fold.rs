//! A reply as words and breaks: width, case, apostrophes, letter runs, spaced letters, variant characters; and the marks that stand
//! outside words (question marks, quotations, code, emoji). Knows no phrase.
//!
//! Source: the labelling rules of replies ("fold first, keep punctuation until the vetoes are noted").

use super::character::{Face, Kind, closer, compose, face, is_letter, kind, lower, narrow};
use super::lexicon::{View, WordId};

/// One piece of a reply, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// A word; 0 is unknown.
    Word(WordId),
    /// Punctuation or a line's end.
    Break,
    /// A colon.
    Colon,
    /// A dash between words.
    Dash,
    /// A question mark.
    Ask,
    /// An emoji that says something.
    Face(Face),
}

/// A folded reply.
#[derive(Debug, Default)]
pub(super) struct Folded {
    /// Words, breaks and emoji.
    pub(super) pieces: Vec<Piece>,
    /// A question mark of any script.
    pub(super) asks: bool,
    /// A quotation.
    pub(super) quotes: bool,
    /// A code fence, JSON, markup.
    pub(super) code: bool,
    /// Letters of a script without a lexicon.
    pub(super) foreign: bool,
    /// Words that the lexicons which were asked last know.
    pub(super) known: usize,
    /// Words among them that are spelled exactly so.
    pub(super) exact: usize,
    /// All words.
    pub(super) words: usize,
    /// Words by script: Latin, Cyrillic; signs by script: Han, kana, Hangul.
    pub(super) latin: usize,
    /// See `latin`.
    pub(super) cyrillic: usize,
    /// See `latin`.
    pub(super) han: usize,
    /// See `latin`.
    pub(super) kana: usize,
    /// See `latin`.
    pub(super) hangul: usize,
    text: String,
    raws: Vec<Raw>,
}

/// A word before it is looked up: a piece of `text`, the spaces before it.
#[derive(Debug)]
struct Raw {
    from: usize,
    to: usize,
    gap: usize,
    kind: Kind,
    piece: Option<Piece>,
}

/// Folds a reply.
pub(super) fn fold(index: &View, reply: &str) -> Folded {
    let mut folder = Folder::new(index);
    folder.run(reply);
    let mut folded = Folded { text: folder.text, raws: folder.raws, ..folder.folded };
    folded.look_up(index);
    folded
}

/// The words of a phrase of a lexicon, folded.
pub(super) fn words(index: &View, phrase: &str) -> Vec<String> {
    let mut folder = Folder::new(index);
    folder.run(phrase);
    let raws = &folder.raws;
    let text = &folder.text;
    raws.iter()
        .filter(|raw| raw.piece.is_none())
        .filter_map(|raw| text.get(raw.from..raw.to))
        .map(str::to_owned)
        .collect()
}

struct Folder<'a> {
    index: &'a View,
    text: String,
    raws: Vec<Raw>,
    folded: Folded,
    gap: usize,
    /// The word being read, by its kind.
    open: Option<Kind>,
    /// Inside a quotation: the characters that end it.
    closer: Option<&'static str>,
    /// Inside a line that quotes somebody.
    quoted_line: bool,
    last: char,
    /// Behind `!` or `~` at a word's head: what follows is negated or struck out.
    struck: bool,
    /// Parentheses that are open; one that stays so is a sad face.
    parens: usize,
    /// Questions that are opened and not ended.
    inverted: usize,
    /// A word without its head was seen: an apostrophe behind a later word may end a quotation after all.
    elided: bool,
}

/// The letters that are left of a word without its head, at most and one more.
const ELISION_MAX: usize = 6;

impl<'a> Folder<'a> {
    fn new(index: &'a View) -> Self {
        Folder {
            index,
            text: String::new(),
            raws: Vec::new(),
            folded: Folded::default(),
            gap: 0,
            open: None,
            closer: None,
            quoted_line: false,
            last: '\n',
            struck: false,
            parens: 0,
            inverted: 0,
            elided: false,
        }
    }

    fn run(&mut self, reply: &str) {
        let mut ticks = 0;
        let mut chars = reply.chars().filter(|&c| kind(c) != Kind::Nothing).peekable();
        while let Some(raw) = chars.next() {
            let mut c = lower(narrow(raw));
            while let Some(joined) = chars.peek().and_then(|&mark| compose(c, narrow(mark))) {
                c = joined;
                chars.next();
            }
            let ahead = chars.peek().map_or('\n', |&next| lower(narrow(next)));
            let mut kind = kind(c);
            if kind == Kind::Apostrophe
                && self.last.is_whitespace()
                && self.closer.is_none()
                && self.elides(chars.clone())
            {
                self.elided = true;
                kind = Kind::Letter;
                c = '\'';
            }
            ticks = if kind == Kind::Tick { ticks + 1 } else { 0 };
            self.folded.code |= ticks >= 3;
            self.take(c, kind, ahead);
            self.last = c;
        }
        self.close();
        if self.parens > 0 {
            self.piece(Piece::Word(0));
        }
        if self.inverted > 0 {
            self.piece(Piece::Ask);
        }
        let text = reply.trim_end();
        self.folded.code |= text.ends_with([';', '；']) && !text.contains(['.', '!', '。', '！']);
    }

    fn take(&mut self, c: char, kind: Kind, ahead: char) {
        if kind == Kind::Line {
            self.quoted_line = false;
        }
        if kind == Kind::Ask {
            self.folded.asks = true;
        }
        let head = self.struck || self.last.is_whitespace();
        self.folded.code |=
            self.struck && matches!(kind, Kind::Letter | Kind::Han | Kind::Kana | Kind::Hangul | Kind::Digit);
        self.struck = head && matches!(c, '!' | '~' | '-')
            || self.struck && self.last != '-' && kind == Kind::Space && self.text.is_empty();
        if self.quoted_line {
            return;
        }
        if let Some(closer) = self.closer {
            if closer.contains(c) && !(kind == Kind::Apostrophe && is_letter(ahead)) {
                self.closer = None;
            }
            return;
        }
        match c {
            '(' if matches!(self.last, ':' | '-' | '(' | '=' | '\'') => self.piece(Piece::Word(0)),
            ':' if self.last == ')' => self.piece(Piece::Word(0)),
            '(' => self.parens += 1,
            ')' => self.parens = self.parens.saturating_sub(1),
            _ => {}
        }
        match kind {
            Kind::Letter | Kind::Digit => self.letter(c, kind),
            Kind::Apostrophe if is_letter(self.last) && is_letter(ahead) => self.letter('\'', Kind::Letter),
            // `goin'`, `steps'`: an apostrophe at a word's end is a quotation only if one was opened.
            Kind::Apostrophe if is_letter(self.last) => {
                self.gap += 1;
                self.folded.quotes |= self.elided;
            }
            Kind::Han => self.sign(c, kind),
            Kind::Kana => self.sign(c, kind),
            // Laughter and the like as long as one pleases.
            Kind::Hangul
                if matches!(c, '\u{3131}'..='\u{318e}')
                    && self.last == c
                    && self.text.ends_with(&[c; 2].iter().collect::<String>()) => {}
            Kind::Hangul => self.sign(c, kind),
            Kind::Foreign => {
                self.close();
                self.folded.foreign = true;
                self.piece(Piece::Word(0));
            }
            Kind::Space => {
                self.close();
                self.gap += 1;
            }
            Kind::Dash | Kind::Stop if joins(kind, self.last, ahead) => {
                self.close();
                self.gap += 1;
            }
            Kind::Dash => self.piece(Piece::Dash),
            Kind::Break if matches!(c, '—' | '―') => self.piece(Piece::Dash),
            Kind::Line | Kind::Stop | Kind::Semicolon | Kind::Break => self.piece(Piece::Break),
            Kind::Colon => self.piece(Piece::Colon),
            // A question that is opened before its words asks at its end.
            Kind::Ask if c == '¿' => {
                self.inverted += 1;
                self.piece(Piece::Break);
            }
            Kind::Ask => {
                self.inverted = 0;
                self.piece(Piece::Ask);
            }
            Kind::Quote | Kind::Tick | Kind::Apostrophe => {
                self.piece(Piece::Word(0));
                self.folded.quotes = true;
                self.closer = Some(closer(c));
            }
            Kind::Angle if c == '>' && self.last == '\n' => {
                self.folded.quotes = true;
                self.quoted_line = true;
            }
            Kind::Angle => {
                self.folded.code |= c == '<' && (is_letter(ahead) || ahead == '/');
                self.piece(Piece::Word(0));
            }
            Kind::Code => {
                self.folded.code = true;
                self.piece(Piece::Word(0));
            }
            Kind::Face => {
                self.piece(Piece::Face(face(c)));
            }
            Kind::Strange if c == '+' && ahead == '1' => self.letter('+', Kind::Digit),
            Kind::Strange if c == '#' => self.letter('#', Kind::Digit),
            Kind::Strange | Kind::Nothing => self.piece(Piece::Word(0)),
        }
    }

    /// Whether the letters behind an apostrophe are the rest of a word that is known to lose its head (`'em`): no quotation begins there.
    fn elides(&self, ahead: impl Iterator<Item = char>) -> bool {
        let mut word = String::from('\'');
        word.extend(ahead.map(|c| lower(narrow(c))).take_while(|&c| is_letter(c)).take(ELISION_MAX));
        self.index.id(&word) != 0
    }

    /// A sign is a word by itself.
    fn sign(&mut self, c: char, kind: Kind) {
        self.close();
        let at = self.text.len();
        self.text.push(self.index.plain(c));
        self.push(at, kind, None);
        match kind {
            Kind::Kana => self.folded.kana += 1,
            Kind::Hangul => self.folded.hangul += 1,
            _ => self.folded.han += 1,
        }
    }

    /// Adds a character to the open word, or opens one.
    fn letter(&mut self, c: char, kind: Kind) {
        if self.open != Some(kind) {
            self.close();
            let at = self.text.len();
            self.push(at, kind, None);
            self.open = Some(kind);
        }
        self.text.push(c);
    }

    fn push(&mut self, from: usize, kind: Kind, piece: Option<Piece>) {
        self.raws.push(Raw { from, to: self.text.len(), gap: self.gap, kind, piece });
        self.gap = 0;
    }

    fn piece(&mut self, piece: Piece) {
        self.close();
        self.push(self.text.len(), Kind::Break, Some(piece));
    }

    /// Ends the open word: numbers become `#` unless they are known as words, a run of three or more equal letters becomes one.
    fn close(&mut self) {
        let Some(kind) = self.open.take() else { return };
        let Some(raw) = self.raws.last_mut() else { return };
        let word = self.text.get(raw.from..).unwrap_or_default();
        if kind == Kind::Digit {
            // These two are words; every other number may be that of a step.
            let number = match word {
                "+1" => "+1",
                "666" => "666",
                _ => "#",
            };
            self.text.truncate(raw.from);
            self.text.push_str(number);
        } else {
            match word.chars().find(|c| *c != '\'') {
                Some('\u{400}'..='\u{4ff}') => self.folded.cyrillic += 1,
                _ => self.folded.latin += 1,
            }
            if is_drawn(word) {
                let word = self.text.split_off(raw.from);
                squeeze(&word, &mut self.text);
            }
        }
        raw.to = self.text.len();
    }
}

impl Folded {
    /// Whether these lexicons may know as many as `least` of its words. Cheaper than looking all of them up.
    pub(super) fn may_know(&self, index: &View, least: usize) -> bool {
        let mut singles = 0;
        let mut spare = self.words.saturating_sub(least);
        for raw in self.raws.iter().filter(|raw| raw.piece.is_none()) {
            let word = self.text.get(raw.from..raw.to).unwrap_or_default();
            singles = if word.chars().nth(1).is_none() { singles + 1 } else { 0 };
            // Letters with spaces between them may be one word.
            if singles > 1 {
                return true;
            }
            let known = match raw.kind {
                Kind::Han | Kind::Kana | Kind::Hangul => index.id(word) != 0,
                _ => index.parts(word).all(|part| index.id_of(part) != 0),
            };
            if !known && spare == 0 {
                return false;
            }
            spare = spare.saturating_sub(usize::from(!known));
        }
        true
    }

    /// Looks its words up anew, in these lexicons.
    pub(super) fn look_up(&mut self, index: &View) {
        let signs = |raw: &Raw| matches!(raw.kind, Kind::Han | Kind::Kana);
        let spaced_han = self.han + self.kana >= 3
            && self.raws.windows(2).all(|pair| !matches!(pair, [a, b] if signs(a) && signs(b) && b.gap == 0));
        let mut pieces = Vec::with_capacity(self.raws.len());
        (self.known, self.exact, self.words) = (0, 0, 0);
        let mut count = |known: bool, exact: bool| {
            self.words += 1;
            self.known += usize::from(known);
            self.exact += usize::from(exact);
        };
        let mut raws = self.raws.iter().peekable();
        let mut han_before = false;
        while let Some(raw) = raws.next() {
            if let Some(piece) = raw.piece {
                pieces.push(piece);
                han_before = false;
                continue;
            }
            if matches!(raw.kind, Kind::Han | Kind::Kana | Kind::Hangul) {
                // A space parts Chinese and Japanese, and means nothing between signs of Korean.
                if han_before && raw.gap > 0 && !spaced_han && signs(raw) {
                    pieces.push(Piece::Break);
                }
                let id = self.text.get(raw.from..raw.to).map_or(0, |word| index.id(word));
                count(id != 0, id != 0);
                pieces.push(Piece::Word(id));
                han_before = signs(raw);
                continue;
            }
            han_before = false;
            // Spaced letters: `g o  a h e a d` is two words, parted where the gap is wider than the narrowest one.
            let mut word = self.text.get(raw.from..raw.to).unwrap_or_default();
            let joined: String;
            if let Some(end) = spaced_end(&self.text, raw, raws.clone()) {
                joined = end.0;
                for _ in 1..end.1 {
                    raws.next();
                }
                word = &joined;
            }
            let (mut known, mut exact) = (true, true);
            for part in index.parts(word) {
                let id = index.id_of(part);
                known &= id != 0;
                exact &= index.is_spelled(id, part);
                match index.respelled(id) {
                    Some(meant) => pieces.extend(meant.iter().map(|&id| Piece::Word(id))),
                    None => pieces.push(Piece::Word(id)),
                }
            }
            count(known, known && exact);
        }
        self.pieces = pieces;
    }
}

/// A word of three or more single spaced letters that begins here: its text and how many letters it takes.
fn spaced_end<'r>(text: &str, first: &Raw, rest: impl Iterator<Item = &'r Raw> + Clone) -> Option<(String, usize)> {
    let single = |raw: &Raw| {
        let mut chars = text.get(raw.from..raw.to)?.chars();
        let letter = chars.next()?;
        (raw.kind == Kind::Letter && chars.next().is_none()).then_some(letter)
    };
    let mut word = String::from(single(first)?);
    let mut gap = 0;
    for raw in rest {
        let Some(letter) = single(raw) else { break };
        if gap == 0 {
            gap = raw.gap;
        }
        if raw.gap != gap {
            break;
        }
        word.push(letter);
    }
    let letters = word.chars().count();
    (letters >= 2 && letters + usize::from(gap == 0) >= 2 && is_spelled(&word)).then_some((word, letters))
}

/// Two spaced letters are a word only where they are the whole of a known one (`g o`).
fn is_spelled(word: &str) -> bool {
    word.chars().count() >= 3 || word == "go" || word == "ok"
}

/// Whether a letter stands three times in a row.
fn is_drawn(word: &str) -> bool {
    let mut run = ('\0', 0);
    word.chars().any(|c| {
        run = if c == run.0 { (c, run.1 + 1) } else { (c, 1) };
        run.1 > 2
    })
}

fn squeeze(word: &str, into: &mut String) {
    let mut chars = word.chars().peekable();
    while let Some(c) = chars.next() {
        let mut run = 1;
        while chars.peek() == Some(&c) {
            chars.next();
            run += 1;
        }
        into.push(c);
        if run == 2 {
            into.push(c);
        }
    }
}

/// A dash or a full stop inside a word is no break (`go-ahead`, `steps 1-3`, `core.ts`).
fn joins(kind: Kind, before: char, ahead: char) -> bool {
    let both = |test: fn(char) -> bool| test(before) && test(ahead);
    match kind {
        Kind::Dash => both(|c| is_letter(c) || c.is_ascii_digit()),
        _ => both(is_letter) || both(|c| c.is_ascii_digit()),
    }
}
