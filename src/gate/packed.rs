//! A ruling as one number, so that it crosses a border without a text. Knows no call and no border.
//!
//! The number is the place of the code in the list of codes, plus 64 times one bit for each finding: findings are always
//! in the order of that list. Every code fits, as a double holds 53 bits.

use crate::code::{Code, ruling};

use super::{Decision, report::level};

const CODES: u64 = 64;
const _: () = assert!(ruling::ALL.len() <= 47, "a finding has no bit");

/// The number of a code and its findings.
///
/// ```
/// use plangate::gate::{Decision, packed, unpacked};
/// use plangate::code::ruling::{STEP_NETWORK, STEP_UNKNOWN_TOOL};
/// let number = packed(STEP_UNKNOWN_TOOL, &[STEP_UNKNOWN_TOOL, STEP_NETWORK]);
/// assert_eq!(unpacked(number), (Decision::StepApproval, STEP_UNKNOWN_TOOL, vec![STEP_UNKNOWN_TOOL, STEP_NETWORK]));
/// ```
pub fn packed(code: Code, findings: &[Code]) -> u64 {
    // OK because every code of a ruling is in the list; what were in none would count as the worst.
    let place = |code: &Code| ruling::ALL.iter().position(|known| known == code).unwrap_or_default() as u64;
    let bits = findings.iter().fold(0, |bits, code| bits | (1_u64 << place(code)));
    bits * CODES + place(&code)
}

/// What a number says. One that no ruling has is the first code of the list, a denial.
pub fn unpacked(number: u64) -> (Decision, Code, Vec<Code>) {
    let found = |place: &usize| (number / CODES) & (1_u64 << place) != 0;
    let all = || (0..ruling::ALL.len()).filter(found).filter_map(|place| ruling::ALL.get(place)).copied();
    let place = usize::try_from(number % CODES).unwrap_or_default();
    let code = ruling::ALL.get(place).or(ruling::ALL.first()).copied().unwrap_or_default();
    (level(code), code, all().collect())
}
