//! placeholder
use super::{Lexicon, Tag};
pub(super) static LEXICON: Lexicon = Lexicon { language: "ru", variants: "", respell: "", phrases: &[(Tag::Yes, "да")] };
