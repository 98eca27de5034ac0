//! plangate: plan mode for any web chat, as a pure core with a thin border to JavaScript.
//!
//! Rooms, in dependency order; a room imports only rooms above it.

pub mod ids;
#[rustfmt::skip]
pub mod code;
pub mod approval;
pub mod config;
pub mod fence;
pub mod gate;
pub mod plan;
pub mod question;
pub mod receipt;
pub mod suggest;
pub mod task;
pub mod text;
