//! Rings are those of the definition, with every citation among the documents shown.

use std::collections::BTreeSet;

use lagrum_graph::{Budgets, Depth, Direction, DocumentNumber, RingQuery, Selection, Side};
use proptest::{collection::vec, prelude::*, sample::select};

use crate::world::{CASES, World, directions, selections, worlds};

fn depths() -> impl Strategy<Value = Depth> {
    select(vec![Depth::One, Depth::Two, Depth::Three])
}

fn any_number() -> impl Strategy<Value = DocumentNumber> {
    (0..18_u32).prop_map(DocumentNumber)
}

/// The budgets of the rings in the words of the contract: percentages, rounded down, at least 1.
fn ring_budgets(depth: Depth, limit: u32) -> Vec<usize> {
    let share = |percent: u32| ((limit * percent / 100) as usize).max(1);
    match depth {
        Depth::One => vec![],
        Depth::Two => vec![share(40)],
        Depth::Three => vec![share(30), share(20)],
    }
}

/// Compares the rings around a centre with given neighbours.
pub(crate) fn check(
    world: &World,
    centre: DocumentNumber,
    inbound: Option<&[DocumentNumber]>,
    outbound: Option<&[DocumentNumber]>,
    (selection, depth, limit): (Selection, Depth, u32),
) -> Result<(), TestCaseError> {
    let query = RingQuery { centre, inbound, outbound, selection, depth, limit };
    let found = world.graph().rings(&query).expect("nobody stops it");

    let inbound = inbound.unwrap_or_default().to_vec();
    let outbound = outbound.unwrap_or_default().to_vec();
    let mut included: BTreeSet<DocumentNumber> =
        [&[centre], &inbound[..], &outbound[..]].concat().into_iter().collect();
    let sides = [(Side::In, inbound), (Side::Out, outbound)];
    let nodes = world.naive_rings(&mut included, sides, &selection, &ring_budgets(depth, limit));
    prop_assert_eq!(found.nodes, nodes);
    prop_assert_eq!(found.edges, world.naive_edges(&included));
    Ok(())
}

/// Compares the rings around the neighbours that the graph shows.
pub(crate) fn check_whole(
    world: &World,
    centre: DocumentNumber,
    direction: Direction,
    (selection, depth, limit): (Selection, Depth, u32),
) -> Result<(), TestCaseError> {
    let graph = world.graph();
    let most = Budgets::new(depth, limit).neighbours;
    let shown = |side| -> Vec<DocumentNumber> {
        let side = graph.neighbours(centre, side, &selection, most);
        side.top.iter().map(|neighbour| neighbour.document).collect()
    };
    let inbound = (direction != Direction::Out).then(|| shown(Side::In));
    let outbound = (direction != Direction::In).then(|| shown(Side::Out));
    check(world, centre, inbound.as_deref(), outbound.as_deref(), (selection, depth, limit))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(CASES))]

    #[test]
    fn rings_around_a_document_are_those_of_the_definition(
        world in worlds(24, 90),
        centre in 0..24_u32,
        direction in directions(),
        selection in selections(),
        depth in depths(),
        limit in 1..20_u32,
    ) {
        check_whole(&world, world.round(centre), direction, (selection, depth, limit))?;
    }

    /// Neighbours as of a provision, which are some of the document's, and neighbours that cannot occur.
    #[test]
    fn rings_around_any_neighbours_are_those_of_the_definition(
        world in worlds(16, 60),
        centre in any_number(),
        inbound in vec(any_number(), 0..6),
        outbound in vec(any_number(), 0..6),
        selection in selections(),
        depth in depths(),
        limit in 1..20_u32,
    ) {
        check(&world, centre, Some(&inbound), Some(&outbound), (selection, depth, limit))?;
    }
}
