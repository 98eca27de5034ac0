//! The lexicons as texts: which there are, which scripts they are for, and the notation they are written in. Knows no word, no tag
//! and no class: `approval` and `suggest` each read their own part.
//!
//! A text is one file a language and room, packed by `build.rs` and called `en-replies`, `en-requests`, … Notation: `== name` opens a section, `//` a comment line. The entries
//! of a section are parted by commas or lines; `[a|b|]` stands for each of its parts.

use std::fmt;

use sha2::{Digest, Sha256};

/// One language.
pub struct Lexicon {
    /// `en`, `zh`, …
    pub name: &'static str,
    /// Whose letters its words are written in.
    pub scripts: &'static [Script],
    /// Whether its replies are read with its own words alone, because another language has its script.
    pub apart: bool,
    /// How people answer.
    replies: Option<Words>,
    /// What people ask for; `None`: no request is judged in it.
    requests: Option<Words>,
}

/// The words of a language in one room.
pub struct Words {
    /// SHA-256 of the packed text.
    sha256: [u8; 32],
    /// The packed text, in builds that hold it.
    inside: Option<&'static str>,
}

/// Every language this build knows, sorted by name. The place of one is its rank.
pub const ALL: &[Lexicon] = include!(concat!(env!("OUT_DIR"), "/lexicons.rs"));

/// What every language shares, packed. It is in every build.
pub fn shared(room: Room) -> &'static str {
    match room {
        Room::Replies => include_str!(concat!(env!("OUT_DIR"), "/any-replies.txt")),
        Room::Requests => include_str!(concat!(env!("OUT_DIR"), "/any-requests.txt")),
    }
}

/// A script that a lexicon can be written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Script {
    /// Latin letters with all their marks.
    Latin,
    /// Cyrillic letters.
    Cyrillic,
    /// Han signs.
    Han,
    /// Hiragana and katakana.
    Kana,
    /// Korean syllables and their letters.
    Hangul,
}

impl Script {
    /// The script of a character.
    pub fn of(c: char) -> Option<Self> {
        match c {
            'a'..='z' | 'A'..='Z' | '\u{aa}' | '\u{ba}' | '\u{c0}'..='\u{24f}' | '\u{1e00}'..='\u{1eff}' => {
                Some(Self::Latin)
            }
            '\u{ff21}'..='\u{ff3a}' | '\u{ff41}'..='\u{ff5a}' => Some(Self::Latin),
            '\u{400}'..='\u{52f}' => Some(Self::Cyrillic),
            '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '〇' | '々' => {
                Some(Self::Han)
            }
            '\u{3041}'..='\u{309f}'
            | '\u{30a1}'..='\u{30fa}'
            | '\u{30fc}'..='\u{30ff}'
            | '\u{31f0}'..='\u{31ff}'
            | '\u{ff66}'..='\u{ff9f}' => Some(Self::Kana),
            '\u{1100}'..='\u{11ff}' | '\u{3131}'..='\u{318e}' | '\u{ac00}'..='\u{d7a3}' => Some(Self::Hangul),
            _ => None,
        }
    }
}

/// A room that reads words. Each has texts of its own: what is read in one never depends on what is loaded for the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Room {
    /// `approval`: how people answer.
    Replies,
    /// `suggest`: what people ask for.
    Requests,
}

impl Room {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Replies, Self::Requests];

    /// As it stands in the name of a text.
    pub fn name(self) -> &'static str {
        match self {
            Self::Replies => "replies",
            Self::Requests => "requests",
        }
    }
}

/// Why a text was not taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// No text of this name is known.
    Name,
    /// It is not the text that this build was made with.
    Foreign,
    /// It is no lexicon: what is wrong, with the piece.
    Malformed(String),
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Name => f.write_str("no lexicon of this name is known"),
            Self::Foreign => f.write_str("this is not the lexicon of this version"),
            Self::Malformed(what) => write!(f, "this is no lexicon: {what}"),
        }
    }
}

/// The language of a name, with its rank.
pub fn named(name: &str) -> Result<(u8, &'static Lexicon), Refused> {
    (0..).zip(ALL).find(|(_, lexicon)| lexicon.name == name).ok_or(Refused::Name)
}

/// The text of a name such as `en-replies`: its room, and the rank of its language.
pub fn text_named(name: &str) -> Result<(Room, u8, &'static Words), Refused> {
    let (language, room) = name.split_once('-').ok_or(Refused::Name)?;
    let room = Room::ALL.into_iter().find(|known| known.name() == room).ok_or(Refused::Name)?;
    let (rank, lexicon) = named(language)?;
    lexicon.words(room).map(|words| (room, rank, words)).ok_or(Refused::Name)
}

/// Whether this room knows every language of a script that it has words of.
pub fn covers(room: Room, script: Script, knows: impl Fn(u8) -> bool) -> bool {
    let mut written = (0..).zip(ALL).filter(|(_, lexicon)| lexicon.scripts.contains(&script));
    written.all(|(rank, lexicon)| lexicon.words(room).is_none() || knows(rank))
}

/// The languages whose words in this room a text may hold, by its letters.
pub fn needed(room: Room, text: &str) -> impl Iterator<Item = (u8, &'static Lexicon)> {
    let mut seen = [false; 5];
    for c in text.chars() {
        if let Some(slot) = Script::of(c).and_then(|script| seen.get_mut(script as usize)) {
            *slot = true;
        }
    }
    let holds = move |script: &Script| seen.get(*script as usize) == Some(&true);
    (0..).zip(ALL).filter(move |(_, lexicon)| lexicon.words(room).is_some() && lexicon.scripts.iter().any(holds))
}

impl Lexicon {
    /// Its words in a room; `None`: there are none.
    pub fn words(&self, room: Room) -> Option<&Words> {
        match room {
            Room::Replies => self.replies.as_ref(),
            Room::Requests => self.requests.as_ref(),
        }
    }

    /// The name of its text in a room.
    pub fn text_name(&self, room: Room) -> String {
        format!("{}-{}", self.name, room.name())
    }
}

impl Words {
    /// Whether this is the text that the build was made with: a foreign one could approve anything.
    pub fn accepts(&self, text: &str) -> bool {
        <[u8; 32]>::from(Sha256::digest(text.as_bytes())) == self.sha256
    }

    /// The text, in builds that hold it: all but those for WebAssembly.
    pub fn inside(&self) -> Option<&'static str> {
        self.inside
    }
}

/// Bytes that are hashed at a time.
const HASHED_A_TIME: usize = 16 * 1024;

/// A text that is being compared with what the build was made with, a piece at a time.
pub struct Check {
    words: &'static Words,
    text: String,
    hashed: usize,
    hasher: Sha256,
}

impl Check {
    /// Begins with what should be the packed text of these words.
    pub fn new(words: &'static Words, text: String) -> Self {
        Self { words, text, hashed: 0, hasher: Sha256::new() }
    }

    /// Goes on by a piece. `None`: there is more; else whether the text is the right one.
    pub fn step(&mut self) -> Option<Result<(), Refused>> {
        let rest = self.text.as_bytes().get(self.hashed..).unwrap_or_default();
        if rest.is_empty() {
            let right = <[u8; 32]>::from(self.hasher.finalize_reset()) == self.words.sha256;
            return Some(if right { Ok(()) } else { Err(Refused::Foreign) });
        }
        let piece = rest.get(..HASHED_A_TIME).unwrap_or(rest);
        self.hasher.update(piece);
        self.hashed += piece.len();
        None
    }

    /// The text, right or wrong.
    pub fn into_text(self) -> String {
        self.text
    }
}

/// One section of a lexicon.
#[derive(Clone, Copy, Debug)]
pub struct Section {
    /// What its entries are.
    pub name: &'static str,
    body: &'static str,
}

impl Section {
    /// Its entries, in order.
    pub fn entries(self) -> impl Iterator<Item = &'static str> {
        let mut inside = false;
        let parts = self.body.split(move |c| {
            inside = c == '[' || inside && c != ']';
            (c == ',' && !inside) || c == '\n'
        });
        parts.map(str::trim).filter(|entry| !entry.is_empty())
    }

    /// Its lines, in order: entries that may hold commas.
    pub fn lines(self) -> impl Iterator<Item = &'static str> {
        self.body.lines().map(str::trim).filter(|line| !line.is_empty())
    }
}

/// The sections of a packed text; the section `script` is left out.
pub fn sections(text: &'static str) -> Result<Vec<Section>, Refused> {
    let body = text.strip_prefix('=').ok_or_else(|| Refused::Malformed("it begins without a section".to_owned()))?;
    let parts = body.split("\n=").map(|part| part.split_once('\n').unwrap_or((part, "")));
    let sections: Vec<_> =
        parts.map(|(name, body)| Section { name, body }).filter(|section| section.name != "script").collect();
    sections.iter().try_for_each(balanced)?;
    Ok(sections)
}

/// Brackets open and close in turn, on one line, without another pair inside.
fn balanced(section: &Section) -> Result<(), Refused> {
    let mut open = false;
    for byte in section.body.bytes() {
        let wrong = match byte {
            b'[' => std::mem::replace(&mut open, true),
            b']' => !std::mem::replace(&mut open, false),
            b'\n' => open,
            _ => false,
        };
        if wrong {
            return Err(Refused::Malformed(format!("brackets in `{}`", section.name)));
        }
    }
    if open { Err(Refused::Malformed(format!("brackets in `{}`", section.name))) } else { Ok(()) }
}
