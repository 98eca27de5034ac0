//! What happens next: session, page and event in, the next session and effects out. Total and pure.
//!
//! All branching on the mode lives in this room; every other room is a leaf that does not know the mode. No function here
//! emits a turn by itself: it sets `queued`, and `turn::advance`, at the end of every decision, asks for the profile that is
//! needed and releases the turn only when exactly that profile is confirmed. Source: the machine rules.

mod answer;
mod approve;
mod edit;
mod open;
mod planning;
mod reply;
mod say;
mod task;
mod tool;
mod turn;
mod work;
mod world;

use std::collections::BTreeSet;

use crate::plain::Plain;
use crate::{
    audit::{Actor, Entry},
    code::{Code, misuse, ruling},
    config::{Config, machine},
    effect::{Effect, Notice},
    event::Event,
    ids::{AwaitId, Counters, MessageId, Ticket, TurnId},
    plan::{PlanRef, Status},
    prompt::Exit,
    session::{
        About, Awaited, Fault, Mode, Normal, Page, Pending, Queued, ReplyResult, SendResult, Session, Stage,
        StepRequest, TurnKind, Wish,
    },
    sorted::grown,
    text::rfc3339,
    transcript::{Body, Message},
};

pub use say::{expects, reads};
pub use tool::{Tool, authorize, standing, visible};
pub use turn::{is_settled, next_deadline};

/// What follows from an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The next session.
    pub session: Session,
    /// The next page.
    pub page: Page,
    /// What the host is asked, in order; to be carried out only when the session is committed.
    pub effects: Vec<Effect>,
    /// The change lowers authority or grants none: it is acted on even where it can not be saved.
    pub lowers: bool,
}

/// Decides. Never panics, never refuses silently: an event that can not be taken leaves the session as it was and is
/// answered by one `Refuse`.
pub fn decide(session: Session, page: Page, event: Event, now: u64, config: &Config) -> Decision {
    let (receipts, approvals) = (session.receipts.len(), session.step_approvals.len());
    let mut scene = Scene { s: session, page, now, config, effects: Vec::new(), lowers: false };
    if event.is_persons() {
        scene.page.failed = None;
    }
    let closes = event == Event::Closed;
    scene.take(event);
    scene.act_on_decided();
    if !closes {
        scene.advance();
    }
    scene.settle_tickets();
    scene.prune();
    scene.page.made.raise(&scene.s.counters);
    scene.page.live = scene.live();
    let starts = |effect: &Effect| {
        matches!(
            effect,
            Effect::RunTurn { .. } | Effect::LendTurn { .. } | Effect::RunTool { .. } | Effect::AskJudge { .. }
        )
    };
    // A receipt or a step approval raises authority, whatever else the event has done.
    let raises = scene.s.receipts.len() > receipts || scene.s.step_approvals.len() > approvals;
    let lowers = scene.lowers && !raises && !scene.effects.iter().any(starts);
    Decision { session: scene.s, page: scene.page, effects: scene.effects, lowers }
}

/// One decision under way.
struct Scene<'a> {
    s: Session,
    page: Page,
    now: u64,
    config: &'a Config,
    effects: Vec<Effect>,
    lowers: bool,
}

impl Scene<'_> {
    fn take(&mut self, event: Event) {
        match event {
            Event::UserSent { ticket, text, files, plan, under } => {
                self.user_sent(ticket, text, files, plan, under.as_ref());
            }
            Event::UserEdited { ticket, message_id, text } => self.user_edited(ticket, &message_id, text),
            Event::UserAnswered { ticket, answers, card } => self.user_answered(ticket, answers, card.as_deref()),
            Event::UserDecided { ticket, plan_ref, intent, comment } => {
                self.user_decided(ticket, plan_ref.as_ref(), intent, comment);
            }
            Event::UserDecidedStep { ticket, request_id, granted, comment } => {
                self.user_decided_step(ticket, &request_id, granted, comment);
            }
            Event::UserCancelled { ticket } => self.user_cancelled(ticket),
            Event::UserResumed { ticket, plan_ref } => self.user_resumed(ticket, plan_ref.as_ref()),
            Event::SuggestionTaken { ticket, message_id } => self.suggestion_taken(ticket, message_id.as_deref()),
            Event::SuggestionPassed { ticket, message_id } => self.suggestion_passed(ticket, message_id.as_deref()),
            Event::PlanEdited { ticket, plan_ref, plan } => self.plan_edited(ticket, plan_ref.as_ref(), plan),
            Event::Opened { gone } => self.opened(&gone),
            Event::OwnerLost { owner } => self.owner_lost(&owner),
            Event::Closed => self.closed(),
            // What follows from another page's commit is settled at the end of every decision.
            Event::Refreshed => self.refreshed(),
            Event::ServersRead { id, servers, message } => self.servers_read(&id, servers, &message),
            Event::WorldRead { id, world } => self.world_read(&id, world),
            Event::WorldTold { ticket, patch } => self.world_told(ticket, patch),
            Event::ProfileStepped { id } => self.profile_stepped(&id),
            Event::ProfileEnded { id, outcome } => self.profile_ended(&id, outcome),
            Event::ProfileLost => self.profile_lost(),
            Event::TurnWanted { ticket } => self.turn_wanted(ticket),
            Event::ReceiptSigned { ticket, plan_ref, approved_at, signature } => {
                self.receipt_signed(ticket, &plan_ref, &approved_at, signature);
            }
            Event::TurnEnded { id, outcome } => self.turn_ended(&id, outcome),
            Event::JudgeEnded { id, answer } => self.judge_ended(&id, answer.as_deref()),
            Event::ToolAsked { ticket, turn, call } => self.tool_asked(ticket, turn, call),
            Event::ToolWithdrawn { ticket } => self.tool_withdrawn(&ticket),
            Event::ToolEnded { id } => self.tool_ended(&id),
            Event::TaskTold { ticket, task } => self.task_told(ticket, &task),
            Event::Ticked => self.ticked(),
        }
    }

    // --- answers to the public API

    fn resolve(&mut self, ticket: Ticket, result: &dyn Plain) {
        self.page.tickets.remove(&ticket);
        let result = result.plain();
        self.effects.push(Effect::Resolve { ticket, result });
    }

    fn refuse(&mut self, ticket: Ticket, code: Code, message: &str) {
        self.page.tickets.remove(&ticket);
        self.effects.push(Effect::Refuse { ticket, code, message: message.to_owned() });
    }

    /// Answers every call whose wait nothing stands for any more: the work it waited for was dropped, here or elsewhere.
    fn settle_tickets(&mut self) {
        let waits = |ticket: &Ticket, s: &Session, page: &Page| {
            s.awaited.iter().any(|awaited| awaited.owner == page.id && awaited.ticket() == Some(ticket))
                || s.step_requests.iter().any(|request| request.owner == page.id && request.ticket == *ticket)
        };
        let over: Vec<Ticket> =
            self.page.tickets.keys().filter(|ticket| !waits(ticket, &self.s, &self.page)).cloned().collect();
        for ticket in over {
            match self.page.tickets.remove(&ticket) {
                Some(Pending::Judged(result)) => self.resolve(ticket, &result),
                Some(Pending::Approval(_)) => {
                    self.refuse(ticket, misuse::ERR_ALREADY_RESOLVED, "another decision came first");
                }
                Some(Pending::Tool { server, tool, step_id }) => {
                    let refusal = self.refusal(ruling::ERR_TURN_OVER, server, tool, step_id);
                    self.effects.push(Effect::RefuseTool { ticket, refusal });
                }
                None => {}
            }
        }
    }

    /// The counters, past every number that this page has seen given.
    fn counters(&mut self) -> &mut Counters {
        self.s.counters.raise(&self.page.made);
        &mut self.s.counters
    }

    /// What this page's host works at.
    fn live(&self) -> BTreeSet<String> {
        let me = &self.page.id;
        let mine = self.s.awaited.iter().filter(|awaited| awaited.owner == *me).map(|awaited| awaited.id.clone());
        let queued = self.s.queued.iter().filter(|queued| queued.owner == *me).map(|queued| queued.id.clone());
        grown(mine.chain(queued))
    }

    /// What was read from the store may name work as this page's that it has already ended: by an act that could not be
    /// saved, or by a commit whose answer was lost. Nobody works at it any more, so it is taken over like any other's.
    fn refreshed(&mut self) {
        self.lowers = true;
        let (me, live, tickets) = (self.page.id.clone(), &self.page.live, &self.page.tickets);
        let mut left = false;
        for awaited in self.s.awaited.iter_mut().filter(|awaited| awaited.owner == me && !live.contains(&awaited.id)) {
            awaited.owner.clear();
            left = true;
        }
        for queued in self.s.queued.iter_mut().filter(|queued| queued.owner == me && !live.contains(&queued.id)) {
            queued.owner.clear();
            left = true;
        }
        let waits = |request: &StepRequest| request.owner != me || tickets.contains_key(&request.ticket);
        for request in self.s.step_requests.iter_mut().filter(|request| !waits(request)) {
            request.owner.clear();
            left = true;
        }
        self.s.decided.retain(|decided| waits(&decided.request));
        if left {
            self.owner_lost(&String::new());
        }
    }

    /// The moment that is so many milliseconds from now, at most the end of time.
    fn after(&self, ms: u64) -> u64 {
        self.now.saturating_add(ms).min(machine::TIME_MAX_MS)
    }

    // --- messages

    fn add(&mut self, body: Body) -> MessageId {
        let id = self.counters().message();
        self.s.transcript.push(Message { id: id.clone(), created_at: rfc3339(self.now), body });
        self.notify(Notice::Message { added: Some(id.clone()), removed: Vec::new() });
        id
    }

    fn removed(&mut self, ids: Vec<MessageId>) {
        if !ids.is_empty() {
            self.notify(Notice::Message { added: None, removed: ids });
        }
    }

    fn notify(&mut self, notice: Notice) {
        self.effects.push(Effect::Notify { notice });
    }

    /// Shows a version as the newest message; only this card is active.
    fn show(&mut self, plan: PlanRef) {
        self.s.transcript.close_cards();
        self.add(Body::PlanCard { plan, active: true });
    }

    fn audit(&mut self, who: Actor, what: &str, detail: &str, plan: Option<PlanRef>) {
        let detail = detail.chars().take(2_000).collect();
        self.s.audit.push(Entry { at: rfc3339(self.now), who, what: what.to_owned(), detail, plan });
    }

    // --- faults

    fn fault(&mut self, about: About, code: Code, message: &str) {
        let message = message.to_owned();
        self.notify(Notice::Fault { code, message: message.clone() });
        let since = self.page.faults.get(&about).map_or(self.now, |fault| fault.since);
        self.page.faults.insert(about, Fault { code, message, since });
    }

    fn mend(&mut self, about: About) {
        self.page.faults.remove(&about);
    }

    // --- plans

    fn set_status(&mut self, plan: &PlanRef, status: Status) {
        for version in &mut self.s.versions {
            if version.plan.reference == *plan {
                version.status = status;
            }
        }
    }

    /// Forgets versions that neither a card nor the state names.
    fn prune(&mut self) {
        let s = &self.s;
        let carded = |plan: &PlanRef| {
            s.transcript
                .all()
                .iter()
                .any(|message| matches!(&message.body, Body::PlanCard { plan: shown, .. } if shown == plan))
        };
        let named = |plan: &PlanRef| {
            s.newest() == Some(plan)
                || s.waiting() == Some(plan)
                || s.history.as_ref() == Some(plan)
                || s.work.as_ref().is_some_and(|work| work.plan.reference == *plan)
        };
        if s.versions.iter().all(|version| carded(&version.plan.reference) || named(&version.plan.reference)) {
            return;
        }
        let kept: Vec<_> = s
            .versions
            .iter()
            .filter(|version| carded(&version.plan.reference) || named(&version.plan.reference))
            .cloned()
            .collect();
        self.s.versions = kept;
    }

    // --- turns and what is awaited

    fn queue(&mut self, kind: TurnKind, request: &MessageId, retry_of: Option<TurnId>) {
        let id = self.counters().turn();
        self.s.queued = Some(Queued {
            id,
            kind,
            owner: self.page.id.clone(),
            request: request.clone(),
            retry_of,
            since: self.now,
            stage: Stage::Servers,
        });
    }

    fn await_for(&mut self, wish: Wish, turn: Option<TurnId>, timeout_ms: Option<u64>) -> AwaitId {
        let id = self.counters().awaited();
        self.s.awaited.push(Awaited {
            id: id.clone(),
            wish,
            turn,
            owner: self.page.id.clone(),
            since: self.now,
            deadline: timeout_ms.map(|ms| self.after(ms)),
        });
        id
    }

    /// Takes out what is awaited under this id, if this page awaits it.
    fn awaited(&mut self, id: &str, is: impl Fn(&Wish) -> bool) -> Option<Awaited> {
        let mine = |awaited: &Awaited| awaited.id == id && awaited.owner == self.page.id && is(&awaited.wish);
        let position = self.s.awaited.iter().position(mine)?;
        Some(self.s.awaited.remove(position))
    }

    /// Ends the turn that waits or runs, with its calls and step requests. What it says later is dropped.
    fn end_turn(&mut self) {
        let changing = |awaited: &Awaited| match &awaited.wish {
            Wish::Tool { tool, changes, .. } if *changes => Some(tool.clone()),
            Wish::Tool { .. }
            | Wish::Turn { .. }
            | Wish::Servers
            | Wish::Profile
            | Wish::World { .. }
            | Wish::Judge { .. } => None,
        };
        // Such a call may have taken effect, or may yet: whoever reads the trail must know.
        for tool in self.s.awaited.iter().filter_map(changing).collect::<Vec<_>>() {
            self.audit(Actor::Host, "call-abandoned", &tool, None);
        }
        self.s.queued = None;
        self.s.step_requests.clear();
        self.s.decided.clear();
        self.s.awaited.retain(|awaited| match &awaited.wish {
            Wish::Turn { .. } | Wish::Tool { .. } | Wish::Servers => false,
            Wish::World { reading } => match reading {
                crate::session::Reading::Approve { .. } => true,
                crate::session::Reading::Turn | crate::session::Reading::Called { .. } => false,
            },
            Wish::Profile | Wish::Judge { .. } => true,
        });
    }

    /// Takes back what was asked about a reply: the judge's verdict and an approval on its way.
    fn end_reading(&mut self) {
        self.s.awaited.retain(|awaited| match &awaited.wish {
            Wish::Judge { .. } | Wish::World { reading: crate::session::Reading::Approve { .. } } => false,
            Wish::Turn { .. } | Wish::Tool { .. } | Wish::Servers | Wish::Profile | Wish::World { .. } => true,
        });
    }

    // --- leaving planning

    /// Back to normal; every card becomes history, everything of the planner is dropped.
    fn leave(&mut self, exit: Exit) {
        self.end_turn();
        self.end_reading();
        self.s.transcript.close_cards();
        self.s.mode = Mode::Normal(Normal::default());
        self.s.exit_notice = Some(exit);
    }

    fn reply_result(&self, message_id: MessageId, reading: crate::approval::Reading) -> SendResult {
        SendResult {
            route: crate::session::Route::Reply,
            message_id,
            reply: Some(ReplyResult {
                intent: reading.intent,
                hold: reading.hold,
                reason_code: reading.reason.to_owned(),
                judged: false,
            }),
        }
    }
}
