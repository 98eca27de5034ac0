//! plangate: plan mode for any web chat, as a pure core with a thin border to JavaScript.
//!
//! Rooms, in dependency order; a room imports only rooms above it.

pub mod ids;
#[rustfmt::skip]
pub mod code;
pub mod config;
pub mod text;
pub mod question;
pub mod plan;
pub mod task;
pub mod receipt;
pub mod gate;
pub mod fence;
pub mod approval;
pub mod suggest;
#[cfg(target_arch = "wasm32")]
pub mod wasm;
#[cfg(test)]
mod wire;
