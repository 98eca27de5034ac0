//! Faults that are planted into recorded steps: each law complains of its own, and no other law does.
//!
//! A law that no fault can break proves nothing. The walk itself is right; a copy of one of its steps is made wrong.

use std::{collections::BTreeSet, rc::Rc};

use plangate::{
    code::ruling,
    config::Unplanned,
    effect::Effect,
    event::Event,
    gate::{Call, StepApproval},
    plan::Replay,
    receipt::Source,
    session::{Mode, Phase, Session, TurnKind, Work},
    task::{Node, Status, TaskGraph},
    transcript::Body,
};
use serde_json::{Value, json};

use super::{
    World,
    check::{self, Fate, LAWS, Ledger, Step},
    host,
};

/// Seeds in which the faults look for a step that fits.
const SEEDS_MAX: u64 = 2_000;
/// How often each fault is planted.
const TIMES: usize = 3;

/// A fault: its name, how it is put into a step that fits, and the laws that complain of it.
struct Fault {
    name: &'static str,
    plant: fn(&mut Step, &mut Ledger) -> Option<()>,
    breaks: &'static [&'static str],
}

const FAULTS: &[Fault] = &[
    Fault { name: "a turn under no profile", plant: no_profile, breaks: &["profile-before-turn"] },
    Fault { name: "a switch into a switch", plant: switch_into_switch, breaks: &["switches-one-by-one"] },
    Fault { name: "a turn that begins twice", plant: turn_twice, breaks: &["one-turn"] },
    Fault { name: "a turn of a kind that does not fit", plant: unfit_turn, breaks: &["turns-fit-the-mode"] },
    Fault { name: "a planner that writes", plant: planner_writes, breaks: &["planning-only-reads"] },
    Fault { name: "a write outside the scope", plant: uncovered_write, breaks: &["changes-are-covered"] },
    Fault { name: "a dead handle that is told something else", plant: dead_handle, breaks: &["dead-handles"] },
    Fault { name: "an own tool that changes a permission", plant: own_tool, breaks: &["own-tools-grant-nothing"] },
    Fault {
        name: "an unclear reply that forbids something",
        plant: unclear_reply,
        breaks: &["unknown-changes-nothing"],
    },
    Fault { name: "a reply that is read as a request", plant: other_room, breaks: &["words-are-told-before"] },
    Fault { name: "a receipt of another source", plant: wrong_author, breaks: &["approval-has-an-author"] },
    Fault { name: "an execution too many", plant: second_execution, breaks: &["one-execution"] },
    Fault { name: "an exit that is not told", plant: untold_exit, breaks: &["exit-notice-once"] },
    Fault { name: "a refusal that leaves a trace", plant: refusal_with_trace, breaks: &["refused-without-trace"] },
    Fault { name: "a call that is answered twice", plant: answered_twice, breaks: &["tickets-once"] },
    Fault { name: "a late answer that is taken", plant: late_answer, breaks: &["late-answers"] },
    Fault { name: "a card that is closed while it waits", plant: closed_card, breaks: &["facts"] },
    Fault { name: "reads that are hidden", plant: hidden_reads, breaks: &["visible-tools"] },
    Fault { name: "a void receipt that stands", plant: void_stands, breaks: &["stale-is-void"] },
    Fault { name: "a session that reads back as another", plant: not_as_written, breaks: &["reads-back"] },
    Fault { name: "a change that is not seen", plant: change_unseen, breaks: &["commits-as-text"] },
    Fault { name: "a turn that may begin unsaved", plant: unsaved_turn, breaks: &["unsaved-only-lowers"] },
    Fault { name: "a grant that may stand unsaved", plant: unsaved_grant, breaks: &["unsaved-only-lowers"] },
    Fault { name: "an undone event that asks the host", plant: undone_asks, breaks: &["undone-is-invisible"] },
    Fault { name: "a task that the plan does not have", plant: foreign_task, breaks: &["tasks-are-the-plan"] },
    Fault { name: "a task that is done without proof", plant: unproved, breaks: &["done-is-proved"] },
    Fault { name: "a task that is called done by the model", plant: done_by_itself, breaks: &["done-is-proved"] },
    Fault { name: "a changed task that begins anew", plant: begins_anew, breaks: &["nothing-twice-in-silence"] },
    Fault { name: "a change that no task is told of", plant: untold_change, breaks: &["nothing-twice-in-silence"] },
    Fault { name: "an unclear task that goes on", plant: unclear_goes_on, breaks: &["unclear-is-the-persons"] },
    Fault { name: "a refused task that goes on", plant: refused_goes_on, breaks: &["unclear-is-the-persons"] },
    Fault { name: "a task that runs without its page", plant: runs_alone, breaks: &["lost-pages-lose-tasks"] },
    Fault { name: "a page that opens and calls a tool", plant: opening_calls, breaks: &["opening-starts-nothing"] },
];

// --- what the faults are made of

fn only_if(holds: bool) -> Option<()> {
    holds.then_some(())
}

/// The session after the step, to be changed; a change is saved.
fn session(step: &mut Step) -> &mut Session {
    if step.fate == Fate::Unchanged {
        step.fate = Fate::Saved;
    }
    Rc::make_mut(&mut step.after.0)
}

/// A change to what is permitted that no other fact of the session depends on.
fn forbid_something(step: &mut Step) {
    session(step).refused.insert("planted".to_owned());
}

fn call(tool: &str, path: &str) -> Call {
    Call {
        server: "filesystem".to_owned(),
        tool: tool.to_owned(),
        args: json!({ "path": path }),
        annotations: None,
        wire: None,
        step_id: None,
        why: None,
    }
}

fn begun(step: &Step) -> Option<TurnKind> {
    step.effects.iter().find_map(|effect| match effect {
        Effect::RunTurn { turn, .. } => Some(turn.kind),
        _ => None,
    })
}

/// The call that runs; a read, so that whatever it becomes is the fault's doing.
fn running(step: &mut Step) -> Option<&mut Call> {
    step.effects.iter_mut().find_map(|effect| match effect {
        Effect::RunTool { call, .. } if !host::changes(call) => Some(call),
        _ => None,
    })
}

/// The event itself is refused.
fn is_refused(step: &Step) -> bool {
    step.effects.iter().any(|effect| match effect {
        Effect::Refuse { ticket, .. } | Effect::RefuseTool { ticket, .. } => Some(ticket) == step.event.ticket(),
        Effect::Resolve { result, .. } => result.get("ok") == Some(&Value::Bool(false)),
        _ => false,
    })
}

// --- the faults

fn no_profile(step: &mut Step, _: &mut Ledger) -> Option<()> {
    begun(step).filter(|_| step.config.mcp)?;
    step.truth.confirmed.take().map(|_| ())
}

fn switch_into_switch(step: &mut Step, _: &mut Ledger) -> Option<()> {
    only_if(step.effects.iter().any(|effect| matches!(effect, Effect::ApplyProfile { .. })))?;
    step.truth.switching += 1;
    Some(())
}

fn turn_twice(step: &mut Step, _: &mut Ledger) -> Option<()> {
    let turn = step.effects.iter().find(|effect| matches!(effect, Effect::RunTurn { .. })).cloned()?;
    step.effects.push(turn);
    Some(())
}

fn unfit_turn(step: &mut Step, _: &mut Ledger) -> Option<()> {
    only_if(step.before.0.queued.is_none() && matches!(step.after.0.mode, Mode::Normal(_)))?;
    session(step).queued.as_mut().filter(|queued| queued.kind == TurnKind::Chat)?.kind = TurnKind::Explain;
    Some(())
}

fn planner_writes(step: &mut Step, _: &mut Ledger) -> Option<()> {
    let free = step.config.unplanned == Unplanned::Host && step.after.0.work.is_none();
    only_if(free && matches!(step.after.0.mode, Mode::Planning(_)))?;
    *running(step)? = call("write_file", "src/a.rs");
    Some(())
}

fn uncovered_write(step: &mut Step, _: &mut Ledger) -> Option<()> {
    only_if(step.after.0.work.as_ref().is_some_and(|work| work.phase == Phase::Running))?;
    // Of a change that a running task is not told of another law complains too.
    only_if(graph(&step.after.0).is_none_or(|graph| graph.running_first().is_none()))?;
    *running(step)? = call("write_file", "src/planted.rs");
    Some(())
}

fn dead_handle(step: &mut Step, _: &mut Ledger) -> Option<()> {
    step.effects.iter_mut().find_map(|effect| match effect {
        Effect::RefuseTool { refusal, .. } if refusal.code == ruling::ERR_TURN_OVER => {
            refusal.code = ruling::ERR_PLAN_READ_ONLY;
            Some(())
        }
        _ => None,
    })?;
    only_if(matches!(step.event, Event::ToolAsked { .. }))
}

fn own_tool(step: &mut Step, _: &mut Ledger) -> Option<()> {
    only_if(matches!(&step.event, Event::ToolAsked { call, .. } if call.server == "plangate") && !is_refused(step))?;
    forbid_something(step);
    Some(())
}

fn other_room(step: &mut Step, _: &mut Ledger) -> Option<()> {
    let known = step.before.0.transcript.all().len();
    let messages = step.after.0.transcript.all().to_vec();
    let place = messages.iter().position(|message| matches!(message.body, Body::Reply { .. }))?;
    only_if(place >= known && matches!(step.event, Event::UserSent { .. }))?;
    let transcript = &mut session(step).transcript;
    transcript.cut(place);
    for mut message in messages.into_iter().skip(place) {
        if let Body::Reply { content } = message.body {
            message.body = Body::User { content, files: Vec::new() };
        }
        transcript.push(message);
    }
    Some(())
}

fn unclear_reply(step: &mut Step, _: &mut Ledger) -> Option<()> {
    let waits = matches!(step.before.0.mode, Mode::AwaitingApproval(_));
    let same = step.before.0.permissions() == step.after.0.permissions();
    let unclear =
        matches!(&step.event, Event::UserSent { text, .. } if text == "hmm" || text == "好吧" || text == "why?");
    only_if(waits && same && unclear && !is_refused(step))?;
    forbid_something(step);
    Some(())
}

fn wrong_author(step: &mut Step, _: &mut Ledger) -> Option<()> {
    only_if(step.after.0.receipts.len() > step.before.0.receipts.len())?;
    let receipt = session(step).receipts.last_mut()?;
    receipt.source = if receipt.source == Source::Button { Source::Words } else { Source::Button };
    Some(())
}

fn second_execution(step: &mut Step, ledger: &mut Ledger) -> Option<()> {
    begun(step).filter(|kind| *kind == TurnKind::Execute)?;
    let work = step.after.0.work.as_ref()?;
    ledger.execute_all(&work.receipt);
    Some(())
}

fn untold_exit(step: &mut Step, _: &mut Ledger) -> Option<()> {
    step.effects.iter_mut().find_map(|effect| match effect {
        Effect::RunTurn { turn, .. } => {
            let place = turn.system.find("[plan mode ended:")?;
            turn.system.truncate(place);
            Some(())
        }
        _ => None,
    })
}

fn refusal_with_trace(step: &mut Step, _: &mut Ledger) -> Option<()> {
    let asks = matches!(step.event, Event::UserResumed { .. } | Event::UserDecided { .. } | Event::UserAnswered { .. });
    only_if(asks && is_refused(step) && step.before.1.failed.is_none())?;
    forbid_something(step);
    Some(())
}

fn answered_twice(step: &mut Step, _: &mut Ledger) -> Option<()> {
    only_if(!is_refused(step) && !matches!(step.event, Event::ToolWithdrawn { .. }))?;
    let answer = step.effects.iter().find(|effect| matches!(effect, Effect::Resolve { .. })).cloned()?;
    step.effects.push(answer);
    Some(())
}

fn late_answer(step: &mut Step, _: &mut Ledger) -> Option<()> {
    only_if(matches!(&step.event, Event::TurnEnded { id, .. } | Event::ToolEnded { id } if id == "a999"))?;
    forbid_something(step);
    Some(())
}

fn closed_card(step: &mut Step, _: &mut Ledger) -> Option<()> {
    let waits = matches!(step.after.0.mode, Mode::AwaitingApproval(_) | Mode::AwaitingAnswers(_));
    only_if(waits && matches!(step.before.0.mode, Mode::Planning(_)))?;
    session(step).transcript.close_cards();
    Some(())
}

fn hidden_reads(step: &mut Step, _: &mut Ledger) -> Option<()> {
    let stands = step.after.0.work.as_ref().is_some_and(|work| matches!(work.phase, Phase::Interrupted(_)));
    only_if(stands && matches!(step.after.0.mode, Mode::Normal(_)) && step.config.unplanned == Unplanned::Host)?;
    only_if(begun(step).is_none())?;
    let servers = Rc::make_mut(&mut step.after.1).servers.as_mut()?;
    let tools = servers.iter_mut().flat_map(|server| &mut server.tools);
    tools.for_each(|tool| tool.annotations = Some(json!({ "readOnlyHint": false })));
    Some(())
}

fn void_stands(step: &mut Step, _: &mut Ledger) -> Option<()> {
    only_if(matches!(step.event, Event::WorldRead { .. } | Event::WorldTold { .. }))?;
    only_if(step.before.0.work.as_ref().is_some_and(|work| !work.void))?;
    session(step).work.as_mut().filter(|work| work.void)?.void = false;
    Some(())
}

fn not_as_written(step: &mut Step, _: &mut Ledger) -> Option<()> {
    only_if(matches!(step.event, Event::ToolAsked { .. }) && !is_refused(step))?;
    // `null` is written, and read as nothing.
    session(step).step_requests.first_mut()?.call.annotations = Some(Value::Null);
    Some(())
}

fn change_unseen(step: &mut Step, _: &mut Ledger) -> Option<()> {
    only_if(step.fate == Fate::Saved)?;
    step.fate = Fate::Unchanged;
    Some(())
}

fn unsaved_turn(step: &mut Step, _: &mut Ledger) -> Option<()> {
    begun(step).filter(|_| !step.lowers)?;
    step.lowers = true;
    Some(())
}

fn unsaved_grant(step: &mut Step, _: &mut Ledger) -> Option<()> {
    only_if(step.lowers && matches!(step.event, Event::UserCancelled { .. }) && !is_refused(step))?;
    let action = "planted".to_owned();
    session(step).step_approvals.push(StepApproval { plan: None, step_id: None, action, expires_at: 0, used: false });
    Some(())
}

fn undone_asks(step: &mut Step, _: &mut Ledger) -> Option<()> {
    // Of a late answer that asks the host another law complains too.
    only_if(step.fate == Fate::Undone && step.event.ticket().is_some())?;
    step.effects.push(Effect::ReadWorld { id: "planted".to_owned() });
    Some(())
}

fn opening_calls(step: &mut Step, _: &mut Ledger) -> Option<()> {
    only_if(matches!(step.event, Event::Opened { .. }))?;
    step.lowers = false;
    let (id, ticket) = ("planted".to_owned(), "planted".to_owned());
    step.effects.push(Effect::RunTool { id, ticket, call: call("read_text_file", "src/a.rs") });
    Some(())
}

/// The stored tasks after the step, one of them made another.
fn other_task(step: &mut Step, fits: fn(&Node, &Node) -> bool, change: fn(&mut Node)) -> Option<()> {
    let (before, after) = (graph(&step.before.0)?.clone(), graph(&step.after.0)?.clone());
    let same = |session: &Session| session.work.as_ref().map(|work| work.plan.reference.plan_id.clone());
    only_if(same(&step.before.0) == same(&step.after.0))?;
    let mut records: Vec<Node> = after.records().cloned().collect();
    let known = |node: &Node| before.record(&node.id).is_some_and(|old| fits(old, node));
    change(records.iter_mut().find(|node| known(node))?);
    let made = TaskGraph::from_records(after.head().clone(), records).ok()?;
    session(step).work.as_mut()?.graph = Some(made);
    Some(())
}

fn graph(session: &Session) -> Option<&TaskGraph> {
    session.work.as_ref()?.graph.as_ref()
}

/// The host has told something of this task that was taken.
fn was_told(step: &Step, op: &str) -> Option<()> {
    only_if(matches!(&step.event, Event::TaskTold { task, .. } if task["op"] == op) && !is_refused(step))
}

fn foreign_task(step: &mut Step, _: &mut Ledger) -> Option<()> {
    only_if(step.event == Event::Ticked)?;
    other_task(step, |old, new| old == new && new.status == Status::Pending, |node| node.done_when.clear())
}

fn unproved(step: &mut Step, _: &mut Ledger) -> Option<()> {
    was_told(step, "finish")?;
    other_task(step, |old, new| old.status != new.status && new.status == Status::Done, |node| node.evidence.clear())
}

fn done_by_itself(step: &mut Step, _: &mut Ledger) -> Option<()> {
    let phase = |session: &Session| session.work.as_ref().map(|work| work.phase);
    let ended = matches!(step.event, Event::TurnEnded { .. }) && phase(&step.before.0) == Some(Phase::Running);
    only_if(ended && phase(&step.after.0) != Some(Phase::Running))?;
    other_task(step, |old, new| old == new && new.status == Status::Running, |node| node.status = Status::Done)
}

fn begins_anew(step: &mut Step, ledger: &mut Ledger) -> Option<()> {
    let lost = |old: &Node, new: &Node| {
        old.status == Status::Recovering && new.status == Status::Unknown && new.replay == Replay::Unsafe
    };
    let (before, after) = (graph(&step.before.0)?, graph(&step.after.0)?);
    let node = after.records().find(|node| before.record(&node.id).is_some_and(|old| lost(old, node)))?;
    ledger.change(&step.after.0.work.as_ref()?.plan.reference.plan_id, &node.id, node.attempt);
    other_task(step, lost, |node| node.status = Status::Pending)
}

fn untold_change(step: &mut Step, _: &mut Ledger) -> Option<()> {
    let changes = |effect: &Effect| matches!(effect, Effect::RunTool { call, .. } if host::changes(call));
    only_if(step.effects.iter().any(changes))?;
    other_task(step, |old, new| new.intents > old.intents && new.status == Status::Running, |node| node.intents -= 1)
}

fn unclear_goes_on(step: &mut Step, _: &mut Ledger) -> Option<()> {
    only_if(matches!(step.event, Event::Ticked | Event::Opened { .. } | Event::Refreshed))?;
    other_task(step, |old, new| old == new && new.status == Status::Unknown, |node| node.status = Status::Failed)
}

fn refused_goes_on(step: &mut Step, _: &mut Ledger) -> Option<()> {
    only_if(matches!(step.event, Event::Ticked | Event::Opened { .. } | Event::Refreshed))?;
    let held = |old: &Node, new: &Node| old == new && new.blocked_by.as_deref() == Some("user");
    other_task(step, held, |node| (node.status, node.blocked_by) = (Status::Pending, None))
}

fn runs_alone(step: &mut Step, _: &mut Ledger) -> Option<()> {
    only_if(matches!(step.event, Event::Opened { .. } | Event::OwnerLost { .. } | Event::Refreshed))?;
    let moving = |work: &Work| matches!(work.phase, Phase::Approved | Phase::Running);
    only_if(step.before.0.work.as_ref().is_some_and(moving))?;
    let lost = |old: &Node, new: &Node| old.status == Status::Running && new.status == Status::Recovering;
    other_task(step, lost, |node| node.status = Status::Running)
}

// --- how they are planted

/// Which faults were planted, and what went wrong with them.
pub struct Garden {
    planted: Vec<usize>,
    wrong: Vec<String>,
}

impl Garden {
    fn new() -> Self {
        Self { planted: vec![0; FAULTS.len()], wrong: Vec::new() }
    }

    fn is_full(&self) -> bool {
        self.planted.iter().all(|times| *times >= TIMES)
    }

    /// Plants every fault that fits into a copy of this step.
    pub fn plant(&mut self, step: &Step, ledger: &Ledger) {
        for (fault, times) in FAULTS.iter().zip(&mut self.planted).filter(|(_, times)| **times < TIMES) {
            // What did not come to be has its own laws.
            let counts = step.happened() || fault.breaks == ["undone-is-invisible"];
            if !counts || (fault.plant)(&mut step.clone(), &mut Ledger::default()).is_none() {
                continue;
            }
            let (mut step, mut ledger) = (step.clone(), ledger.clone());
            (fault.plant)(&mut step, &mut ledger).expect("what fits once fits again");
            *times += 1;
            let complaints: BTreeSet<&str> =
                check::broken(&step, &mut ledger, true).into_iter().map(|(law, _)| law).collect();
            if complaints != fault.breaks.iter().copied().collect() {
                self.wrong
                    .push(format!("`{}` at {:?}: {complaints:?} and not {:?}", fault.name, step.event, fault.breaks));
            }
        }
    }
}

#[test]
fn each_law_complains_of_its_own_fault() {
    let mut garden = Garden::new();
    for seed in 0..SEEDS_MAX {
        if garden.is_full() {
            break;
        }
        let mut world = World::new_walk(seed);
        world.garden = Some(garden);
        world.play();
        garden = world.garden.take().expect("the garden that was put in");
    }
    assert!(garden.wrong.is_empty(), "{:#?}", garden.wrong);
    let missing: Vec<&str> =
        FAULTS.iter().zip(&garden.planted).filter(|(_, times)| **times < TIMES).map(|(fault, _)| fault.name).collect();
    assert!(missing.is_empty(), "no step fits {missing:?}");
    let caught: BTreeSet<&str> = FAULTS.iter().flat_map(|fault| fault.breaks).copied().collect();
    let blunt: Vec<&str> = LAWS.iter().map(|law| law.name).filter(|law| !caught.contains(law)).collect();
    assert!(blunt.is_empty(), "laws without a planted fault: {blunt:?}");
}

/// The two laws that no single step can break: what is torn gives nothing, and everything settles.
#[test]
fn laws_of_the_whole_complain_too() {
    let text = plangate::store::write(&Session::new("walk"));
    assert!(check::torn("walk", &text).is_err(), "a sound text was taken for a torn one");
    let (session, page) = (Session::new("walk"), plangate::session::Page::new("page"));
    let mut ledger = Ledger::default();
    assert_eq!(check::settled(&session, &page, &ledger), Ok(()));
    ledger.issue("page", "k1");
    assert!(check::settled(&session, &page, &ledger).is_err(), "a call that nobody answers counts as settled");
}
