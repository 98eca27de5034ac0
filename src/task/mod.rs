//! The task graph: tasks that wait for each other and consist of each other, what proves them, and how they come back
//! after a restart. Owns all of it as state + event -> state or a refusal; knows no clock, no file, no session.
//!
//! Source: the task rules; requirement rows B10 to B12. Files follow one task's way: `node` its shape, `load` how a
//! whole list comes in, `edit` how the graph is changed, `change` how a status is, `recovery` what a restart and a
//! changed world do, `view` what is shown. `arena`, `order` and `ledger` are kept beside for speed and never stored.

mod arena;
mod change;
mod edit;
mod event;
mod evidence;
mod graph;
mod ledger;
mod lenient;
mod load;
mod node;
mod order;
mod recovery;
pub(crate) mod steps;
mod view;

pub use event::TaskEvent;
pub use evidence::{Approvals, Claimed, Evidence, Item, Stamp, World, name as evidence_name};
pub use graph::{GraphHead, TaskGraph};
pub use load::{LoadError, LoadOptions, Loaded};
pub use node::{CriterionDraft, Node, NodeDraft, NodeSpec, Status};
pub use view::{NodeView, Progress, ProgressState, Stats, TaskNode};
