//! One of three nodes is killed while clients search: no search fails.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use lagrum_search::{DayNumber, Engine, Filters, FindRequest, QueryPlanner};

use crate::place::{Cluster, Place};

/// Searches that must have been answered before a node goes, and after.
const BEFORE: usize = 100;
const AFTER: usize = 300;

#[test]
fn a_lost_node_costs_no_search() {
    let Some(mut cluster) = Cluster::start(3) else { return };
    let place = Place::demo();
    let access = cluster.access();
    place.build(&access, 3, 1);
    let engine = place.engine(&access);
    let planner = QueryPlanner {
        vocabulary: engine.vocabulary(),
        compounds: engine.compounds(),
        tuning: engine.tuning(),
    };
    let plan = planner.plan("lag tillsyn").unwrap();
    let filters = Filters { today: DayNumber::new(2031, 1, 1), ..Filters::default() };
    let request = FindRequest { filters, limit: 10, ..FindRequest::default() };
    let expected = engine.find(&plan, &request).unwrap();
    assert!(expected.total > 3);

    let (answered, ended) = (AtomicUsize::new(0), AtomicBool::new(false));
    std::thread::scope(|scope| {
        let clients: Vec<_> = (0..4)
            .map(|_| {
                scope.spawn(|| {
                    while !ended.load(Ordering::Relaxed) {
                        let found = engine.find(&plan, &request).map_err(|error| error.to_string())?;
                        assert_eq!((found.total, &found.candidates), (expected.total, &expected.candidates));
                        answered.fetch_add(1, Ordering::Relaxed);
                    }
                    Ok::<_, String>(())
                })
            })
            .collect();
        let wait = |count: usize| {
            let end = Instant::now() + Duration::from_mins(2);
            while answered.load(Ordering::Relaxed) < count
                && Instant::now() < end
                && !clients.iter().any(|client| client.is_finished())
            {
                std::thread::yield_now();
            }
        };
        wait(BEFORE);
        cluster.nodes.kill(1);
        wait(answered.load(Ordering::Relaxed) + AFTER);
        ended.store(true, Ordering::Relaxed);
        for client in clients {
            client.join().unwrap().unwrap();
        }
    });
    println!("{} searches answered, none failed", answered.into_inner());
}
