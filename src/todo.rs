//! The todo list of the running task: three to seven items, derived anew each time. Owns how they are worded and marked;
//! stores nothing.
//!
//! Source: the task rules, section 7; requirement row B11.

use crate::fit::Named;
use crate::plain::{Members, Plain};
use crate::plan::Criterion;
use crate::task::steps::{Part, checks_shown, parts, shortened};
use crate::task::{Approvals, Node, TaskGraph, evidence_name};
use serde_json::Value;

/// What an item is, so that a page can word it in its own language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(test, derive(serde::Serialize, ts_rs::TS))]
#[cfg_attr(test, serde(rename_all = "lowercase"))]
pub enum TodoKind {
    /// A part of the task, in its own words.
    Step,
    /// The parts that did not fit: `+<k> more steps`.
    Rest,
    /// One check: `verify: <kind> <ref>`.
    Verify,
    /// All checks in one: `verify <n> checks`.
    More,
    /// The added part `record evidence`.
    Record,
}

impl Named for TodoKind {
    const NAMES: &'static [(&'static str, Self)] = &[
        ("step", Self::Step),
        ("rest", Self::Rest),
        ("verify", Self::Verify),
        ("more", Self::More),
        ("record", Self::Record),
    ];
    const ELSE: Self = Self::Step;
}

/// How far an item is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(test, derive(serde::Serialize, ts_rs::TS))]
#[cfg_attr(test, serde(rename_all = "snake_case"))]
pub enum TodoStatus {
    /// Later.
    Pending,
    /// The first that is not done.
    InProgress,
    /// Done.
    Done,
}

impl Named for TodoStatus {
    const NAMES: &'static [(&'static str, Self)] =
        &[("pending", Self::Pending), ("in_progress", Self::InProgress), ("done", Self::Done)];
    const ELSE: Self = Self::Pending;
}

/// One line of the list.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(test, derive(serde::Serialize, ts_rs::TS))]
pub struct TodoItem {
    /// At most 80 code points.
    pub text: String,
    /// What it is.
    pub kind: TodoKind,
    /// How far it is.
    pub status: TodoStatus,
}

impl Plain for TodoItem {
    fn plain(&self) -> Value {
        let mut members = Members::default();
        members.put("text", &self.text);
        members.put("kind", &self.kind);
        members.put("status", &self.status);
        members.value()
    }
}

/// The list of one running task.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(test, derive(serde::Serialize, ts_rs::TS))]
pub struct Todo {
    /// Id of the task.
    pub task: String,
    /// Its items.
    pub items: Vec<TodoItem>,
}

impl Plain for Todo {
    fn plain(&self) -> Value {
        let mut members = Members::default();
        members.put("task", &self.task);
        members.put("items", &self.items);
        members.value()
    }
}

/// The list is at most this long.
const ITEMS_MAX: usize = 7;
/// Longest text, in code points.
const TEXT_CHARS_MAX: usize = 80;

impl TaskGraph {
    /// The list of the running task that was started first; none when nothing runs.
    pub fn todo(&self) -> Option<Todo> {
        let node = self.record(self.running_first()?)?;
        let mut items = step_items(node);
        items.extend(check_items(node, Approvals::Of(self.head().plan_version)));
        if let Some(first) = items.iter_mut().find(|item| item.status == TodoStatus::Pending) {
            first.status = TodoStatus::InProgress;
        }
        Some(Todo { task: node.id.clone(), items })
    }
}

fn item(text: &str, kind: TodoKind, is_done: bool) -> TodoItem {
    let status = if is_done { TodoStatus::Done } else { TodoStatus::Pending };
    TodoItem { text: shortened(text, TEXT_CHARS_MAX), kind, status }
}

fn step_items(node: &Node) -> Vec<TodoItem> {
    let parts = parts(node);
    let done = usize::try_from(node.steps_done).unwrap_or(usize::MAX);
    let room = ITEMS_MAX - checks_shown(node);
    let shown = if parts.len() > room { room - 1 } else { parts.len() };
    let mut items: Vec<TodoItem> = parts
        .iter()
        .take(shown)
        .enumerate()
        .map(|(place, part)| {
            let kind = match part {
                Part::Step(_) => TodoKind::Step,
                Part::Record => TodoKind::Record,
            };
            item(part.text(), kind, done > place)
        })
        .collect();
    if shown < parts.len() {
        let text = format!("+{} more steps", parts.len() - shown);
        items.push(item(&text, TodoKind::Rest, done >= parts.len()));
    }
    items
}

fn check_items(node: &Node, approvals: Approvals) -> Vec<TodoItem> {
    let satisfied = |criterion: &Criterion| {
        node.item_for(criterion).is_some_and(|evidence| evidence.satisfies(criterion, approvals))
    };
    let checks = &node.done_when;
    if checks.len() > checks_shown(node) {
        let text = format!("verify {} checks", checks.len());
        return vec![item(&text, TodoKind::More, checks.iter().all(satisfied))];
    }
    let each = |check: &Criterion| {
        let text = format!("verify: {} {}", evidence_name(check.kind), check.subject);
        item(&text, TodoKind::Verify, satisfied(check))
    };
    checks.iter().map(each).collect()
}
