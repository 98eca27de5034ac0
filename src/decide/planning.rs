//! How a planner turn ends: questions, a plan, one more try, or neither. Source: the machine rules, section 3.

use super::{Scene, say::runs_by_itself};
use crate::{
    audit::Actor,
    code::{Code, fault, fence as fence_code},
    event::TurnEnd,
    fence::{self, Outcome},
    gate::scope::void_entries,
    ids::TurnId,
    plan::{BasePlan, PlanExtra, Status, build},
    prompt::{Exit, Note},
    question::Question,
    receipt::Source,
    session::{About, AwaitingAnswers, AwaitingApproval, Begun, Brief, Mode, Normal, TurnKind},
    text::rfc3339,
    transcript::{Body, Version},
    world::World,
};

/// Repairs that are worth a look on the plan card.
const NOTED: [Code; 6] = [
    fence_code::W_MISSING_CLOSER,
    fence_code::W_UNCLOSED_FENCE,
    fence_code::W_UNESCAPED_QUOTE,
    fence_code::W_BAD_ESCAPE,
    fence_code::W_UNKNOWN_KEY,
    fence_code::W_BIDI,
];

/// Why there is neither plan nor questions.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Neither {
    /// The planner answered in prose.
    Prose,
    /// It failed, was late, or could not be read.
    Failed(&'static str),
}

impl Scene<'_> {
    fn brief(&self) -> Option<Brief> {
        match &self.s.mode {
            Mode::Planning(planning) => Some(planning.brief.clone()),
            Mode::Normal(_) | Mode::AwaitingAnswers(_) | Mode::AwaitingApproval(_) => None,
        }
    }

    /// A plan turn has ended with an answer, or with an error.
    pub(super) fn planner_ended(&mut self, turn: &TurnId, end: TurnEnd) {
        let Some(brief) = self.brief() else { return };
        let TurnEnd::Ok { text, finish_reason, mut untrusted } = end else {
            return self.neither(Neither::Failed("the planner failed"));
        };
        if let Some((request, _)) = self.s.transcript.own(&brief.request) {
            untrusted.push(request.to_owned());
        }
        let mut parsed = fence::parse(&text, &untrusted);
        let written = match &self.s.mode {
            Mode::Planning(planning) => planning.written.clone(),
            Mode::Normal(_) | Mode::AwaitingAnswers(_) | Mode::AwaitingApproval(_) => None,
        };
        if let Some(written) = written.filter(|_| !parsed.labelled) {
            parsed = fence::parse(&written, &untrusted);
        }
        let code = parsed.error();
        let (codes, bubble) = (parsed.codes, parsed.text);
        match parsed.outcome {
            Outcome::Plan { value, extra } => self.planned(brief, value, extra, &bubble, &codes),
            Outcome::Questions(_) if brief.reserved => self.neither(Neither::Failed("the planner keeps asking")),
            Outcome::Questions(_) if brief.round >= self.config.limits.planner_rounds => {
                self.plan_again(|brief| brief.reserved = true, Note::SubmitNow, turn);
            }
            Outcome::Questions(questions) => self.ask(brief, questions),
            Outcome::None => {
                let code = code.unwrap_or(fence_code::E_NO_FENCE);
                let cut = finish_reason.as_deref() == Some("length");
                let readable = code == fence_code::E_NO_FENCE && !cut;
                if !readable && !brief.reserved && brief.retries < self.config.limits.planner_retries {
                    let note = Note::Unreadable(if cut { fence_code::E_TRUNCATED } else { code }.to_owned());
                    return self.plan_again(|brief| brief.retries += 1, note, turn);
                }
                self.neither(if readable {
                    Neither::Prose
                } else {
                    Neither::Failed("the planner's answer can not be read")
                });
            }
        }
    }

    /// One more planner turn in the same round.
    fn plan_again(&mut self, change: impl FnOnce(&mut Brief), note: Note, turn: &TurnId) {
        let Mode::Planning(planning) = &mut self.s.mode else { return };
        change(&mut planning.brief);
        planning.brief.note = Some(note);
        planning.written = None;
        let request = planning.brief.request.clone();
        self.queue(TurnKind::Plan, &request, Some(turn.clone()));
    }

    fn ask(&mut self, brief: Brief, questions: Vec<Question>) {
        self.mend(About::Planner);
        self.audit(Actor::Model, "asked", "", None);
        self.s.transcript.close_cards();
        self.add(Body::QuestionCard { questions: questions.clone(), active: true });
        let brief = Brief { note: None, retries: 0, ..brief };
        self.s.mode = Mode::AwaitingAnswers(AwaitingAnswers { brief, questions, answers: Default::default() });
    }

    /// The planner has written a plan: a new version, on a card.
    fn planned(&mut self, brief: Brief, base: BasePlan, extra: Option<PlanExtra>, text: &str, codes: &[Code]) {
        self.mend(About::Planner);
        let world = self.known_world();
        let previous = brief.plan.as_ref().and_then(|plan| self.s.version(plan)).map(|version| version.plan.clone());
        let (user_text, files) = match self.s.transcript.own(&brief.request) {
            Some((text, files)) => (text.to_owned(), files.to_vec()),
            None => Default::default(),
        };
        let (plan_id, version) = self.next_reference(brief.plan.as_ref());
        let notes = codes.iter().filter(|code| NOTED.contains(code)).map(|code| (*code).to_owned()).collect();
        let facts = build::Facts {
            plan_id,
            version,
            created_at: rfc3339(self.now),
            user_text: &user_text,
            files: &files,
            world: &world,
            previous: previous.as_ref(),
            taken: &self.s.step_ids,
            locale: self.config.locale,
        };
        let mut plan = build::from_draft(base, extra, text, notes, &facts);
        for entry in void_entries(&plan.scope, world.workspace_path.as_deref(), world.path_style) {
            plan.notes.push(format!("scope entry matches nothing: {entry}"));
        }
        let by_itself = runs_by_itself(self.config.approval, &plan.open_questions);
        let reference = plan.reference.clone();
        self.put_forward(plan, &brief);
        self.audit(Actor::Model, "planned", "", Some(reference.clone()));
        if by_itself {
            self.begin_approval(None, reference, Source::Policy, None);
        }
    }

    /// Makes a version the one that waits, in place of the one before.
    pub(super) fn put_forward(&mut self, plan: crate::plan::Plan, brief: &Brief) {
        if let Some(before) = &brief.plan {
            self.set_status(before, Status::Superseded);
        }
        let reference = plan.reference.clone();
        self.s.step_ids.extend(plan.steps.iter().map(|step| step.id.clone()));
        self.s.versions.push(Version { plan, status: Status::Pending });
        self.s.mode = Mode::AwaitingApproval(AwaitingApproval {
            request: brief.request.clone(),
            plan: reference.clone(),
            revisions: brief.revisions,
            held: false,
            stirred: false,
        });
        self.show(reference);
    }

    /// Id and number of the version that follows.
    pub(super) fn next_reference(&mut self, before: Option<&crate::plan::PlanRef>) -> (String, u32) {
        match before {
            Some(before) => (before.plan_id.clone(), before.version.saturating_add(1)),
            None => {
                let (session, now) = (self.s.id.clone(), self.now);
                (self.counters().plan(&session, now), 1)
            }
        }
    }

    /// The world as last known, or an empty one.
    pub(super) fn known_world(&self) -> World {
        self.page.world.clone().unwrap_or_else(|| World { project_id: self.s.id.clone(), ..World::default() })
    }

    /// Neither plan nor questions: what follows depends on where planning came from. Never parked.
    pub(super) fn neither(&mut self, why: Neither) {
        let Some(brief) = self.brief() else { return };
        self.end_turn();
        let (failed, message) = match why {
            Neither::Prose => (false, "the planner made no plan"),
            Neither::Failed(message) => (true, message),
        };
        self.audit(Actor::Model, "no-plan", message, brief.plan.clone());
        if failed || brief.begun == Begun::Asked {
            self.fault(About::Planner, fault::W_PLANNER_FAILED, message);
        }
        match (brief.begun, brief.plan) {
            (Begun::Revision, Some(plan)) => {
                self.s.mode = Mode::AwaitingApproval(AwaitingApproval {
                    request: brief.request,
                    plan: plan.clone(),
                    revisions: brief.revisions,
                    held: false,
                    stirred: false,
                });
                self.set_status(&plan, Status::Pending);
                self.show(plan);
            }
            (Begun::FirstMessage, _) => {
                self.leave(Exit::Fallback);
                self.queue(TurnKind::Chat, &brief.request, None);
            }
            (Begun::Asked | Begun::Revision, _) => {
                self.leave(Exit::Fallback);
                self.s.mode = Mode::Normal(Normal::default());
            }
        }
    }
}
