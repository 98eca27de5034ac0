//! How far plain bytes go: the loops that most of an answer passes through. Knows bytes, no grammar.
//!
//! Eight bytes at a time. The module is compiled for size, where the compiler neither unrolls nor inlines a search by
//! itself, and an answer is nearly all plain text. Source of the arithmetic: Hacker's Delight, 6-1 ("find first 0-byte").

use crate::text;

const WORD: usize = 8;
const ONES: u64 = 0x0101_0101_0101_0101;
const HIGHS: u64 = ONES << 7;

/// Bytes before the first one that could belong to the run of a fence: a backtick or a tilde.
pub(super) fn before_mark(text: &str) -> usize {
    find(text, 0, [b'`', b'`', b'~', b'~'])
}

/// Bytes that a string takes as they are: before the first control, backslash, or byte of `stops`.
pub(super) fn before_stop(text: &str, [first, second, third]: [u8; 3]) -> usize {
    find(text, b' ', [b'\\', first, second, third])
}

/// Whether U+FFFD is in the text.
pub(super) fn has_replacement(mut text: &str) -> bool {
    const FIRST: u8 = 0xef;
    loop {
        text = text::tail(text, find(text, 0, [FIRST; 4]));
        match text.chars().next() {
            None => return false,
            Some(char::REPLACEMENT_CHARACTER) => return true,
            Some(c) => text = text::tail(text, c.len_utf8()),
        }
    }
}

/// Bytes before the first one that is less than `floor` or one of the others.
// OK because each caller's stops are constants: the arithmetic for those that are the same is done once.
#[inline(always)]
fn find(text: &str, floor: u8, [a, b, c, d]: [u8; 4]) -> usize {
    let (floor, a, b, c, d) = (spread(floor), spread(a), spread(b), spread(c), spread(d));
    let (words, rest) = text.as_bytes().as_chunks::<WORD>();
    let mut last = [b'a'; WORD];
    for (to, from) in last.iter_mut().zip(rest) {
        *to = *from;
    }
    let mut passed = 0;
    for word in words {
        let word = u64::from_le_bytes(*word);
        let found = below(word, floor) | zero(word ^ a) | zero(word ^ b) | zero(word ^ c) | zero(word ^ d);
        if found != 0 {
            return passed + low_byte(found);
        }
        passed += WORD;
    }
    let word = u64::from_le_bytes(last);
    let found = below(word, floor) | zero(word ^ a) | zero(word ^ b) | zero(word ^ c) | zero(word ^ d);
    (passed + low_byte(found)).min(text.len())
}

/// Length in UTF-16 code units.
pub(super) fn units(text: &str) -> usize {
    let (words, rest) = text.as_bytes().as_chunks::<WORD>();
    let mut last = [0; WORD];
    for (to, from) in last.iter_mut().zip(rest) {
        *to = *from;
    }
    let of = |word: u64| {
        // Each character is one unit, or two where its first byte is 0xf0 or more; its other bytes are none.
        let inner = word & !(word << 1) & HIGHS;
        let twofold = word & (word << 1) & (word << 2) & (word << 3) & HIGHS;
        (inner.count_ones(), twofold.count_ones())
    };
    let mut units = text.len();
    for word in words.iter().chain(std::iter::once(&last)) {
        let (inner, twofold) = of(u64::from_le_bytes(*word));
        units = units + twofold as usize - inner as usize;
    }
    units
}

#[inline(always)]
fn spread(byte: u8) -> u64 {
    ONES * u64::from(byte)
}

// INVARIANT of both: the lowest bit found is right; those above it may be there without reason.

/// High bits of the bytes that are zero.
#[inline(always)]
fn zero(word: u64) -> u64 {
    word.wrapping_sub(ONES) & !word & HIGHS
}

/// High bits of the bytes that are less than those of `floor`, which is ASCII.
#[inline(always)]
fn below(word: u64, floor: u64) -> u64 {
    word.wrapping_sub(floor) & !word & HIGHS
}

/// Place of the lowest byte that has a bit; behind the word where there is none.
#[inline(always)]
fn low_byte(word: u64) -> usize {
    (word.trailing_zeros() / 8) as usize
}

#[cfg(test)]
mod tests {
    use super::{before_mark, before_stop, has_replacement, units};
    use crate::text;

    #[test]
    fn the_first_stop_is_found_at_every_place() {
        let slow = |text: &str, stops: [u8; 3]| {
            text.bytes().position(|b| b < b' ' || b == b'\\' || stops.contains(&b)).unwrap_or(text.len())
        };
        let parts = [
            "a", "\u{80}", "é", "“", "＂", "\u{fffd}", "🙂", "\"", "\\", "\n", "\u{1}", "\u{1f}", " ", "!", "\u{7f}",
            "`", "~",
        ];
        for first in parts {
            for second in parts {
                for place in 0..20 {
                    let text = format!("{}{first}{}{second}xy", "x".repeat(place), "y".repeat(20 - place));
                    for stops in [[b'"'; 3], [b'\'', 0xe2, 0xe2], [b'"', 0xe2, 0xef]] {
                        assert_eq!(before_stop(&text, stops), slow(&text, stops), "{text:?} {stops:?}");
                    }
                    let mark = text.find(['`', '~']).unwrap_or(text.len());
                    assert_eq!(before_mark(&text), mark, "{text:?}");
                    assert_eq!(has_replacement(&text), text.contains('\u{fffd}'), "{text:?}");
                    assert_eq!(units(&text), text::units(&text), "{text:?}");
                }
            }
        }
    }
}
