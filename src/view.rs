//! The session as hosts see it: one snapshot, in sections that are handed over only when they change. Derives, stores nothing.
//!
//! Source: the machine rules, section 2; the public API (`Snapshot`).

use serde_json::Value;

use crate::plain::{Members, Plain, object};
use crate::{
    code::ruling_of,
    config::{Config, Locale},
    effect::ReceiptView,
    gate::{self, Call},
    plan::FileRef,
    plan::PlanDoc,
    profile,
    question::{Answers, Question},
    session::{Interruption, Mode, Page, Phase, Session, TurnKind, Wish},
    text::rfc3339,
    transcript::MessageView,
    world::SandboxDir,
};

/// The questions that are open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanPending {
    /// The request, verbatim.
    pub user_text: String,
    /// Paths of its files.
    pub file_paths: Vec<String>,
    /// Its files.
    pub files: Vec<FileRef>,
    /// The open card's questions.
    pub questions: Vec<Question>,
    /// Answers to them so far.
    pub answers: Answers,
    /// The sandbox as last known.
    pub sandbox: Value,
    /// Whether the documentation service is there.
    pub context7_available: bool,
}

impl Plain for PlanPending {
    fn plain(&self) -> Value {
        let mut members = Members::default();
        members.put("userText", &self.user_text);
        members.put("filePaths", &self.file_paths);
        members.put("files", &self.files);
        members.put("questions", &self.questions);
        members.put("answers", &self.answers);
        members.put("sandbox", &self.sandbox);
        members.put("context7Available", &self.context7_available);
        members.value()
    }
}

/// A step request as hosts see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepRequestView {
    /// `r<n>`.
    pub request_id: String,
    /// Why it asks.
    pub code: String,
    /// The call.
    pub call: Call,
    /// The call for reading, non-ASCII escaped.
    pub shown: String,
    /// Step it belongs to.
    pub step_id: Option<String>,
    /// That step's action.
    pub step_text: Option<String>,
    /// Why now, in the model's words.
    pub why: String,
    /// How such an act can be undone.
    pub recover: String,
    /// RFC 3339, UTC.
    pub expires_at: String,
}

impl Plain for StepRequestView {
    fn plain(&self) -> Value {
        let mut members = Members::default();
        members.put("requestId", &self.request_id);
        members.put("code", &self.code);
        members.put("call", &self.call);
        members.put("shown", &self.shown);
        members.put("stepId", &self.step_id);
        members.put("stepText", &self.step_text);
        members.put("why", &self.why);
        members.put("recover", &self.recover);
        members.put("expiresAt", &self.expires_at);
        members.value()
    }
}

/// The sections of a snapshot.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sections {
    /// Mode, state, status, turn, composer, suggestion, profile, faults, execution, approval.
    pub facts: Value,
    /// The messages.
    pub messages: Vec<MessageView>,
    /// Plan and pending questions.
    pub plan: Value,
    /// Open step requests and interrupts.
    pub requests: Value,
    /// Tasks, progress, todo.
    pub tasks: Value,
}

fn phase_name(session: &Session) -> Option<(&'static str, Option<&'static str>)> {
    let work = session.work.as_ref()?;
    Some(match work.phase {
        Phase::Approved => ("approved", None),
        Phase::Running if session.step_requests.is_empty() => ("running", None),
        Phase::Running => ("paused", None),
        Phase::Interrupted(reason) => (
            "interrupted",
            Some(match reason {
                Interruption::TurnEnded => "turn-ended",
                Interruption::TurnFailed => "turn-failed",
                Interruption::Stopped => "stopped",
                Interruption::Reload => "reload",
                Interruption::ReceiptVoid => "receipt-void",
                Interruption::Edited => "edited",
            }),
        ),
        Phase::Done => ("done", None),
    })
}

fn status(session: &Session) -> &'static str {
    let turn = session.turn().map(|(_, kind)| kind);
    let judging = session.awaited.iter().any(|awaited| matches!(awaited.wish, Wish::Judge { .. }));
    match &session.mode {
        Mode::Planning(_) if turn == Some(TurnKind::Plan) => "planning",
        Mode::Planning(_) => "switching",
        Mode::AwaitingAnswers(_) => "asking",
        Mode::AwaitingApproval(_) if judging => "judging",
        Mode::AwaitingApproval(_) if turn == Some(TurnKind::Explain) => "chatting",
        Mode::AwaitingApproval(_) => "idle",
        Mode::Normal(_) if !session.step_requests.is_empty() => "stepping",
        Mode::Normal(_) => match (turn, phase_name(session)) {
            (Some(TurnKind::Execute), _) => "executing",
            (Some(_), _) => "chatting",
            (None, Some(("approved", _))) => "switching",
            (None, _) if session.queued.is_some() => "switching",
            (None, Some(("interrupted", _))) => "interrupted",
            (None, _) => "idle",
        },
    }
}

fn composer(session: &Session) -> Value {
    let reason = match &session.mode {
        Mode::Planning(_) => Some("turn"),
        Mode::AwaitingAnswers(_) => Some("ERR_PLAN_PENDING"),
        Mode::AwaitingApproval(_) => None,
        Mode::Normal(_) => session.work.as_ref().and_then(|work| match work.phase {
            Phase::Approved => Some("switching"),
            Phase::Running => Some("turn"),
            Phase::Interrupted(_) | Phase::Done => None,
        }),
    };
    object(&[("locked", &reason.is_some()), ("reason", &reason)])
}

fn profile_name(name: profile::Name) -> &'static str {
    match name {
        profile::Name::Plan => "plan",
        profile::Name::Managed => "managed",
    }
}

fn facts(session: &Session, page: &Page, now: u64, config: &Config) -> Value {
    let state = match &session.mode {
        Mode::AwaitingAnswers(_) => Some("questions"),
        Mode::Normal(_) | Mode::Planning(_) | Mode::AwaitingApproval(_) => session.newest().map(|_| "plan"),
    };
    let turn = session.turn().map(|(awaited, kind)| {
        object(&[
            ("id", &awaited.turn),
            ("kind", &kind),
            ("startedAt", &rfc3339(awaited.since)),
            ("deadline", &awaited.deadline.map(rfc3339)),
            ("here", &(awaited.owner == page.id)),
        ])
    });
    let suggestion = match &session.mode {
        Mode::Normal(normal) => normal.suggestion.as_ref(),
        Mode::Planning(_) | Mode::AwaitingAnswers(_) | Mode::AwaitingApproval(_) => None,
    };
    let wanted = session.mode.profile();
    let confirmed = if config.mcp { page.confirmed.as_ref().map(|(name, _)| *name) } else { Some(wanted) };
    let fault = page.faults.get(&crate::session::About::Profile).map(|fault| fault.code);
    object(&[
        ("mode", &session.mode.name()),
        ("state", &state),
        ("status", &status(session)),
        ("turn", &turn),
        ("approval", &session.authority(now).map(|work| ReceiptView::new(&work.receipt))),
        ("execution", &phase_name(session).map(|(state, reason)| object(&[("state", &state), ("reason", &reason)]))),
        ("composer", &composer(session)),
        ("suggestion", &suggestion.map(|s| object(&[("messageId", &s.message), ("reasonCode", &s.reason)]))),
        (
            "profile",
            &object(&[
                ("wanted", &profile_name(wanted)),
                ("confirmed", &confirmed.map(profile_name)),
                ("switching", &page.switch.is_some()),
                ("fault", &fault),
            ]),
        ),
        (
            "faults",
            &page
                .faults
                .values()
                .map(|fault| {
                    object(&[("code", &fault.code), ("message", &fault.message), ("since", &rfc3339(fault.since))])
                })
                .collect::<Vec<_>>(),
        ),
    ])
}

fn sandbox(page: &Page) -> Value {
    let none = SandboxDir { dir: String::new(), exists: false };
    let known = page.world.as_ref().and_then(|world| world.sandbox.as_ref());
    let exists = known.unwrap_or(&none).exists;
    object(&[("dir", &known.map(|sandbox| sandbox.dir.as_str())), ("exists", &exists)])
}

fn plan(session: &Session, page: &Page) -> Value {
    let pending = match &session.mode {
        Mode::AwaitingAnswers(asking) => {
            let (text, files) = session.transcript.own(&asking.brief.request).unwrap_or_default();
            Some(PlanPending {
                user_text: text.to_owned(),
                file_paths: files.iter().filter_map(|file| file.path.clone()).collect(),
                files: files.to_vec(),
                questions: asking.questions.clone(),
                answers: asking.answers.clone(),
                sandbox: sandbox(page),
                context7_available: page.world.as_ref().is_some_and(|world| world.context7_available),
            })
        }
        Mode::Normal(_) | Mode::Planning(_) | Mode::AwaitingApproval(_) => None,
    };
    let newest: Option<PlanDoc> = session.newest().and_then(|plan| session.version(plan)).map(|version| version.doc());
    object(&[("plan", &newest), ("planPending", &pending)])
}

/// The open decision in the shape of AG-UI interrupts.
fn interrupts(session: &Session) -> Value {
    let mut list = Vec::new();
    if let Mode::AwaitingApproval(waiting) = &session.mode {
        list.push(object(&[
            ("id", &format!("{}@{}", waiting.plan.plan_id, waiting.plan.version)),
            ("reason", &"plan-approval"),
            ("message", &session.version(&waiting.plan).map(|version| version.plan.title.clone())),
            (
                "responseSchema",
                &object(&[
                    ("type", &"object"),
                    (
                        "properties",
                        &object(&[
                            ("intent", &object(&[("enum", &["approve", "revise", "hold", "reject"])])),
                            ("comment", &object(&[("type", &"string")])),
                        ]),
                    ),
                    ("required", &["intent"]),
                ]),
            ),
            ("expiresAt", &()),
            ("metadata", &waiting.plan),
        ]));
    }
    for request in &session.step_requests {
        list.push(object(&[
            ("id", &request.id),
            ("reason", &"step-approval"),
            ("message", &gate::shown(&request.call)),
            (
                "responseSchema",
                &object(&[
                    ("type", &"object"),
                    (
                        "properties",
                        &object(&[
                            ("granted", &object(&[("type", &"boolean")])),
                            ("comment", &object(&[("type", &"string")])),
                        ]),
                    ),
                    ("required", &["granted"]),
                ]),
            ),
            ("expiresAt", &rfc3339(request.expires_at)),
            ("metadata", &session.work.as_ref().map(|work| work.plan.reference.plain())),
        ]));
    }
    Value::from(list)
}

fn requests(session: &Session) -> Value {
    let steps = session.work.as_ref().map(|work| work.plan.steps.as_slice()).unwrap_or_default();
    let view = |request: &crate::session::StepRequest| StepRequestView {
        request_id: request.id.clone(),
        code: request.code.clone(),
        call: request.call.clone(),
        shown: gate::shown(&request.call),
        step_id: request.step_id.clone(),
        step_text: steps.iter().find(|step| Some(&step.id) == request.step_id.as_ref()).map(|step| step.action.clone()),
        why: request.call.why.clone().unwrap_or_default(),
        recover: gate::recover(ruling_of(&request.code)).to_owned(),
        expires_at: rfc3339(request.expires_at),
    };
    let list: Vec<StepRequestView> = session.step_requests.iter().map(view).collect();
    object(&[("stepRequests", &list), ("interrupts", &interrupts(session))])
}

fn tasks(session: &Session) -> Value {
    match session.work.as_ref().and_then(|work| work.graph.as_ref()) {
        Some(graph) => object(&[("tasks", &graph.nodes()), ("progress", &graph.progress()), ("todo", &graph.todo())]),
        None => object(&[
            ("tasks", &Vec::<String>::new()),
            ("progress", &object(&[("done", &0_u32), ("total", &0_u32), ("percent", &()), ("state", &"empty")])),
            ("todo", &()),
        ]),
    }
}

/// All messages as hosts see them.
pub fn messages(session: &Session, locale: Locale) -> Vec<MessageView> {
    session.transcript.all().iter().map(|message| message.view(&session.versions, locale)).collect()
}

/// The whole snapshot, in sections.
pub fn sections(session: &Session, page: &Page, now: u64, config: &Config) -> Sections {
    Sections {
        facts: facts(session, page, now, config),
        messages: messages(session, config.locale),
        plan: plan(session, page),
        requests: requests(session),
        tasks: tasks(session),
    }
}
