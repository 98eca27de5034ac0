//! Single characters: what kind of thing one is, and its plain form. Knows no word.
//!
//! Source: the Unicode blocks; the labelling rules of replies for what an emoji says.

/// What an emoji says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Face {
    /// 👍
    Yes,
    /// ❌
    No,
    /// 🛑
    Stop,
    /// 🎉: adds nothing and takes nothing.
    Calm,
    /// 🤔 and every other one.
    Doubt,
}

const FACES: &[(Face, &str)] = &[
    (Face::Yes, "👍👌✅✔☑🆗🚀🟢▶⏩👍"),
    (Face::No, "❌👎🙅✖❎🆖"),
    (Face::Stop, "🛑🚫⛔✋🖐⏸⏹🚧🔴⏳⌛🤚🔇"),
    (Face::Calm, "🙏🎉🎊🔥💪😊🙂☺😀😃😄😁😎🥳👏🙌🤝✨❤💯⚡😇🤗🤩💚💙🌟⭐😉🫡🫶👋"),
];

/// What a character is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Letter,
    Han,
    Kana,
    Hangul,
    Foreign,
    Digit,
    Apostrophe,
    Space,
    Line,
    Nothing,
    Dash,
    Stop,
    Semicolon,
    Colon,
    Ask,
    Quote,
    Tick,
    Code,
    Angle,
    Break,
    Face,
    Strange,
}

/// Whether it is a letter of a script that a lexicon can have.
pub(super) fn is_letter(c: char) -> bool {
    kind(c) == Kind::Letter
}

/// What ends a quotation that it opens.
pub(super) fn closer(c: char) -> &'static str {
    match c {
        '“' | '"' => "”\"",
        '„' | '‟' => "“”\"",
        '«' => "»",
        '»' => "«",
        '‹' => "›",
        '「' => "」",
        '『' => "』",
        '《' => "》",
        '〈' => "〉",
        '`' => "`",
        '‘' | '\'' | '’' => "’'",
        _ => "”\"",
    }
}

/// The kana of U+FF66 to U+FF9F in full width, the two marks of voice last.
const HALF_WIDTH: &str = "ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン\u{3099}\u{309a}";

/// Full width to ASCII, half width to kana.
pub(super) fn narrow(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        // Half-width kana: by its place in the block.
        '\u{ff66}'..='\u{ff9f}' => HALF_WIDTH.chars().nth((u32::from(c) - 0xff66) as usize).unwrap_or(c),
        _ => c,
    }
}

/// Lower case of Latin and Cyrillic letters, ё as е, katakana as hiragana.
pub(super) fn lower(c: char) -> char {
    let shifted = |by: u32| char::from_u32(u32::from(c) + by).unwrap_or(c);
    match c {
        'ё' | 'Ё' => 'е',
        'A'..='Z' | 'À'..='Ö' | 'Ø'..='Þ' | 'А'..='Я' => shifted(32),
        'Ѐ'..='Џ' => shifted(80),
        '\u{30a1}'..='\u{30f6}' => char::from_u32(u32::from(c) - 0x60).unwrap_or(c),
        'Œ' => 'œ',
        'Ÿ' => 'ÿ',
        _ => c,
    }
}

/// A letter and its combining mark as one letter, for the marks of languages that a lexicon can hold.
pub(super) fn compose(base: char, mark: char) -> Option<char> {
    let (bases, composed) = match mark {
        '\u{300}' => ("aeiou", "àèìòù"),
        '\u{301}' => ("aeiouyn", "áéíóúýń"),
        '\u{302}' => ("aeiou", "âêîôû"),
        '\u{303}' => ("aon", "ãõñ"),
        '\u{306}' => ("и", "й"),
        '\u{308}' => ("aeiouyе", "äëïöüÿе"),
        '\u{327}' => ("c", "ç"),
        '\u{3099}' => return matches!(base, 'か'..='と' | 'は'..='ほ' | 'う').then(|| voiced(base, 1)),
        '\u{309a}' => return matches!(base, 'は'..='ほ').then(|| voiced(base, 2)),
        '\u{1161}'..='\u{1175}' | '\u{11a8}'..='\u{11c2}' => return syllable(base, mark),
        _ => return None,
    };
    bases.chars().zip(composed.chars()).find(|(plain, _)| *plain == base).map(|(_, letter)| letter)
}

/// A kana with its mark of voice.
fn voiced(base: char, by: u32) -> char {
    if base == 'う' { 'ゔ' } else { char::from_u32(u32::from(base) + by).unwrap_or(base) }
}

/// A Hangul syllable out of what stands before and the next jamo.
fn syllable(base: char, jamo: char) -> Option<char> {
    let (base, jamo) = (u32::from(base), u32::from(jamo));
    match (base, jamo) {
        (0x1100..=0x1112, 0x1161..=0x1175) => char::from_u32(0xac00 + ((base - 0x1100) * 21 + jamo - 0x1161) * 28),
        (0xac00..=0xd7a3, 0x11a8..=0x11c2) if (base - 0xac00).is_multiple_of(28) => {
            char::from_u32(base + jamo - 0x11a7)
        }
        _ => None,
    }
}

/// What it is.
pub(super) fn kind(c: char) -> Kind {
    match c {
        'a'..='z' | '\u{df}'..='\u{24f}' | 'а'..='я' | '\u{450}'..='\u{52f}' | '\u{1e00}'..='\u{1eff}' => {
            if c == '÷' { Kind::Strange } else { Kind::Letter }
        }
        '0'..='9' => Kind::Digit,
        '\'' | '’' | 'ʼ' | '´' | '′' => Kind::Apostrophe,
        '\n' | '\r' | '\u{2028}' | '\u{2029}' => Kind::Line,
        '\u{ad}' | 'ー' | 'ｰ' | '\u{fe00}'..='\u{fe0f}' | '\u{1f3fb}'..='\u{1f3ff}' | '♂' | '♀' => Kind::Nothing,
        '-' | '–' | '‐' | '‑' => Kind::Dash,
        '.' => Kind::Stop,
        ';' => Kind::Semicolon,
        ':' => Kind::Colon,
        '?' | '؟' | '¿' | '⁇' | '⁈' | '⁉' | '‽' | '❓' | '❔' | '՞' | '\u{37e}' => Kind::Ask,
        '"' | '“' | '”' | '„' | '‟' | '«' | '»' | '‹' | '›' | '「' | '」' | '『' | '』' | '《' | '》' | '〈' | '〉'
        | '‘' => Kind::Quote,
        '`' => Kind::Tick,
        '{' | '}' | '[' | ']' | '【' | '】' => Kind::Code,
        '<' | '>' => Kind::Angle,
        ',' | '!' | '(' | ')' | '~' | '…' | '。' | '、' | '·' | '—' | '―' | '‥' | '⋯' | '¡' | '•' | '～' | '〜'
        | '｡' | '､' | '‼' | '・' | '･' => Kind::Break,
        '\u{4e00}'..='\u{9fff}' | '\u{3400}'..='\u{4dbf}' | '\u{f900}'..='\u{faff}' | '〇' | '々' => Kind::Han,
        '\u{3041}'..='\u{309f}' | '\u{30a1}'..='\u{30ff}' | '\u{31f0}'..='\u{31ff}' | '\u{ff66}'..='\u{ff9f}' => {
            Kind::Kana
        }
        '\u{1100}'..='\u{11ff}' | '\u{3131}'..='\u{318e}' | '\u{ac00}'..='\u{d7a3}' => Kind::Hangul,
        _ if crate::text::is_zero_width(c) => Kind::Nothing,
        _ if crate::text::is_space(c) => Kind::Space,
        '\u{2190}'..='\u{21ff}'
        | '\u{2300}'..='\u{23ff}'
        | '\u{25a0}'..='\u{27bf}'
        | '\u{2b00}'..='\u{2bff}'
        | '\u{1f000}'..='\u{1faff}' => Kind::Face,
        _ if c.is_alphabetic() => Kind::Foreign,
        _ => Kind::Strange,
    }
}

/// What an emoji says.
pub(super) fn face(c: char) -> Face {
    FACES.iter().find(|(_, faces)| faces.contains(c)).map_or(Face::Doubt, |(face, _)| *face)
}
