//! plangate: plan mode for any web chat, as a pure core with a thin border to JavaScript.
//!
//! ARCHITECTURE. Events go in, a decision comes out: the next session and what the host is asked. Nothing in the core reads a
//! clock, draws a random number or calls the host; the driver in TypeScript commits first, then carries the effects out and
//! answers with events. Rooms in dependency order; a room imports only rooms above it. `world`, what the host says about the
//! workspace, is a room of its own because plans, profiles and the gate all need it and none of them owns it.
//!
//! The words that `approval` and `suggest` know are texts, one a language and room, packed by `build.rs`. A native build holds them; the
//! module for the web holds their hashes only, takes each in once through `shelf`, and no room reads letters whose languages it lacks.

pub mod sorted;
pub mod fit;
pub mod plain;
pub mod ids;
#[rustfmt::skip]
pub mod code;
pub mod config;
pub mod text;
pub mod world;
pub mod question;
pub mod plan;
pub mod task;
pub mod todo;
pub mod transcript;
pub mod prompt;
pub mod receipt;
pub mod gate;
pub mod profile;
pub mod fence;
pub mod lexicon;
pub mod approval;
pub mod suggest;
pub mod shelf;
pub mod event;
pub mod audit;
pub mod session;
pub mod effect;
pub mod decide;
pub mod view;
pub mod store;
#[cfg(target_arch = "wasm32")]
pub mod wasm;
#[cfg(test)]
mod wire;
