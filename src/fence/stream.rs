//! placeholder
use super::{Parsed, parse_utf16};

/// Placeholder.
pub enum Reveal {
    /// x
    AtEnd,
}
/// Placeholder.
pub struct Stream {
    units: Vec<u16>,
    untrusted: Vec<String>,
}
impl Stream {
    /// x
    pub fn finish(self) -> Parsed {
        parse_utf16(&self.units, &self.untrusted)
    }
}
