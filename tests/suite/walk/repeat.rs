//! That a model checker could hold the core: a session is a value, and deciding is a function of what it is given.

use std::{
    hash::{BuildHasher, Hash, RandomState},
    rc::Rc,
};

use plangate::{
    config::Config,
    decide::{self, Decision},
    event::Event,
    session::{Page, Session},
};

use super::World;

/// Walks in which every event is decided about twice.
const SEEDS: u64 = 16;

/// The same inputs give the same outputs, and equal sessions have equal hashes.
pub fn decides_the_same(
    (session, page): &(Rc<Session>, Rc<Page>),
    event: &Event,
    now: u64,
    config: &Config,
    first: &Decision,
) {
    let (session, page) = ((**session).clone(), (**page).clone());
    let second = decide::decide(session, page, event.clone(), now, config);
    assert_eq!(*first, second, "{event:?} was decided in two ways");
    let hasher = RandomState::new();
    assert_eq!(hasher.hash_one(&first.session), hasher.hash_one(&second.session), "equal sessions hash unlike");
}

#[test]
fn a_session_is_a_value() {
    fn is_value<T: Clone + Hash + Eq>() {}
    is_value::<Session>();
}

#[test]
fn deciding_is_a_function() {
    for seed in 0..SEEDS {
        let mut world = World::new_walk(seed);
        world.twice = true;
        world.play();
        let again = World::walk(seed);
        assert_eq!(world.steps, again.steps, "seed {seed} walks in two ways");
        let pages =
            |world: &World| world.tabs.iter().map(|tab| (tab.session.clone(), tab.page.clone())).collect::<Vec<_>>();
        assert_eq!(pages(&world), pages(&again), "seed {seed} ends in two ways");
    }
}
