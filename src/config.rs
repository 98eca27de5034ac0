//! Numbers with units: limits of the machine and of every room. Knows no logic.

// gate
/// Characters of a server or tool name.
pub const GATE_NAME_CHARS_MAX: usize = 64;
/// Code points of a path; a longer one is invalid.
pub const GATE_PATH_CHARS_MAX: usize = 4096;
/// UTF-8 bytes of a command line that is read; a longer one is opaque.
pub const GATE_COMMAND_BYTES_MAX: usize = 8192;
/// Characters of a call shown to a person in a step request. Twice the longest command that is read, so that such a
/// command is always shown whole.
pub const GATE_SHOWN_CHARS_MAX: usize = 16_384;
