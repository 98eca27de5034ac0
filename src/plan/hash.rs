//! The content hash of a plan: SHA-256 over canonical bytes, every part length-prefixed, in a fixed order.
//!
//! Covers what a person approves, not when or under which number it was written. Source: the design, section 5.

use sha2::{Digest, Sha256};

use super::{Plan, Replay, SandboxPolicy};
use crate::{ids::hex, plan::EvidenceKind};

/// Feeds parts to the digest so that no two different plans feed the same bytes.
struct Canon(Sha256);

impl Canon {
    fn text(&mut self, text: &str) {
        self.0.update((text.len() as u64).to_be_bytes());
        self.0.update(text.as_bytes());
    }

    fn count(&mut self, count: usize) {
        self.0.update((count as u64).to_be_bytes());
    }

    fn texts(&mut self, texts: &[String]) {
        self.count(texts.len());
        for text in texts {
            self.text(text);
        }
    }

    fn maybe(&mut self, text: Option<&str>) {
        self.count(usize::from(text.is_some()));
        self.text(text.unwrap_or_default());
    }
}

/// 64 lower-case hexadecimal digits over the plan's content.
pub fn content_hash(plan: &Plan) -> String {
    let mut canon = Canon(Sha256::new());
    canon.text("plangate plan 1");
    canon.text(&plan.title);
    canon.text(&plan.aim);
    canon.count(plan.steps.len());
    for step in &plan.steps {
        canon.text(&step.id);
        canon.text(&step.action);
        canon.text(&step.expected);
        canon.texts(&step.steps);
        canon.maybe(step.input.as_deref());
        canon.maybe(step.target.as_deref());
        canon.maybe(step.effect.as_deref());
        canon.texts(&step.depends_on);
        canon.count(usize::from(step.optional));
        canon.count(step.done_when.len());
        for criterion in &step.done_when {
            canon.text(match criterion.kind {
                EvidenceKind::FileHash => "file-hash",
                EvidenceKind::TestExit => "test-exit",
                EvidenceKind::Artifact => "artifact",
                EvidenceKind::Approval => "approval",
            });
            canon.text(&criterion.subject);
            canon.maybe(criterion.want.as_deref());
        }
        canon.count(usize::from(step.replay == Replay::Safe));
    }
    canon.count(plan.libraries.len());
    for library in &plan.libraries {
        canon.text(&library.name);
        canon.text(&library.purpose);
        canon.text(&library.usage);
    }
    canon.count(usize::from(plan.sandbox.policy == SandboxPolicy::Reuse));
    canon.text(&plan.sandbox.notes);
    canon.maybe(plan.sandbox.dir.as_deref());
    for list in [&plan.non_goals, &plan.resources, &plan.risks, &plan.open_questions] {
        canon.texts(list);
    }
    canon.text(&plan.rollback);
    let scope = &plan.scope;
    for list in [&scope.paths, &scope.tools, &scope.commands, &scope.network, &scope.resources] {
        canon.texts(list);
    }
    canon.count(plan.files.len());
    for file in &plan.files {
        canon.text(&file.name);
        canon.maybe(file.path.as_deref());
        canon.maybe(file.mime.as_deref());
        canon.maybe(file.size.map(|size| size.to_string()).as_deref());
    }
    canon.text(&plan.user_text);
    hex(&canon.0.finalize())
}
