//! Thin runners over `tests/data`: each file plays one kind of line through the public functions.

mod approval;
mod authz;
mod fence;
mod suggest;
mod tasks;
