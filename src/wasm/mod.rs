//! The border to JavaScript: values in, values out. Decides nothing. The only room that knows JavaScript.
//!
//! `Core` holds one session and one page, and the decision that waits to be committed. The driver's cycle is: `dispatch`; if
//! that asks for a commit, perform it and say `saved`, `save_failed` or `adopt`; then carry out the effects. No function here
//! calls JavaScript, so a host can not re-enter a borrowed core.

mod convert;
mod pure;
mod storage;

use serde_json::{Map, Value};
use wasm_bindgen::prelude::*;

use crate::plain::{Members, Plain, object};
use crate::{
    code::{fault, misuse, ruling},
    config::Config,
    decide::{self, Decision, Tool},
    effect::{Effect, Refusal},
    event::Event,
    gate::{self, Call, Decision as Verdict, registry::McpServer},
    session::{About, Fault, Page, Session},
    shelf,
    store::{self, Commit, Unreadable},
    text::rfc3339,
    view::{self, Sections},
};
use convert::{from_js, read_text, to_js};

/// The version of this crate, so that a page can tell which core it runs.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// What follows from an event, once it is accepted.
struct Outcome {
    /// What is to be committed first; then nothing else is set.
    commit: Option<Commit>,
    /// What the host is asked.
    effects: Vec<Effect>,
    /// Sections of the snapshot that have changed.
    sections: Map<String, Value>,
    /// Awaited ids of this page: whatever is not named here any more is aborted.
    live: Vec<String>,
    /// Pages that own something, with the moment they took it.
    owners: Vec<(String, u64)>,
    /// The next moment at which something may lapse.
    deadline: Option<u64>,
    /// Nothing is on its way that does not wait for a person.
    settled: bool,
    /// What is in memory is ahead of what is stored.
    dirty: bool,
    /// The event could not be saved and is to be brought again.
    again: bool,
}

impl Plain for Outcome {
    fn plain(&self) -> Value {
        let mut members = Members::default();
        members.put("commit", &self.commit);
        members.put("effects", &self.effects);
        members.put("sections", &self.sections);
        members.put("live", &self.live);
        members.put("owners", &self.owners);
        members.put("deadline", &self.deadline);
        members.put("settled", &self.settled);
        members.put("dirty", &self.dirty);
        members.put("again", &self.again);
        members.value()
    }
}

/// A decision that waits for its commit.
struct Waiting {
    decision: Decision,
    page: Page,
    text: String,
    refusal: Option<Effect>,
}

/// One session in one page.
#[wasm_bindgen]
pub struct Core {
    config: Config,
    session: Session,
    page: Page,
    /// The root as last read or written.
    stored: Option<String>,
    /// The text of the session in memory.
    accepted: String,
    dirty: bool,
    waiting: Option<Waiting>,
    sent: Sections,
}

#[wasm_bindgen]
impl Core {
    /// A core for one session in one page; throws the text of what does not fit in `config`.
    #[wasm_bindgen(constructor)]
    pub fn new(session: &str, page: &str, config: JsValue) -> Result<Core, JsValue> {
        let config: Config = from_js(config)?;
        let session = Session::new(session);
        let accepted = store::write(&session);
        Ok(Self {
            config,
            session,
            page: Page::new(page),
            stored: None,
            accepted,
            dirty: false,
            waiting: None,
            sent: Sections::default(),
        })
    }

    /// Key of the root.
    pub fn root_key(&self) -> String {
        store::root_key(&self.session.id)
    }

    /// Key of the owner's sign of life.
    pub fn beat_key(&self) -> String {
        store::beat_key(&self.session.id)
    }

    /// Key for the bytes of a torn store.
    pub fn quarantine_key(&self, now: f64) -> String {
        store::quarantine_key(&self.session.id, millis(now))
    }

    /// How old a sign of life may be, in milliseconds.
    pub fn beat_stale_ms(&self) -> f64 {
        crate::config::machine::BEAT_STALE_MS as f64
    }

    /// Whether this text is the root that is known here.
    pub fn knows(&self, text: Option<String>) -> bool {
        self.stored == text
    }

    /// Takes what is stored as the session: `ok`, `torn` or `gone` (authority dropped; keep the bytes), or `schema`
    /// (written by a newer build; nothing was taken). A decision that waited for its commit is forgotten.
    pub fn adopt(&mut self, text: Option<String>, now: f64) -> String {
        if let Some(waiting) = self.waiting.take() {
            let made = waiting.decision.page.made.clone();
            self.page = waiting.page;
            self.page.made = made;
        }
        let read = match &text {
            Some(text) => store::read(&self.session.id, text),
            None => Ok(Session::new(&self.session.id)),
        };
        // What this page still holds in memory is kept as content when its store is gone or torn; authority is not.
        let had = self.stored.is_some();
        let kept = |core: &Self| match store::read(&core.session.id, &core.accepted) {
            Ok(session) if had => session.without_authority(),
            Ok(_) | Err(_) => Session::new(&core.session.id),
        };
        let (session, verdict) = match read {
            Ok(_) if had && text.is_none() => (kept(self), "gone"),
            Ok(session) => (session, "ok"),
            Err(Unreadable::Schema(_)) => return "schema".to_owned(),
            Err(Unreadable::Torn) => (kept(self), "torn"),
        };
        self.session = session;
        self.accepted = store::write(&self.session);
        self.stored = text;
        self.dirty = had && verdict != "ok";
        if verdict == "gone" {
            self.fault(
                About::Load,
                fault::W_STORAGE,
                "what was stored is gone; the messages of this page are kept",
                millis(now),
            );
        }
        if verdict == "torn" {
            self.fault(About::Load, fault::W_STORAGE, "what was stored can not be read; it is kept aside", millis(now));
        }
        verdict.to_owned()
    }

    /// Shows that the store never worked, or is not shared safely.
    pub fn store_fault(&mut self, code: &str, message: &str, now: f64) {
        if let Some(code) = fault::ALL.iter().find(|known| **known == code).copied() {
            self.fault(About::Store, code, message, millis(now));
        }
    }

    /// Shows that words could not be loaded, or, without a message, that they are there again.
    pub fn lexicon_fault(&mut self, message: Option<String>, now: f64) {
        match message {
            Some(message) => self.fault(About::Lexicon, fault::W_LEXICON, &message, millis(now)),
            None => drop(self.page.faults.remove(&About::Lexicon)),
        }
    }

    /// Names of the texts without which the words of this event can not be read, on the session as it stands. Throws the text of
    /// what does not fit in it.
    pub fn missing_for(&self, event: JsValue) -> Result<Vec<String>, JsValue> {
        let event: Event = from_js(event)?;
        Ok(decide::reads(&self.session, &event).map(|(room, text)| shelf::missing(room, text)).unwrap_or_default())
    }

    /// Names of the texts that are likely to be needed next.
    pub fn missing_next(&self) -> Vec<String> {
        decide::expects(&self.session).map(|(room, text)| shelf::missing(room, text)).unwrap_or_default()
    }

    /// Decides about an event. Throws the text of what does not fit in it.
    pub fn dispatch(&mut self, event: JsValue, now: f64) -> Result<JsValue, JsValue> {
        let event: Event = from_js(event)?;
        let now = millis(now);
        let refusal = unsaved(&event, &self.session);
        let before = self.page.clone();
        // The placeholder keeps the name: `adopt` may come before this decision is settled.
        let placeholder = Session::new(&self.session.id);
        let session = std::mem::replace(&mut self.session, placeholder);
        let mut decision = decide::decide(session, self.page.clone(), event, now, &self.config);
        let accepted = if self.dirty { "" } else { &self.accepted };
        match store::commit(&mut decision.session, self.stored.as_deref(), accepted) {
            None => Ok(to_js(&self.accept(decision, now))),
            Some(commit) => {
                let text = commit.root.value.clone();
                self.waiting = Some(Waiting { decision, page: before, text, refusal });
                Ok(to_js(&Outcome { commit: Some(commit), ..self.bare() }))
            }
        }
    }

    /// The commit was performed.
    pub fn saved(&mut self, now: f64) -> JsValue {
        let Some(waiting) = self.waiting.take() else { return to_js(&self.outcome(Vec::new(), millis(now))) };
        self.stored = Some(waiting.text.clone());
        self.accepted = waiting.text;
        self.dirty = false;
        let mut decision = waiting.decision;
        decision.page.faults.remove(&About::Save);
        to_js(&self.accept(decision, millis(now)))
    }

    /// The commit was not performed. What lowers authority is acted on all the same; the rest is as if it had not happened.
    pub fn save_failed(&mut self, message: &str, now: f64) -> JsValue {
        let now = millis(now);
        let Some(waiting) = self.waiting.take() else { return to_js(&self.outcome(Vec::new(), now)) };
        if waiting.decision.lowers {
            self.accepted = waiting.text;
            self.dirty = true;
            let mut decision = waiting.decision;
            let notice = set_fault(&mut decision.page, About::Save, fault::W_STORAGE, message, now);
            decision.effects.push(Effect::Notify { notice });
            return to_js(&self.accept(decision, now));
        }
        let made = waiting.decision.page.made.clone();
        self.page = waiting.page;
        self.page.made = made;
        // OK because this text was written by this very core: it reads back.
        self.session = store::read(&waiting.decision.session.id, &self.accepted)
            .unwrap_or_else(|_| Session::new(&waiting.decision.session.id));
        let notice = set_fault(&mut self.page, About::Save, fault::W_STORAGE, message, now);
        let again = waiting.refusal.is_none();
        let mut effects: Vec<Effect> = waiting.refusal.into_iter().collect();
        effects.push(Effect::Notify { notice });
        to_js(&Outcome { again, ..self.outcome(effects, now) })
    }

    /// As `authorize`, for a call that is nothing but its names and arguments, those as text; in a number that `ruling` reads.
    /// `NaN` = ask `authorize`: the text can not be read, or there is more to say than a ruling.
    pub fn judge(&self, turn: Option<String>, server: String, tool: String, args: &str, now: f64) -> f64 {
        let Some(args) = read_text::<Value>(args) else { return f64::NAN };
        let call = Call { server, tool, args, annotations: None, wire: None, step_id: None, why: None };
        let (ruling, refusal) =
            decide::authorize(&self.session, &self.page, turn.as_ref(), call, millis(now), &self.config);
        match refusal {
            None => gate::packed(ruling.code, &ruling.findings) as f64,
            Some(_) => f64::NAN,
        }
    }

    /// Names of the arguments whose texts need not be handed over for a ruling: judged by type alone. None while a person's
    /// yes to one call is unspent, as that is bound to every letter.
    pub fn contents(&self, server: &str, tool: &str) -> Vec<String> {
        let names = || self.page.registry.contents(server, tool).into_iter().map(str::to_owned).collect();
        if self.session.step_approvals.is_empty() { names() } else { Vec::new() }
    }

    /// What the gate says of a call, without running or asking anything: `{ decision, code, findings, refusal }`.
    pub fn authorize(&self, turn: Option<String>, call: JsValue, now: f64) -> JsValue {
        let call: Call = match from_js(call) {
            Ok(call) => call,
            Err(_) => return to_js(&self.deny(ruling::ERR_BAD_ARGS, "", "")),
        };
        let (ruling, refusal) =
            decide::authorize(&self.session, &self.page, turn.as_ref(), call, millis(now), &self.config);
        to_js(&Ruled { decision: ruling.decision, code: ruling.code, findings: ruling.findings, refusal })
    }

    /// The refusal of a call that was never judged: `{ decision: "deny", code, findings, refusal }`.
    pub fn denial(&self, code: &str, server: &str, tool: &str) -> JsValue {
        to_js(&self.deny(crate::code::ruling_of(code), server, tool))
    }

    /// Which of these tools, pairs of server and name, the model may see now.
    pub fn visible(&self, turn: Option<String>, tools: JsValue) -> Result<Vec<u8>, JsValue> {
        let pairs: Vec<(String, String)> = from_js(tools)?;
        let tools: Vec<Tool> = pairs.into_iter().map(|(server, name)| Tool { server, name }).collect();
        Ok(decide::visible(&self.session, &self.page, turn.as_ref(), &tools).into_iter().map(u8::from).collect())
    }

    /// Takes the host's own tools of one server name. Throws the text of what does not fit; nothing has changed then.
    pub fn declare_tools(&mut self, server: JsValue) -> Result<(), JsValue> {
        let server: McpServer = from_js(server)?;
        let refused = |message: String| JsValue::from_str(&message);
        // INVARIANT: a page that waits for its commit, or comes back without it, knows the same tools.
        if let Some(waiting) = &mut self.waiting {
            let mut decided = waiting.decision.page.clone();
            decided.declare(server.clone()).map_err(refused)?;
            waiting.page.declare(server.clone()).map_err(refused)?;
            waiting.decision.page = decided;
        }
        self.page.declare(server).map_err(refused)
    }

    /// The plan and the receipt that count now, or `null`.
    pub fn authority(&self, now: f64) -> JsValue {
        let now = millis(now);
        match self.session.authority(now) {
            Some(work) => {
                let plan = self.session.version(&work.plan.reference).map(|version| version.doc());
                let receipt = crate::effect::ReceiptView::new(&work.receipt);
                to_js(&object(&[("plan", &plan), ("receipt", &receipt), ("signature", &work.signature)]))
            }
            None => JsValue::NULL,
        }
    }

    /// The audit trail, one JSON object a line.
    pub fn export_audit(&self) -> String {
        self.session.audit.export()
    }

    /// The whole session as stored.
    pub fn export_state(&self) -> String {
        store::write(&self.session)
    }
}

/// A ruling as hosts see it.
struct Ruled {
    decision: Verdict,
    code: &'static str,
    findings: Vec<&'static str>,
    refusal: Option<Refusal>,
}

impl Plain for Ruled {
    fn plain(&self) -> Value {
        let mut members = Members::default();
        members.put("decision", &self.decision);
        members.put("code", &self.code);
        members.put("findings", &self.findings);
        members.put("refusal", &self.refusal);
        members.value()
    }
}

impl Core {
    fn accept(&mut self, decision: Decision, now: u64) -> Outcome {
        self.session = decision.session;
        self.page = decision.page;
        self.outcome(decision.effects, now)
    }

    fn bare(&self) -> Outcome {
        Outcome {
            commit: None,
            effects: Vec::new(),
            sections: Map::new(),
            live: Vec::new(),
            owners: Vec::new(),
            deadline: None,
            settled: false,
            dirty: self.dirty,
            again: false,
        }
    }

    fn outcome(&mut self, effects: Vec<Effect>, now: u64) -> Outcome {
        let next = view::sections(&self.session, &self.page, now, &self.config);
        let mut sections = Map::new();
        let mut put = |name: &str, changed: bool, value: Value| {
            if changed {
                sections.insert(name.to_owned(), value);
            }
        };
        put("facts", next.facts != self.sent.facts, next.facts.clone());
        put("plan", next.plan != self.sent.plan, next.plan.clone());
        put("requests", next.requests != self.sent.requests, next.requests.clone());
        put("tasks", next.tasks != self.sent.tasks, next.tasks.clone());
        if next.messages != self.sent.messages || self.sent.facts.is_null() {
            put("messages", true, next.messages.plain());
        }
        self.sent = next;
        let mine = self.session.awaited.iter().filter(|awaited| awaited.owner == self.page.id);
        let opening = self.page.opening.iter().map(|(id, _)| id.clone());
        // A turn that is to be lent is told apart from one that was dropped before it began.
        let lent = self.session.queued.iter().filter(|queued| queued.owner == self.page.id && queued.is_lent());
        let lent = lent.map(|queued| queued.id.clone());
        Outcome {
            effects,
            sections,
            live: mine.map(|awaited| awaited.id.clone()).chain(opening).chain(lent).collect(),
            owners: self.session.owners().into_iter().map(|(owner, since)| (owner.to_owned(), since)).collect(),
            deadline: decide::next_deadline(&self.session, &self.page),
            settled: decide::is_settled(&self.session, &self.page),
            ..self.bare()
        }
    }

    fn fault(&mut self, about: About, code: &'static str, message: &str, now: u64) {
        set_fault(&mut self.page, about, code, message, now);
    }

    fn deny(&self, code: &'static str, server: &str, tool: &str) -> Ruled {
        let refusal = Refusal {
            refused: true,
            code,
            mode: self.session.mode.name(),
            server: server.to_owned(),
            tool: tool.to_owned(),
            step_id: None,
            hint: gate::hint(code),
            retry: false,
        };
        Ruled { decision: Verdict::Deny, code, findings: vec![code], refusal: Some(refusal) }
    }
}

fn set_fault(page: &mut Page, about: About, code: &'static str, message: &str, now: u64) -> crate::effect::Notice {
    let since = page.faults.get(&about).map_or(now, |fault| fault.since);
    page.faults.insert(about, Fault { code, message: message.to_owned(), since });
    crate::effect::Notice::Fault { code, message: message.to_owned() }
}

/// How an event that could not be saved is answered; `None` = it is brought again.
fn unsaved(event: &Event, session: &Session) -> Option<Effect> {
    let ticket = event.ticket()?.clone();
    Some(match event {
        Event::ToolAsked { call, .. } => Effect::RefuseTool {
            ticket,
            refusal: Refusal {
                refused: true,
                code: ruling::ERR_STORAGE,
                mode: session.mode.name(),
                server: call.server.clone(),
                tool: call.tool.clone(),
                step_id: call.step_id.clone(),
                hint: gate::hint(ruling::ERR_STORAGE),
                retry: false,
            },
        },
        _ => Effect::Refuse { ticket, code: misuse::ERR_STORAGE, message: "this could not be saved".to_owned() },
    })
}

/// A JavaScript time as milliseconds since 1970.
pub(crate) fn millis(now: f64) -> u64 {
    // OK because the cast saturates.
    if now.is_finite() && now > 0.0 { (now as u64).min(crate::config::machine::TIME_MAX_MS) } else { 0 }
}

/// RFC 3339 of a JavaScript time.
#[wasm_bindgen]
pub fn iso(now: f64) -> String {
    rfc3339(millis(now))
}
