//! Hop 1 is every neighbour, sorted, limited per group and cut. The totals are taken before the cut.

use std::collections::BTreeMap;

use lagrum_graph::{DocumentNumber, GraphNeighbour, Neighbours, Side};
use proptest::{collection::vec, prelude::*};

use crate::world::{CASES, selections, worlds};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(CASES))]

    #[test]
    fn neighbours_are_the_sorted_and_cut_list(
        world in worlds(14, 90),
        selection in selections(),
        most in 0..9_usize,
    ) {
        let graph = world.graph();
        for centre in world.document_numbers() {
            for side in [Side::In, Side::Out] {
                let expected = world.naive_neighbours(centre, side, &selection, most);
                prop_assert_eq!(graph.neighbours(centre, side, &selection, most), expected);
            }
        }
        let unknown = graph.neighbours(world.unknown(), Side::In, &selection, most);
        prop_assert_eq!(unknown, Neighbours::default());
    }

    #[test]
    fn counted_neighbours_are_ranked_like_those_of_the_graph(
        world in worlds(14, 0),
        counted in vec(((0..16_u32).prop_map(DocumentNumber), 1..4_u32), 0..30),
        selection in selections(),
        most in 0..9_usize,
    ) {
        let mut links = BTreeMap::new();
        for &(document, count) in &counted {
            if document != DocumentNumber(0) && document < world.unknown() {
                *links.entry(document).or_default() += count;
            }
        }
        let counted = counted.into_iter().map(|(document, links)| GraphNeighbour { document, links }).collect();
        let found = world.graph().neighbours_among(DocumentNumber(0), counted, &selection, most);
        prop_assert_eq!(found, world.naive_ranking(&links, &selection, most));
    }
}
