//! Thin runners over `tests/data`: each file plays one kind of line through the public functions.
