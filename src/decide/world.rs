//! The world: read before turns and approvals, told by the host, and what a change of it does to a receipt.
//!
//! Source: the machine rules, section 6.

use serde_json::Value;

use super::Scene;
use crate::plain::Plain;
use crate::{
    audit::Actor,
    code::{fault, misuse, ruling},
    effect::Effect,
    fit,
    ids::Ticket,
    session::{About, Interruption, Mode, Phase, Reading, Stage, Wish},
    world::World,
};

impl Scene<'_> {
    /// The host has told the world, could not, or was too slow (`None`: the last known one counts).
    pub(super) fn world_read(&mut self, id: &str, world: Option<World>) {
        let opening = self.page.opening.take_if(|(awaited, _)| awaited == id).is_some();
        let awaited = self.awaited(id, |wish| matches!(wish, Wish::World { .. }));
        if !opening && awaited.is_none() {
            return;
        }
        let known = world.is_some();
        if let Some(world) = world {
            self.page.world = Some(world);
            self.mend(About::World);
        } else {
            self.fault(About::World, fault::W_WORLD, "the host did not tell the state of the workspace");
        }
        let Some(awaited) = awaited else {
            self.lowers = true;
            return self.compare_world();
        };
        let Wish::World { reading } = awaited.wish else { return };
        match reading {
            Reading::Turn => {
                self.lowers = true;
                self.compare_world();
                if let Some(queued) = self.s.queued.as_mut().filter(|queued| Some(&queued.id) == awaited.turn.as_ref())
                {
                    queued.stage = Stage::Ready;
                }
            }
            Reading::Approve { ticket, plan, source, words } => {
                let world = self.page.world.clone();
                self.approve(ticket, plan, source, words, world);
            }
            Reading::Called { ticket } => {
                self.lowers = true;
                if known {
                    self.move_workspace();
                }
                self.page.tickets.remove(&ticket);
                self.effects.push(Effect::AnswerTool { ticket, result: None });
            }
        }
    }

    /// After an allowed changing call of this session the state it left is the one the receipt stands for.
    fn move_workspace(&mut self) {
        let Some(hash) = self.page.world.as_ref().map(|world| world.workspace_hash.clone()) else { return };
        if let Some(work) = self.s.work.as_mut().filter(|work| work.in_force() && work.workspace_now != hash) {
            work.workspace_now.clone_from(&hash);
            self.audit(Actor::Host, "workspace-moved", &hash, None);
        }
        self.compare_world();
    }

    /// Another project, a foreign change of the workspace, or the end of its lifetime voids the receipt. While a call of
    /// this session is changing the workspace, a changed hash is its doing.
    fn compare_world(&mut self) {
        let Some(world) = self.page.world.clone() else { return };
        let changing = self.s.is_changing();
        let Some(work) = self.s.work.as_mut().filter(|work| work.in_force() && !work.void) else { return };
        match work.stale(&world, self.now) {
            None => {}
            Some(ruling::ERR_RECEIPT_WORKSPACE) if changing => {
                work.workspace_now.clone_from(&world.workspace_hash);
                self.audit(Actor::Host, "workspace-moved", &world.workspace_hash, None);
            }
            Some(code) => self.void_receipt(code),
        }
    }

    pub(super) fn expire_receipt(&mut self) {
        let expired =
            |work: &crate::session::Work| work.in_force() && !work.void && self.now >= work.receipt.expires_at;
        if self.s.work.as_ref().is_some_and(expired) {
            self.void_receipt(ruling::ERR_RECEIPT_EXPIRED);
        }
    }

    fn void_receipt(&mut self, code: &str) {
        let Some(work) = &mut self.s.work else { return };
        work.void = true;
        let plan = work.plan.reference.clone();
        self.audit(Actor::Clock, "receipt-void", code, Some(plan));
        if matches!(self.s.mode, Mode::Normal(_)) {
            let moving = self.s.work.as_ref().is_some_and(|work| work.is_moving());
            if moving {
                self.interrupt(Interruption::ReceiptVoid);
            } else if let Some(work) = &mut self.s.work {
                work.phase = Phase::Interrupted(Interruption::ReceiptVoid);
            }
        }
    }

    /// The host tells parts of the world by itself.
    pub(super) fn world_told(&mut self, ticket: Ticket, patch: Value) {
        let Value::Object(patch) = patch else {
            return self.refuse(ticket, misuse::ERR_BAD_ARGS, "the world is not an object");
        };
        let mut world = self.known_world().plain();
        if let Some(known) = world.as_object_mut() {
            known.extend(patch);
        }
        match fit::read::<World>(&world) {
            Ok(world) => {
                self.lowers = true;
                self.page.world = Some(world);
                self.mend(About::World);
                self.compare_world();
                self.resolve(ticket, &());
            }
            Err(_) => self.refuse(ticket, misuse::ERR_BAD_ARGS, "the world does not have the shape of a world"),
        }
    }
}
