//! The pure functions of the public API. Nothing here has a permissive default.

use js_sys::JsString;
use serde_json::Value;
use wasm_bindgen::prelude::*;

use super::{
    convert::{from_js, read_text, to_js},
    millis,
};
use crate::plain::{Plain, object};
use crate::{
    approval, code,
    config::Locale,
    fence::{self, Reveal, Stream},
    fit::{self, Data, Fit, Named},
    gate::{
        self,
        registry::{McpServer, Registry},
    },
    lexicon::{self, Refused, Room},
    plan::{BasePlan, FileRef, Plan, PlanDoc, PlanExtra, Status, build},
    profile, prompt, shelf,
    suggest::{self, Label},
    task::{LoadError, LoadOptions, TaskGraph},
    world::World,
};

/// A text of words that is being loaded.
#[wasm_bindgen]
pub struct LexiconLoading(shelf::Loading);

#[wasm_bindgen]
impl LexiconLoading {
    /// Begins with the packed text of this name; throws why it is not taken.
    #[wasm_bindgen(constructor)]
    pub fn new(name: &str, text: String) -> Result<LexiconLoading, JsValue> {
        shelf::begin(name, text).map(Self).map_err(refused)
    }

    /// Goes on a little; whether that was all. Throws why the text is not taken.
    pub fn step(&mut self) -> Result<bool, JsValue> {
        self.0.step().map_err(refused)
    }
}

fn refused(refused: Refused) -> JsValue {
    JsValue::from_str(&refused.to_string())
}

/// Names of the texts without which `classify_reply` can not read this.
#[wasm_bindgen]
pub fn missing_for_reply(text: &str) -> Vec<String> {
    shelf::missing(Room::Replies, text)
}

/// Names of the texts without which `suggest_planning` can not read this.
#[wasm_bindgen]
pub fn missing_for_request(text: &str) -> Vec<String> {
    shelf::missing(Room::Requests, text)
}

/// What a reply means, as a number; `reading` tells what it stands for.
///
/// A reply is read each time one is typed, and what it can mean is little: the object for each is made once.
#[wasm_bindgen]
pub fn classify_reply(text: &str) -> u32 {
    let approval::Reading { intent, hold, reason, language, .. } = approval::read(text);
    let place = |found: Option<usize>| found.and_then(|at| u32::try_from(at).ok()).unwrap_or(0);
    let reason = place(code::approval::ALL.iter().position(|known| *known == reason));
    let language = language.and_then(|name| lexicon::named(name).ok()).map_or(0, |(rank, _)| u32::from(rank) + 1);
    let intent = place(INTENTS.iter().position(|known| *known == intent));
    ((language << 8 | reason) << 8 | intent) << 1 | u32::from(hold)
}

/// Intents by their place in a number.
const INTENTS: [approval::Intent; 4] =
    [approval::Intent::Unknown, approval::Intent::Approve, approval::Intent::Revise, approval::Intent::Reject];

/// `{ intent, hold, reasonCode, language }` of a number.
#[wasm_bindgen]
pub fn reading(number: u32) -> JsValue {
    let at = |shift: u32| (number >> shift & 0xff) as usize;
    let language = at(17).checked_sub(1).and_then(|rank| lexicon::ALL.get(rank)).map(|lexicon| lexicon.name);
    to_js(&object(&[
        ("intent", INTENTS.get(at(1)).unwrap_or(&approval::Intent::Unknown)),
        ("hold", &(number & 1 == 1)),
        ("reasonCode", &code::approval::ALL.get(at(9)).copied()),
        ("language", &language),
    ]))
}

/// What a message should be offered, as a number; `advice` tells what it stands for.
#[wasm_bindgen]
pub fn suggest_planning(text: &str) -> u32 {
    let suggest::Advice { label, reason } = suggest::advise(text);
    let place = |found: Option<usize>| found.and_then(|at| u32::try_from(at).ok()).unwrap_or(0);
    let reason = place(code::suggest::ALL.iter().position(|known| *known == reason));
    reason << 8 | place(LABELS.iter().position(|known| *known == label))
}

/// Labels by their place in a number.
const LABELS: [Label; 4] = [Label::None, Label::Direct, Label::Offer, Label::Explicit];

/// `{ label, reason }` of a number.
#[wasm_bindgen]
pub fn advice(number: u32) -> JsValue {
    let at = |shift: u32| (number >> shift & 0xff) as usize;
    let label = LABELS.get(at(0)).unwrap_or(&Label::None);
    to_js(&object(&[("label", label), ("reason", &code::suggest::ALL.get(at(8)).copied())]))
}

impl Named for Label {
    const NAMES: &'static [(&'static str, Self)] =
        &[("offer", Self::Offer), ("direct", Self::Direct), ("none", Self::None), ("explicit", Self::Explicit)];
    const ELSE: Self = Self::None;
}

/// `{ decision, code, findings }` of a call.
#[wasm_bindgen]
pub fn authorize_call(scope: JsValue, call: JsValue, context: JsValue) -> JsValue {
    let value = |value| from_js::<Value>(value).unwrap_or_default();
    let (decision, code, findings) = gate::authorize_value(&value(scope), &value(call), &value(context));
    to_js(&object(&[("decision", &decision), ("code", &code), ("findings", &findings)]))
}

/// As `authorize_call`, for `[scope, call, context]` as text, in a number that `ruling` reads. `NaN` = ask `authorize_call`.
#[wasm_bindgen]
pub fn judge_call(values: &str) -> f64 {
    let Some([scope, call, context]) = read_text::<[Value; 3]>(values) else { return f64::NAN };
    let (_, code, findings) = gate::authorize_value(&scope, &call, &context);
    gate::packed(code, &findings) as f64
}

/// `{ decision, code, findings }` of such a number.
#[wasm_bindgen]
pub fn ruling(number: f64) -> JsValue {
    let (decision, code, findings) = gate::unpacked(number as u64);
    to_js(&object(&[("decision", &decision), ("code", &code), ("findings", &findings)]))
}

/// Names of the arguments that are judged by type alone, under these rows of the host, or `null`.
#[wasm_bindgen]
pub fn contents(registry: JsValue, server: &str, tool: &str) -> Vec<String> {
    let servers = from_js::<Option<Vec<McpServer>>>(registry).unwrap_or_default().unwrap_or_default();
    // OK because rows with a fault leave no tool known.
    let registry = Registry::new(&servers).unwrap_or_default();
    registry.contents(server, tool).into_iter().map(str::to_owned).collect()
}

/// Decision and code of a call under a receipt whose signature has been checked: `{ decision, code }`.
#[wasm_bindgen]
pub fn covers(authority: JsValue, call: JsValue, world: JsValue, registry: JsValue, now: f64) -> JsValue {
    let value = |value| from_js::<Value>(value).unwrap_or_default();
    let (authority, call, world, registry) = (value(authority), value(call), value(world), value(registry));
    let (decision, code) = gate::covers(&authority, &call, &world, &registry, millis(now));
    to_js(&object(&[("decision", &decision), ("code", &code)]))
}

/// Plain data as canonical JSON: keys in alphabetical order, no blanks.
#[wasm_bindgen]
pub fn canonical(value: JsValue) -> String {
    from_js::<Value>(value).unwrap_or_default().to_string()
}

/// All code units, lone surrogates included.
fn units(text: &JsString) -> Vec<u16> {
    text.iter().collect()
}

/// The longest text that is handed over: one code unit too many is enough to know that an answer is too large.
#[wasm_bindgen]
pub fn answer_units_max() -> u32 {
    u32::try_from(crate::config::fence::ANSWER_UNITS_MAX + 1).unwrap_or(u32::MAX)
}

/// The JSON text of [`fence::parse_to_json`] for a planner's answer: `bytes` is UTF-8, `source` the same text.
#[wasm_bindgen]
pub fn parse_planner_output(bytes: &[u8], source: &JsString, untrusted: Vec<String>) -> String {
    let json = std::str::from_utf8(bytes).ok().and_then(|text| fence::parse_to_json(text, &untrusted));
    json.unwrap_or_else(|| fence::parse_utf16(&units(source), &untrusted).to_json())
}

/// A planner's answer that is still being written.
#[wasm_bindgen]
pub struct PlannerParser {
    stream: Option<Stream>,
    untrusted: Vec<String>,
}

#[wasm_bindgen]
impl PlannerParser {
    /// An empty answer.
    #[wasm_bindgen(constructor)]
    pub fn new(untrusted: Vec<String>) -> Self {
        Self { stream: Some(Stream::new(&untrusted, Reveal::AtEnd)), untrusted }
    }

    /// Takes the next piece; answers with all bubble text that is safe to show so far.
    pub fn push(&mut self, chunk: &JsString) -> String {
        self.stream.as_mut().map(|stream| stream.push(&units(chunk)).to_owned()).unwrap_or_default()
    }

    /// The JSON text of the result, the same as for the whole at once. The parser is empty afterwards.
    pub fn finish(&mut self) -> String {
        let fresh = Stream::new(&self.untrusted, Reveal::AtEnd);
        let parsed = self.stream.replace(fresh).map(Stream::finish);
        parsed.map(|parsed| parsed.to_json()).unwrap_or_default()
    }
}

struct DraftedPlan {
    kind: String,
    value: BasePlan,
    extra: Option<PlanExtra>,
    text: String,
    codes: Vec<String>,
}

struct PlanFacts {
    plan_id: String,
    version: u32,
    created_at: String,
    user_text: String,
    files: Vec<FileRef>,
    world: World,
}

impl Fit for DraftedPlan {
    fn fit(from: Data<'_>) -> Self {
        let fields = from.fields();
        Self {
            kind: fields.get("kind"),
            value: fields.get("value"),
            extra: fields.get("extra"),
            text: fields.get("text"),
            codes: fields.get_or_default("codes"),
        }
    }
}

impl Fit for PlanFacts {
    fn fit(from: Data<'_>) -> Self {
        let fields = from.fields();
        Self {
            plan_id: fields.get("planId"),
            version: fields.get("version"),
            created_at: fields.get("createdAt"),
            user_text: fields.get("userText"),
            files: fields.get_or_default("files"),
            world: fields.get("world"),
        }
    }
}

/// A plan document from a parsed answer and the facts around it; throws the text of what does not fit.
#[wasm_bindgen]
pub fn build_plan_doc(parsed: JsValue, facts: JsValue) -> Result<JsValue, JsValue> {
    let parsed: DraftedPlan = from_js(parsed)?;
    let facts: PlanFacts = from_js(facts)?;
    if parsed.kind != "plan" || parsed.value.steps.is_empty() {
        return Err(JsValue::from_str("`parsed` is not a plan"));
    }
    let taken = Default::default();
    let plan = build::from_draft(
        parsed.value,
        parsed.extra,
        &parsed.text,
        parsed.codes.into_iter().filter(|code| code.starts_with("W_")).collect(),
        &build::Facts {
            plan_id: facts.plan_id,
            version: facts.version,
            created_at: facts.created_at,
            user_text: &facts.user_text,
            files: &facts.files,
            world: &facts.world,
            previous: None,
            taken: &taken,
            locale: Locale::En,
        },
    );
    Ok(to_js(&PlanDoc { plan, status: Status::Pending, questions: () }))
}

/// The planner's instructions; throws the text of what does not fit.
#[wasm_bindgen]
pub fn planner_prompt(world: JsValue, context7_available: bool) -> Result<String, JsValue> {
    let world: World = from_js(world)?;
    Ok(prompt::planner(&world, context7_available))
}

/// The directive of an approved plan; throws the text of what does not fit.
#[wasm_bindgen]
pub fn execution_directive(plan: JsValue) -> Result<String, JsValue> {
    let plan: Plan = from_js(plan)?;
    Ok(prompt::directive(&plan, prompt::Approver::Person))
}

/// The read-only profile of these servers; throws the text of what does not fit.
#[wasm_bindgen]
pub fn plan_profile(servers: JsValue) -> Result<JsValue, JsValue> {
    let servers: Vec<McpServer> = from_js(servers)?;
    let registry = Registry::new(&servers).map_err(|error| JsValue::from_str(&error))?;
    Ok(to_js(&profile::plan(&servers, &registry)))
}

/// The profile of everything the host configured; throws the text of what does not fit.
#[wasm_bindgen]
pub fn managed_profile(servers: JsValue) -> Result<JsValue, JsValue> {
    let servers: Vec<McpServer> = from_js(servers)?;
    Registry::new(&servers).map_err(|error| JsValue::from_str(&error))?;
    Ok(to_js(&profile::managed(&servers)))
}

/// Plain data in the engine's own words. Nothing where it is no JSON.
fn text(json: &str) -> Value {
    serde_json::from_str(json).unwrap_or_default()
}

/// A task graph by itself. What comes and what goes is text, mostly JSON: one crossing for all of it.
#[wasm_bindgen]
#[derive(Default)]
pub struct Tasks {
    graph: TaskGraph,
}

#[wasm_bindgen]
impl Tasks {
    /// A graph without tasks.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Tasks {
        Tasks::default()
    }

    /// Becomes the graph of `[nodes, planVersion, tombstones]`, or stays as it is: `{ ok: true, repaired }` or
    /// `{ ok: false, code, errors }`.
    pub fn load(&mut self, list: &str) -> String {
        let list = text(list);
        let nodes = list.get(0).and_then(Value::as_array);
        let plan_version = list.get(1).and_then(Value::as_u64);
        let tombstones = list.get(2).and_then(|texts| fit::read(texts).ok());
        let taken = match (nodes, plan_version, tombstones) {
            (Some(nodes), Some(plan_version), Some(tombstones)) => {
                TaskGraph::load(nodes, &LoadOptions { plan_version, tombstones })
            }
            _ => Err(LoadError { code: code::task::E_BAD_EVENT, errors: Vec::new() }),
        };
        let verdict = match taken {
            Ok(loaded) => {
                self.graph = loaded.graph;
                object(&[("ok", &true), ("repaired", &loaded.repaired)])
            }
            Err(LoadError { code, errors }) => object(&[("ok", &false), ("code", &code), ("errors", &errors)]),
        };
        verdict.to_string()
    }

    /// Applies one event. The code of a refusal, which changes nothing.
    pub fn apply(&mut self, event: &str) -> Option<String> {
        self.graph.apply_value(&text(event)).err().map(str::to_owned)
    }

    /// Ids that may start, sorted, at most `max`, each on a line of its own.
    pub fn ready(&self, max: f64) -> String {
        // OK because a number that is too large becomes the largest one.
        self.graph.ready(max as usize).join("\n")
    }

    /// One task in full, or `null`.
    pub fn get(&self, id: &str) -> String {
        self.graph.get(id).plain().to_string()
    }

    /// `{ nodes, ready, waiting, progress, todo }`.
    pub fn snapshot(&self) -> String {
        let snapshot = object(&[
            ("nodes", &self.graph.nodes()),
            ("ready", &self.graph.ready(usize::MAX)),
            ("waiting", &self.graph.waiting()),
            ("progress", &self.graph.progress()),
            ("todo", &self.graph.todo()),
        ]);
        snapshot.to_string()
    }

    /// Edges visited so far.
    pub fn edge_visits(&self) -> f64 {
        self.graph.stats().edge_visits as f64
    }
}
