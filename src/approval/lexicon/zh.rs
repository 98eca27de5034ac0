//! placeholder
use super::{Lexicon, Tag};
pub(super) static LEXICON: Lexicon = Lexicon { language: "zh", variants: "", respell: "", phrases: &[(Tag::Yes, "好的")] };
