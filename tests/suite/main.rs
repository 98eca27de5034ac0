//! Thin runners over `tests/data`: each file plays one kind of line through the public functions.

// OK because `cfg(test)` is always true here; it tells clippy that helpers of tests are tests.
#[cfg(test)]
mod approval;
#[cfg(test)]
mod authz;
#[cfg(test)]
mod authz_oracle;
#[cfg(test)]
mod fence;
#[cfg(test)]
mod fence_oracle;
#[cfg(test)]
mod fence_walk;
#[cfg(test)]
mod shelf;
#[cfg(test)]
mod suggest;
#[cfg(test)]
mod tasks;
#[cfg(test)]
mod tidy;
#[cfg(test)]
mod walk;
