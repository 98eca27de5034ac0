//! Characters and time as text: white space, trimming, folding, RFC 3339. Knows no room's rules.
//!
//! Source: the fence rules, section 0.

use std::ops::Range;

/// White space of the fence rules (`WS`), zero-width characters included.
pub fn is_space(c: char) -> bool {
    matches!(c,
        '\u{9}'..='\u{d}' | ' ' | '\u{85}' | '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{2028}' | '\u{2029}'
        | '\u{202f}' | '\u{205f}' | '\u{3000}')
        || is_zero_width(c)
}

/// Zero-width characters (`ZW`).
pub fn is_zero_width(c: char) -> bool {
    matches!(c, '\u{200b}' | '\u{200c}' | '\u{200d}' | '\u{2060}' | '\u{feff}')
}

/// Removes white space (`WS`) at both ends.
pub fn trim(text: &str) -> &str {
    text.trim_matches(is_space)
}

/// Whether there is nothing but white space (`WS`).
pub fn is_blank(text: &str) -> bool {
    text.chars().all(is_space)
}

/// The part of `text` in `range` (bytes), or nothing where the range does not fit.
pub fn span(text: &str, range: Range<usize>) -> &str {
    text.get(range).unwrap_or("")
}

/// The part of `text` from byte `at` on, or nothing where that is no boundary.
pub fn tail(text: &str, at: usize) -> &str {
    text.get(at..).unwrap_or("")
}

/// Length in UTF-16 code units.
pub fn units(text: &str) -> usize {
    text.chars().map(char::len_utf16).sum()
}

/// The text without any white space (`WS`).
pub fn squeeze(text: &str) -> String {
    text.split(is_space).collect()
}

/// A key as it is compared: ASCII letters in lower case, without `_`, `-` and white space.
pub fn fold(key: &str) -> String {
    key.chars().filter(|c| !matches!(c, '_' | '-') && !is_space(*c)).map(|c| c.to_ascii_lowercase()).collect()
}

/// Whether a bidirectional control could make the text look other than it is.
pub fn has_bidi(text: &str) -> bool {
    // OK because all of them, and few letters, start with this byte.
    text.as_bytes().contains(&0xe2) && text.contains(|c| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'))
}

/// `YYYY-MM-DDThh:mm:ss.mmmZ` of milliseconds since 1970 (proleptic Gregorian calendar, years 1970 to 9999).
pub fn rfc3339(ms: u64) -> String {
    let (days, rest) = (ms / 86_400_000, ms % 86_400_000);
    // Days to a civil date, by eras of 400 years that begin on 1 March.
    let z = days + 719_468;
    let era = z / 146_097;
    let day_of_era = z % 146_097;
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    let (hour, minute, second, milli) = (rest / 3_600_000, rest / 60_000 % 60, rest / 1000 % 60, rest % 1000);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{milli:03}Z")
}
