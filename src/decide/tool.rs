//! Tool calls: which turn they belong to, what stands behind the session, what is seen. The ruling itself is the gate's.
//!
//! Source: the machine rules, sections 2, 3, 5.3 and 5.5; the authorization rules, section 8.

use serde_json::Value;

use super::{
    Scene,
    task::{Change, TASK_TOOLS},
};
use crate::{
    audit::Actor,
    code::{Code, ruling},
    config::{Config, Unplanned, machine},
    effect::{Effect, Notice, Refusal},
    gate::{self, Call, Context, Decision, Ruling, Standing, registry},
    ids::{StepId, Ticket, TurnId},
    profile::{OWN_SERVER, WRITE_PLAN},
    session::{Mode, Page, Pending, Phase, Session, StepRequest, TurnKind, Wish},
    world::World,
};

/// A tool as a list names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tool {
    /// Server.
    pub server: String,
    /// Tool.
    pub name: String,
}

/// The turn a call belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Under {
    /// The turn whose handle was used is over.
    Over,
    /// No turn runs.
    None,
    /// This one.
    Turn(TurnKind),
}

fn under(session: &Session, page: &Page, turn: Option<&TurnId>) -> Under {
    let running = session.turn().filter(|(awaited, _)| awaited.owner == page.id);
    match (running, turn) {
        (Some((awaited, kind)), Some(turn)) if awaited.turn.as_ref() == Some(turn) => Under::Turn(kind),
        (_, Some(_)) => Under::Over,
        (Some((_, kind)), None) => Under::Turn(kind),
        // A turn of another page is that page's; here the call is judged by mode and plan.
        (None, None) => Under::None,
    }
}

/// What stands behind the session for the gate to judge by.
pub fn standing<'a>(session: &'a Session, config: &Config) -> Standing<'a> {
    match (&session.mode, &session.work) {
        (Mode::Planning(_) | Mode::AwaitingAnswers(_) | Mode::AwaitingApproval(_), _) => Standing::ReadOnly,
        (Mode::Normal(normal), _) if normal.suggestion.is_some() => Standing::ReadOnly,
        (Mode::Normal(_), Some(work)) if work.in_force() => match work.phase {
            Phase::Running => Standing::Planned {
                plan: &work.plan.reference,
                scope: &work.plan.scope,
                receipt: (!work.void).then_some(&work.receipt),
                workspace_now: &work.workspace_now,
            },
            Phase::Approved | Phase::Interrupted(_) | Phase::Done => Standing::ReadOnly,
        },
        (Mode::Normal(_), Some(_) | None) => match config.unplanned {
            Unplanned::Ask => Standing::UnplannedAsk,
            Unplanned::Host => Standing::UnplannedHost,
        },
    }
}

fn rule(session: &Session, page: &Page, call: &Call, now: u64, config: &Config) -> (Ruling, Option<usize>) {
    let unknown = World { project_id: session.id.clone(), ..World::default() };
    let world = page.world.as_ref().unwrap_or(&unknown);
    let none = Default::default();
    let work = session.work.as_ref().filter(|work| work.in_force());
    let (blocked_steps, refused) = work.map_or((&none, &session.refused), |work| (&work.blocked, &work.refused));
    let context = Context {
        standing: standing(session, config),
        root: world.workspace_path.as_deref(),
        path_style: world.path_style,
        shell: world.shell,
        now,
        project_id: &world.project_id,
        workspace_hash: &world.workspace_hash,
        blocked_steps,
        refused,
        step_approvals: &session.step_approvals,
        realpaths: &world.realpaths,
        sandbox_isolated: world.sandbox_isolated,
        tool_hashes: None,
        exposed: None,
        registry: &page.registry,
    };
    gate::weigh(call, &context)
}

/// A call without a step, or with one that the plan does not have, belongs to the step at work, if one is.
fn with_step(session: &Session, mut call: Call) -> Call {
    let Some(work) = session.work.as_ref().filter(|work| work.in_force()) else { return call };
    let is_known = |id: &String| work.plan.steps.iter().any(|step| step.id == *id);
    if !call.step_id.as_ref().is_some_and(is_known)
        && let Some(step) = work.step_at_work()
    {
        call.step_id = Some(step.to_owned());
    }
    call
}

fn denied(code: Code) -> Ruling {
    Ruling { decision: Decision::Deny, code, findings: vec![code], reads_only: false, atoms: Default::default() }
}

/// What the gate says of a call, without asking or running anything.
pub fn authorize(
    session: &Session,
    page: &Page,
    turn: Option<&TurnId>,
    call: Call,
    now: u64,
    config: &Config,
) -> (Ruling, Option<Refusal>) {
    let call = with_step(session, call);
    let ruling = match under(session, page, turn) {
        Under::Over => denied(ruling::ERR_TURN_OVER),
        Under::Turn(TurnKind::Explain) => denied(ruling::ERR_PLAN_READ_ONLY),
        Under::None | Under::Turn(TurnKind::Plan | TurnKind::Chat | TurnKind::Execute) if call.server == OWN_SERVER => {
            match own_tool_at(session, page, turn, &call.tool) {
                true => Ruling {
                    decision: Decision::Allow,
                    code: ruling::ALLOW_READ,
                    findings: Vec::new(),
                    reads_only: true,
                    atoms: Default::default(),
                },
                false => denied(ruling::ERR_TOOL_NAME),
            }
        }
        Under::None | Under::Turn(TurnKind::Plan | TurnKind::Chat | TurnKind::Execute) => {
            rule(session, page, &call, now, config).0
        }
    };
    let refusal = (ruling.decision == Decision::Deny)
        .then(|| refusal_of(session, ruling.code, call.server.clone(), call.tool.clone(), call.step_id.clone()));
    (ruling, refusal)
}

/// Whether the package's own tool may be called now.
fn own_tool_at(session: &Session, page: &Page, turn: Option<&TurnId>, tool: &str) -> bool {
    match under(session, page, turn) {
        Under::Turn(TurnKind::Plan) => tool == WRITE_PLAN,
        Under::Turn(TurnKind::Execute) => TASK_TOOLS.contains(&tool),
        Under::Turn(TurnKind::Chat | TurnKind::Explain) | Under::None | Under::Over => false,
    }
}

/// Which of these tools the model may see now.
pub fn visible(session: &Session, page: &Page, turn: Option<&TurnId>, tools: &[Tool]) -> Vec<bool> {
    let seen = |tool: &Tool| -> bool {
        let under = under(session, page, turn);
        if matches!(under, Under::Over | Under::Turn(TurnKind::Explain)) {
            return false;
        }
        let own = tool.server == OWN_SERVER;
        let read = || {
            let known = page.listed(&tool.server, &tool.name);
            let plain = registry::McpTool {
                name: tool.name.clone(),
                wire: None,
                annotations: None,
                description: None,
                kind: None,
                args: None,
            };
            registry::in_plan_profile(&page.registry, &tool.server, known.unwrap_or(&plain))
        };
        match (&session.mode, session.work.as_ref().filter(|work| work.in_force())) {
            (Mode::Planning(_), _) => {
                if own {
                    tool.name == WRITE_PLAN
                } else {
                    read()
                }
            }
            (Mode::AwaitingAnswers(_) | Mode::AwaitingApproval(_), _) => false,
            (Mode::Normal(normal), _) if normal.suggestion.is_some() => false,
            (Mode::Normal(_), Some(work)) => match work.phase {
                Phase::Approved | Phase::Done => false,
                Phase::Running if own => TASK_TOOLS.contains(&tool.name.as_str()) && work.graph.is_some(),
                Phase::Running => !work.void || read(),
                Phase::Interrupted(_) => !own && read(),
            },
            (Mode::Normal(_), None) => !own,
        }
    };
    tools.iter().map(seen).collect()
}

fn refusal_of(session: &Session, code: Code, server: String, tool: String, step_id: Option<StepId>) -> Refusal {
    Refusal {
        refused: true,
        code,
        mode: session.mode.name(),
        server,
        tool,
        step_id,
        hint: gate::hint(code),
        retry: false,
    }
}

impl Scene<'_> {
    pub(super) fn refusal(&self, code: Code, server: String, tool: String, step_id: Option<StepId>) -> Refusal {
        refusal_of(&self.s, code, server, tool, step_id)
    }

    pub(super) fn answer_refused(&mut self, ticket: Ticket, code: Code, call: &Call) {
        self.lowers = true;
        self.page.tickets.remove(&ticket);
        let refusal = self.refusal(code, call.server.clone(), call.tool.clone(), call.step_id.clone());
        self.audit(Actor::Model, "refused", &format!("{code} {}", gate::shown(call)), None);
        self.notify(Notice::Refusal { refusal: refusal.clone() });
        self.effects.push(Effect::RefuseTool { ticket, refusal });
    }

    pub(super) fn tool_asked(&mut self, ticket: Ticket, turn: Option<TurnId>, call: Call) {
        let call = with_step(&self.s, call);
        if call.args.to_string().len() > machine::CALL_CHARS_MAX {
            return self.answer_refused(ticket, ruling::ERR_BAD_ARGS, &call);
        }
        match under(&self.s, &self.page, turn.as_ref()) {
            Under::Over => self.answer_refused(ticket, ruling::ERR_TURN_OVER, &call),
            Under::Turn(TurnKind::Explain) => self.answer_refused(ticket, ruling::ERR_PLAN_READ_ONLY, &call),
            Under::None | Under::Turn(TurnKind::Plan | TurnKind::Chat | TurnKind::Execute)
                if call.server == OWN_SERVER =>
            {
                if own_tool_at(&self.s, &self.page, turn.as_ref(), &call.tool) {
                    self.own_tool(ticket, &call);
                } else {
                    self.answer_refused(ticket, ruling::ERR_TOOL_NAME, &call);
                }
            }
            Under::None | Under::Turn(TurnKind::Plan | TurnKind::Chat | TurnKind::Execute) => {
                let turn = self.s.turn().filter(|(awaited, _)| awaited.owner == self.page.id);
                let turn = turn.and_then(|(awaited, _)| awaited.turn.clone());
                self.judge_call(ticket, turn, call);
            }
        }
    }

    /// The gate's ruling, acted on.
    pub(super) fn judge_call(&mut self, ticket: Ticket, turn: Option<TurnId>, call: Call) {
        let (ruling, spent) = rule(&self.s, &self.page, &call, self.now, self.config);
        match ruling.decision {
            Decision::Deny => self.answer_refused(ticket, ruling.code, &call),
            Decision::Allow => {
                if ruling.code == ruling::ALLOW_STEP_APPROVED
                    && let Some(index) = spent
                    && index < self.s.step_approvals.len()
                {
                    self.s.step_approvals.remove(index);
                }
                if !ruling.reads_only {
                    self.audit(Actor::Model, "called", &format!("{} {}", ruling.code, gate::shown(&call)), None);
                    self.note_change(Change::Announced);
                }
                let wish = Wish::Tool {
                    ticket: ticket.clone(),
                    tool: format!("{}/{}", call.server, call.tool),
                    changes: !ruling.reads_only,
                    step_id: call.step_id.clone(),
                };
                self.wait_for_tool(&ticket, &call);
                let id = self.await_for(wish, turn, None);
                self.effects.push(Effect::RunTool { id, ticket, call });
            }
            Decision::StepApproval => self.request_step(ticket, turn, call, ruling),
        }
    }

    fn wait_for_tool(&mut self, ticket: &Ticket, call: &Call) {
        let pending =
            Pending::Tool { server: call.server.clone(), tool: call.tool.clone(), step_id: call.step_id.clone() };
        self.page.tickets.insert(ticket.clone(), pending);
    }

    /// A person is asked about this one call. Without a turn there is nobody who could wait for the answer.
    fn request_step(&mut self, ticket: Ticket, turn: Option<TurnId>, call: Call, ruling: Ruling) {
        if turn.is_none() || self.s.step_requests.len() >= machine::STEP_REQUESTS_MAX {
            return self.answer_refused(ticket, ruling.code, &call);
        }
        self.audit(Actor::Model, "step-asked", &format!("{} {}", ruling.code, gate::shown(&call)), None);
        self.wait_for_tool(&ticket, &call);
        let id = self.counters().request();
        self.s.step_requests.push(StepRequest {
            id: id.clone(),
            code: ruling.code.to_owned(),
            step_id: call.step_id.clone(),
            call,
            turn,
            owner: self.page.id.clone(),
            ticket,
            atoms: ruling.atoms,
            expires_at: self.after(self.config.limits.step_approval_ms),
        });
        self.notify(Notice::Step { request_id: id });
    }

    /// The caller's own signal has fired: nobody waits for the answer any more.
    pub(super) fn tool_withdrawn(&mut self, ticket: &Ticket) {
        self.lowers = true;
        let me = self.page.id.clone();
        self.s.step_requests.retain(|request| !(request.owner == me && request.ticket == *ticket));
        self.s.awaited.retain(|awaited| !(awaited.owner == me && awaited.ticket() == Some(ticket)));
    }

    pub(super) fn answer_tool(&mut self, ticket: Ticket, result: Value) {
        self.page.tickets.remove(&ticket);
        self.effects.push(Effect::AnswerTool { ticket, result: Some(result) });
    }
}
