//! Which language the own text is in, as far as it matters: one of the three, or another.
//!
//! Source: the suggestion rules, section 6.

use super::lexicon::foreign;
use super::token::{Kind, Token};

/// Whether the own text is in a language beyond English, Chinese and Russian.
pub fn is_foreign(tokens: &[Token], folded: &str) -> bool {
    let count = |kind: Kind| tokens.iter().filter(|token| token.kind == kind).count();
    let (han, cyrillic, other) = (count(Kind::Han), count(Kind::Cyrillic), count(Kind::Other));
    // Kana and Hangul settle it; so does any script of its own.
    if other > 0 && folded.chars().any(is_kana_or_hangul) {
        return true;
    }
    if other > 0 && other >= han + cyrillic + count(Kind::Latin) {
        return true;
    }
    if cyrillic > 0 {
        let words = tokens.iter().filter(|token| token.kind == Kind::Cyrillic);
        return words.clone().any(|token| token.text.chars().any(|c| foreign::CYRILLIC_LETTERS.contains(c)))
            || words.filter(|token| foreign::CYRILLIC_WORDS.contains(&token.text.as_str())).count() > 0;
    }
    if han > 0 {
        return false;
    }
    latin_is_foreign(tokens)
}

/// Latin text by its small words and letters.
fn latin_is_foreign(tokens: &[Token]) -> bool {
    let words: Vec<&str> =
        tokens.iter().filter(|token| token.kind == Kind::Latin).map(|token| token.text.as_str()).collect();
    let english = words.iter().filter(|word| foreign::ENGLISH_WORDS.contains(word)).count();
    let small = words
        .iter()
        .filter(|word| foreign::SMALL_WORDS.contains(word) && !foreign::ENGLISH_WORDS.contains(word))
        .count();
    let marked = words.iter().filter(|word| word.chars().any(|c| !c.is_ascii() && c.is_alphabetic())).count();
    // A marked letter may stand in a name or a borrowed word.
    let foreign = small * 2 + marked;
    foreign > english * 2 && (small > 0 || marked * 2 >= words.len().max(1) || marked > 1)
}

fn is_kana_or_hangul(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{31f0}'..='\u{31ff}' | '\u{ac00}'..='\u{d7af}' | '\u{1100}'..='\u{11ff}' | '\u{3130}'..='\u{318f}' | '\u{ff66}'..='\u{ff9d}')
}
