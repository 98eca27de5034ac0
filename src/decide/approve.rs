//! From a yes to work: the world is read, the receipt is written, the execute turn is queued. The one place that makes a
//! receipt. Source: the machine rules, sections 3, 4 and 6.

use super::{Scene, task::let_go};
use crate::{
    audit::Actor,
    code::{fault, misuse},
    config::machine,
    effect::Effect,
    ids::Ticket,
    plan::{Criterion, EvidenceKind, Plan, PlanRef, Status},
    prompt::Exit,
    receipt::{Receipt, Source},
    session::{About, Mode, Pending, Phase, Reading, SendResult, TurnKind, Wish, Work},
    sorted::grown,
    task::{NodeSpec, TaskGraph},
    text::rfc3339,
    world::World,
};

impl Scene<'_> {
    /// Asks for the world; the approval is made when it is known.
    pub(super) fn begin_approval(
        &mut self,
        waits: Option<(Ticket, Option<SendResult>)>,
        plan: PlanRef,
        source: Source,
        words: Option<String>,
    ) {
        let ticket = waits.map(|(ticket, result)| {
            self.page.tickets.insert(ticket.clone(), Pending::Approval(result));
            ticket
        });
        let reading = Reading::Approve { ticket, plan, source, words };
        let timeout = self.config.limits.world_timeout_ms;
        let id = self.await_for(Wish::World { reading }, None, Some(timeout));
        self.effects.push(Effect::ReadWorld { id });
    }

    /// The world is known, or the last one that was.
    pub(super) fn approve(
        &mut self,
        ticket: Option<Ticket>,
        plan: PlanRef,
        source: Source,
        words: Option<String>,
        world: Option<World>,
    ) {
        let waiting = match &self.s.mode {
            Mode::AwaitingApproval(waiting) if waiting.plan == plan => waiting.clone(),
            Mode::AwaitingApproval(_) | Mode::Normal(_) | Mode::Planning(_) | Mode::AwaitingAnswers(_) => return,
        };
        let version = self.s.version(&plan).map(|version| version.plan.clone());
        let made = world
            .ok_or("the world is not known")
            .and_then(|world| Ok((world, version.ok_or("the plan is not known")?)))
            .and_then(|(world, plan)| Ok((world, self.tasks_of(&plan)?, plan)));
        let (world, graph, plan) = match made {
            Ok(made) => made,
            Err(message) => {
                self.fault(About::World, fault::W_WORLD, message);
                self.show_anew();
                if let Some(ticket) = ticket {
                    self.refuse(ticket, misuse::ERR_NOT_READY, message);
                }
                return;
            }
        };
        let receipt = Receipt {
            plan: plan.reference.clone(),
            approved_at: self.now,
            expires_at: self.after(self.config.limits.approval_lifetime_ms),
            project_id: world.project_id,
            workspace_hash: world.workspace_hash.clone(),
            source,
            words,
        };
        let who = match source {
            Source::Words | Source::Button => Actor::Person,
            Source::Judge => Actor::Judge,
            Source::Policy => Actor::Policy,
        };
        self.audit(who, "approved", receipt.words.clone().unwrap_or_default().as_str(), Some(plan.reference.clone()));
        self.set_status(&plan.reference, Status::Approved);
        let same =
            self.s.work.take().filter(|work| work.in_force() && work.plan.reference.plan_id == plan.reference.plan_id);
        let (blocked, refused) = match same {
            Some(work) => {
                let kept = |step: &String| plan.steps.iter().any(|own| own.id == *step);
                (grown(work.blocked.into_iter().filter(kept)), work.refused)
            }
            None => Default::default(),
        };
        self.s.receipts.push(receipt.clone());
        self.s.history = None;
        self.s.step_approvals.clear();
        self.s.work = Some(Work {
            plan,
            receipt,
            signature: None,
            void: false,
            workspace_now: world.workspace_hash,
            graph,
            blocked,
            refused,
            request: waiting.request.clone(),
            revisions: waiting.revisions,
            phase: Phase::Approved,
        });
        self.recover_unseen();
        self.leave(Exit::Approved);
        self.queue(TurnKind::Execute, &waiting.request, None);
        if let Some(ticket) = ticket {
            match self.page.tickets.remove(&ticket) {
                Some(Pending::Approval(Some(result))) => self.resolve(ticket, &result),
                Some(Pending::Approval(None) | Pending::Judged(_) | Pending::Tool { .. }) | None => {
                    self.resolve(ticket, &());
                }
            }
        }
    }

    /// The task graph of a version: none where no step has a check; a step without one is confirmed by the person. What
    /// was done under the version before stays done.
    fn tasks_of(&self, plan: &Plan) -> Result<Option<TaskGraph>, &'static str> {
        if plan.steps.iter().all(|step| step.done_when.is_empty()) {
            return Ok(None);
        }
        let confirmed = |id: &str| vec![Criterion { kind: EvidenceKind::Approval, subject: id.to_owned(), want: None }];
        let specs: Vec<NodeSpec> = plan
            .steps
            .iter()
            .map(|step| NodeSpec {
                id: step.id.clone(),
                title: step.action.clone(),
                depends_on: step.depends_on.clone(),
                parent: None,
                optional: step.optional,
                done_when: if step.done_when.is_empty() { confirmed(&step.id) } else { step.done_when.clone() },
                replay: step.replay,
                steps: step.steps.clone(),
            })
            .collect();
        let version = u64::from(plan.reference.version);
        let before = self.s.work.as_ref().filter(|work| work.plan.reference.plan_id == plan.reference.plan_id);
        let graph = match before.and_then(|work| work.graph.as_ref()) {
            Some(graph) => graph.next_version(specs, version),
            None => TaskGraph::from_specs(specs, version),
        };
        let mut graph = graph.map_err(|_| "the steps of the plan do not fit together")?.graph;
        let_go(&mut graph);
        Ok(Some(graph))
    }

    /// A signature is kept beside the receipt it was made for. It grants nothing here: a server may ask for it.
    pub(super) fn receipt_signed(&mut self, ticket: Ticket, plan: &PlanRef, approved_at: &str, signature: String) {
        self.lowers = true;
        if signature.len() > machine::SIGNATURE_BYTES_MAX {
            return self.refuse(ticket, misuse::ERR_BAD_ARGS, "the signature is too large");
        }
        let is_it = |work: &&mut Work| work.receipt.plan == *plan && rfc3339(work.receipt.approved_at) == approved_at;
        match self.s.work.as_mut().filter(is_it) {
            Some(work) => {
                work.signature = Some(signature);
                self.resolve(ticket, &());
            }
            None => self.refuse(ticket, misuse::ERR_ALREADY_RESOLVED, "this receipt is history"),
        }
    }
}
