//! Turns and profiles: the single place that asks for a profile and releases a turn, and what ends a turn.
//!
//! Source: the machine rules, sections 3, 5.4 and 6.

use super::{Scene, planning::Neither};
use crate::{
    code::fault,
    effect::{Agent, Effect, ReceiptView, TurnInfo},
    event::{ProfileEnd, TurnEnd},
    gate::registry::McpServer,
    ids::{MessageId, TurnId},
    profile::{self, McpProfile, Name},
    prompt,
    receipt::{Receipt, Source},
    session::{About, Interruption, Mode, Page, Phase, Queued, Reading, Session, Stage, Switch, TurnKind, Wish},
    text::rfc3339,
    transcript::{Body, MessageView},
};

impl ReceiptView {
    /// As hosts see it.
    pub fn new(receipt: &Receipt) -> Self {
        Self {
            plan_id: receipt.plan.plan_id.clone(),
            version: receipt.plan.version,
            content_hash: receipt.plan.content_hash.clone(),
            approved_at: rfc3339(receipt.approved_at),
            expires_at: rfc3339(receipt.expires_at),
            project_id: receipt.project_id.clone(),
            workspace_hash: receipt.workspace_hash.clone(),
            source: receipt.source,
            words: receipt.words.clone(),
        }
    }
}

impl Scene<'_> {
    /// Brings the profile towards what is needed and releases the queued turn when it is there. Runs at the end of every
    /// decision, and nowhere else.
    pub(super) fn advance(&mut self) {
        self.abandon_unwanted_switch();
        // INVARIANT: each pass either returns or moves the stage on; the stages are four.
        for _ in 0..8 {
            let Some(queued) = self.s.queued.clone().filter(|queued| queued.owner == self.page.id) else {
                return self.go_back();
            };
            let name = queued.kind.profile();
            match queued.stage {
                Stage::Servers if !self.config.mcp => self.set_stage(Stage::Profile),
                Stage::Servers => {
                    if self.page.failed != Some(name) && !self.awaits(|wish| matches!(wish, Wish::Servers)) {
                        let timeout = self.config.limits.profile_timeout_ms;
                        let id = self.await_for(Wish::Servers, Some(queued.id), Some(timeout));
                        self.effects.push(Effect::ReadServers { id });
                    }
                    return;
                }
                Stage::Profile if self.is_confirmed(name) => self.set_stage(Stage::World),
                Stage::Profile if self.is_stuck() && name == Name::Plan => {
                    // A callback that has not settled in time is a fault of the profile: the planner is not parked on it.
                    self.switch_failed(name, "an earlier switch of the profile has not settled");
                }
                Stage::Profile => {
                    if self.page.failed != Some(name) && self.page.switch.is_none() {
                        self.begin_switch(name, Some(queued.id), "a turn needs it");
                    }
                    return;
                }
                Stage::World => {
                    let reads = |wish: &Wish| matches!(wish, Wish::World { reading: Reading::Turn });
                    if !self.awaits(reads) {
                        let timeout = self.config.limits.world_timeout_ms;
                        let wish = Wish::World { reading: Reading::Turn };
                        let id = self.await_for(wish, Some(queued.id), Some(timeout));
                        self.effects.push(Effect::ReadWorld { id });
                    }
                    return;
                }
                Stage::Ready if !self.is_confirmed(name) => self.set_stage(Stage::Profile),
                Stage::Ready if self.s.turn().is_some() => return,
                Stage::Ready => return self.run(queued),
            }
        }
    }

    /// A switch that nobody waits for has not settled in its time either.
    fn is_stuck(&self) -> bool {
        self.page.switch.as_ref().is_some_and(|switch| switch.abandoned && self.now >= switch.deadline)
    }

    fn set_stage(&mut self, stage: Stage) {
        if let Some(queued) = &mut self.s.queued {
            queued.stage = stage;
        }
    }

    fn awaits(&self, is: impl Fn(&Wish) -> bool) -> bool {
        self.s.awaited.iter().any(|awaited| awaited.owner == self.page.id && is(&awaited.wish))
    }

    fn profile(&self, name: Name) -> McpProfile {
        let servers = self.page.servers.as_deref().unwrap_or_default();
        match name {
            Name::Plan => profile::plan(servers, &self.page.registry),
            Name::Managed => profile::managed(servers),
        }
    }

    /// Whether the host has confirmed exactly this profile; equal servers and tools are the same profile.
    fn is_confirmed(&mut self, name: Name) -> bool {
        if !self.config.mcp {
            return true;
        }
        let hash = self.profile(name).hash;
        match &mut self.page.confirmed {
            Some((confirmed, sealed)) if *sealed == hash => {
                *confirmed = name;
                true
            }
            Some(_) | None => false,
        }
    }

    /// A switch to a profile that is no longer wanted is only waited out: the driver calls nothing more of it.
    fn abandon_unwanted_switch(&mut self) {
        let wanted = match &self.s.queued {
            Some(queued) if queued.owner == self.page.id => queued.kind.profile(),
            Some(_) | None => self.s.mode.profile(),
        };
        let hash = self.profile(wanted).hash;
        if let Some(switch) = self.page.switch.as_mut().filter(|switch| !switch.abandoned && switch.hash != hash) {
            switch.abandoned = true;
            let id = switch.id.clone();
            self.awaited(&id, |wish| matches!(wish, Wish::Profile));
        }
    }

    /// Without a turn: back to the profile that fits the mode, after a switch of this page, while nobody else is at work.
    fn go_back(&mut self) {
        let name = self.s.mode.profile();
        if !self.config.mcp || !self.page.switched || self.page.switch.is_some() || self.page.failed == Some(name) {
            return;
        }
        let busy = self.s.owners().keys().any(|owner| !owner.is_empty() && *owner != self.page.id);
        if !busy && self.s.turn().is_none() && !self.is_confirmed(name) {
            self.begin_switch(name, None, "the mode has changed");
        }
    }

    fn begin_switch(&mut self, name: Name, turn: Option<TurnId>, reason: &'static str) {
        let profile = self.profile(name);
        self.page.confirmed = None;
        self.page.switched = true;
        self.page.epoch += 1;
        // The deadline is the page's: each callback of the switch gets the whole time.
        let id = self.await_for(Wish::Profile, turn, None);
        self.page.switch = Some(Switch {
            id: id.clone(),
            target: name,
            hash: profile.hash.clone(),
            deadline: self.after(self.config.limits.profile_timeout_ms),
            abandoned: false,
        });
        self.effects.push(Effect::ApplyProfile { id, profile, epoch: self.page.epoch, reason });
    }

    pub(super) fn profile_stepped(&mut self, id: &str) {
        self.lowers = true;
        let deadline = self.after(self.config.limits.profile_timeout_ms);
        if let Some(switch) = self.page.switch.as_mut().filter(|switch| switch.id == id) {
            switch.deadline = deadline;
        }
    }

    pub(super) fn profile_ended(&mut self, id: &str, outcome: ProfileEnd) {
        self.lowers = true;
        let Some(switch) = self.page.switch.take_if(|switch| switch.id == id) else { return };
        self.awaited(id, |wish| matches!(wish, Wish::Profile));
        match outcome {
            ProfileEnd::Ok if !switch.abandoned => {
                self.page.confirmed = Some((switch.target, switch.hash));
                self.mend(About::Profile);
            }
            ProfileEnd::Failed { message } if !switch.abandoned => self.switch_failed(switch.target, &message),
            // It has settled at last: what it left is not known, the next switch may begin.
            ProfileEnd::Ok | ProfileEnd::Failed { .. } | ProfileEnd::Aborted => {
                if self.page.failed == Some(switch.target) {
                    self.page.failed = None;
                }
            }
        }
    }

    /// The profile can not be had: the planner is "neither" at once, an explanation is dropped, the rest waits for the
    /// person's next call.
    fn switch_failed(&mut self, target: Name, message: &str) {
        self.fault(About::Profile, fault::W_PROFILE, message);
        self.page.failed = Some(target);
        let queued = self.s.queued.as_ref().filter(|queued| queued.owner == self.page.id).map(|queued| queued.kind);
        match queued {
            Some(TurnKind::Plan) if target == Name::Plan => {
                self.neither(Neither::Failed("the read-only profile could not be applied"));
            }
            Some(TurnKind::Explain) if target == Name::Plan => self.end_turn(),
            Some(TurnKind::Plan | TurnKind::Explain | TurnKind::Chat | TurnKind::Execute) | None => {}
        }
    }

    /// Another gate of the page has switched what both share.
    pub(super) fn profile_lost(&mut self) {
        self.lowers = true;
        self.page.confirmed = None;
    }

    pub(super) fn servers_read(&mut self, id: &str, servers: Option<Vec<McpServer>>, message: &str) {
        self.lowers = true;
        if self.awaited(id, |wish| matches!(wish, Wish::Servers)).is_none() {
            return;
        }
        let target = self.s.queued.as_ref().map_or(Name::Managed, |queued| queued.kind.profile());
        let read = servers.ok_or_else(|| message.to_owned());
        match read.and_then(|servers| self.page.list(servers)) {
            Ok(()) => self.set_stage(Stage::Profile),
            Err(message) => self.switch_failed(target, &message),
        }
    }

    // --- a turn begins

    fn run(&mut self, queued: Queued) {
        if queued.is_lent() {
            self.s.queued = None;
            let wish = Wish::Turn { turn: queued.kind, request: queued.request, retry_of: None };
            let id = self.await_for(wish, Some(queued.id.clone()), None);
            return self.effects.push(Effect::LendTurn { id, turn: queued.id });
        }
        let Some(turn) = self.turn_info(&queued) else {
            self.s.queued = None;
            return;
        };
        self.s.queued = None;
        let timeout = match queued.kind {
            TurnKind::Plan | TurnKind::Explain => Some(self.config.limits.planner_timeout_ms),
            TurnKind::Chat | TurnKind::Execute => None,
        };
        match (queued.kind, &mut self.s.mode, &mut self.s.work) {
            (TurnKind::Explain, Mode::AwaitingApproval(waiting), _) => waiting.stirred = true,
            (TurnKind::Execute, _, Some(work)) => work.phase = Phase::Running,
            (TurnKind::Chat | TurnKind::Execute | TurnKind::Plan | TurnKind::Explain, _, _) => {}
        }
        match queued.kind {
            TurnKind::Chat | TurnKind::Execute => self.s.exit_notice = None,
            TurnKind::Plan | TurnKind::Explain => {}
        }
        let wish = Wish::Turn { turn: queued.kind, request: queued.request, retry_of: queued.retry_of };
        let id = self.await_for(wish, Some(queued.id), timeout);
        self.effects.push(Effect::RunTurn { id, turn: Box::new(turn) });
    }

    fn turn_info(&self, queued: &Queued) -> Option<TurnInfo> {
        let view = |id: &MessageId| self.s.transcript.get(id).map(|message| self.view_of(message));
        let planning = matches!(queued.kind, TurnKind::Plan | TurnKind::Explain);
        let messages = self.s.transcript.all().iter().filter(|message| planning || !message.is_planning());
        let version = match queued.kind {
            TurnKind::Plan | TurnKind::Explain => self.s.waiting(),
            TurnKind::Execute => self.s.work.as_ref().map(|work| &work.plan.reference),
            TurnKind::Chat => None,
        };
        let version = version.and_then(|plan| self.s.version(plan));
        let receipt = self.s.work.as_ref().filter(|_| queued.kind == TurnKind::Execute).map(|work| &work.receipt);
        let approver = match receipt.map(|receipt| receipt.source) {
            Some(Source::Policy) => prompt::Approver::Policy,
            Some(Source::Words | Source::Button | Source::Judge) | None => prompt::Approver::Person,
        };
        let mut system = match (queued.kind, version) {
            (TurnKind::Plan, _) => self.planner_system(),
            (TurnKind::Explain, _) => prompt::explain(),
            (TurnKind::Execute, Some(version)) => prompt::directive(&version.plan, approver),
            (TurnKind::Execute, None) => return None,
            (TurnKind::Chat, _) => String::new(),
        };
        let graph =
            self.s.work.as_ref().filter(|_| queued.kind == TurnKind::Execute).and_then(|work| work.graph.as_ref());
        if let Some(graph) = graph {
            system.push_str(&prompt::tasks(graph));
        }
        if let Some(exit) = self.s.exit_notice.filter(|_| !planning) {
            if !system.is_empty() {
                system.push('\n');
            }
            system.push_str(&prompt::exit_notice(exit));
        }
        Some(TurnInfo {
            id: queued.id.clone(),
            kind: queued.kind,
            agent: if queued.kind == TurnKind::Plan { Agent::Planner } else { Agent::Assistant },
            quiet: queued.kind == TurnKind::Plan,
            system,
            messages: messages.map(|message| self.view_of(message)).collect(),
            request: view(&queued.request)?,
            plan: version.map(|version| Box::new(version.doc())),
            receipt: receipt.map(ReceiptView::new),
            retry_of: queued.retry_of.clone(),
        })
    }

    fn view_of(&self, message: &crate::transcript::Message) -> MessageView {
        message.view(&self.s.versions, self.config.locale)
    }

    fn planner_system(&self) -> String {
        let world = self.known_world();
        let mut system = prompt::planner(&world, world.context7_available);
        if let Mode::Planning(planning) = &self.s.mode
            && let Some(note) = &planning.brief.note
        {
            system.push_str(&prompt::note(note));
        }
        system
    }

    // --- a turn ends

    pub(super) fn turn_ended(&mut self, id: &str, end: TurnEnd) {
        let Some(awaited) = self.awaited(id, |wish| matches!(wish, Wish::Turn { .. })) else { return };
        let Wish::Turn { turn: kind, request, retry_of } = awaited.wish else { return };
        let turn = awaited.turn.unwrap_or_default();
        self.end_turn();
        if end == TurnEnd::Unprofiled {
            self.page.confirmed = None;
            if let (TurnKind::Execute, Some(work)) = (kind, &mut self.s.work) {
                work.phase = Phase::Approved;
            }
            self.queue(kind, &request, retry_of);
            self.set_stage(Stage::Profile);
            return;
        }
        match kind {
            TurnKind::Plan => self.planner_ended(&turn, end),
            TurnKind::Chat => {
                self.lowers = true;
                self.said_by_model(end, false);
            }
            TurnKind::Explain => {
                self.lowers = true;
                self.said_by_model(end, true);
            }
            TurnKind::Execute => {
                self.lowers = true;
                let ended = matches!(end, TurnEnd::Ok { .. });
                self.said_by_model(end, false);
                self.execution_ended(if ended { Interruption::TurnEnded } else { Interruption::TurnFailed });
            }
        }
    }

    /// Keeps what a model said, or shows that it failed.
    fn said_by_model(&mut self, end: TurnEnd, explains: bool) {
        match end {
            TurnEnd::Ok { text, .. } => {
                self.mend(About::Turn);
                if !text.trim().is_empty() {
                    self.add(Body::Said { content: text, explains });
                }
            }
            TurnEnd::Failed { message } => self.fault(About::Turn, fault::W_TURN_FAILED, &message),
            TurnEnd::Unprofiled => {}
        }
    }

    // --- time

    pub(super) fn ticked(&mut self) {
        let now = self.now;
        let due = |at: &Option<u64>| at.is_some_and(|at| now >= at);
        let late: Vec<_> = self
            .s
            .awaited
            .iter()
            .filter(|awaited| awaited.owner == self.page.id && due(&awaited.deadline))
            .cloned()
            .collect();
        self.expire_receipt();
        for awaited in late {
            match awaited.wish {
                Wish::Turn { .. } => {
                    self.turn_ended(&awaited.id, TurnEnd::Failed { message: "the model was too slow".to_owned() });
                }
                Wish::Judge { .. } => self.judge_ended(&awaited.id, None),
                Wish::World { .. } => self.world_read(&awaited.id, None),
                Wish::Servers => self.servers_read(&awaited.id, None, "reading the servers took too long"),
                Wish::Profile | Wish::Tool { .. } => {}
            }
        }
        if let Some((id, _)) = self.page.opening.clone().filter(|(_, at)| now >= *at) {
            self.world_read(&id, None);
        }
        self.expire_switch();
        self.expire_requests();
        self.lowers = true;
    }

    /// A callback has not settled in time: a fault, and no further switch before it does.
    fn expire_switch(&mut self) {
        let now = self.now;
        let late = self.page.switch.as_mut().filter(|switch| !switch.abandoned && now >= switch.deadline);
        let Some(switch) = late else { return };
        switch.abandoned = true;
        let (id, target) = (switch.id.clone(), switch.target);
        self.awaited(&id, |wish| matches!(wish, Wish::Profile));
        self.switch_failed(target, "switching the profile takes too long");
    }
}

/// The next moment at which something may lapse for this page, milliseconds since 1970.
pub fn next_deadline(session: &Session, page: &Page) -> Option<u64> {
    let awaited =
        session.awaited.iter().filter(|awaited| awaited.owner == page.id).filter_map(|awaited| awaited.deadline);
    let requests =
        session.step_requests.iter().filter(|request| request.owner == page.id).map(|request| request.expires_at);
    let receipt = session.work.iter().filter(|work| work.in_force() && !work.void).map(|work| work.receipt.expires_at);
    // An abandoned switch is waited out; only a planner that needs the profile is not kept waiting for ever.
    let planner = session.queued.iter().any(|queued| queued.owner == page.id && queued.kind.profile() == Name::Plan);
    let switch = page.switch.iter().filter(|switch| !switch.abandoned || planner).map(|switch| switch.deadline);
    let opening = page.opening.iter().map(|(_, deadline)| *deadline);
    awaited.chain(requests).chain(receipt).chain(switch).chain(opening).min()
}

/// Whether nothing is on its way that does not wait for a person: an open step request and its turn do not count, nor does
/// a turn that a fault of the profile holds back until the person's next call.
pub fn is_settled(session: &Session, page: &Page) -> bool {
    let asks = !session.step_requests.is_empty();
    let waits = session.awaited.iter().any(|awaited| !(asks && matches!(awaited.wish, Wish::Turn { .. })));
    let stuck = page.failed.is_some() || page.switch.as_ref().is_some_and(|switch| switch.abandoned);
    let queued = session.queued.is_some() && !(stuck && page.faults.contains_key(&About::Profile));
    let switching = page.switch.as_ref().is_some_and(|switch| !switch.abandoned);
    !waits && !queued && !switching && page.opening.is_none()
}
