//! What the graph costs at the size of a real corpus: 300,000 documents, 2.6 million citing pairs, the most cited
//! document cited by about a hundred thousand. Run with `cargo bench -p lagrum-graph`.
//!
//! The graph is made up, the same on every run: the chance of being cited falls with the rank of a document as in a
//! power law, and some documents cite far more than others. Document numbers are independent of both. Run without
//! `--bench`, as a test of all targets does, everything is done once on a small graph.

use std::{
    hint::black_box,
    time::{Duration, Instant},
};

use lagrum_graph::{
    Budgets, Depth, Direction, DocumentNumber, Edge, Graph, GraphSort, Groups, PathQuery, RingQuery,
    Selection, Side, Vertex,
};

const GROUPS: u32 = 16;

fn main() {
    let full = std::env::args().any(|argument| argument == "--bench");
    let (documents, citations, pairs) = if full { (300_000, 2_750_000, 1000) } else { (3000, 20_000, 20) };
    let edges = made_up(documents, citations);
    let rows = vec![Vertex { group: 0, inbound_count: 0 }; documents as usize];
    // A first build counts how often each document is cited, as the catalog would.
    let counting = Graph::new(rows, edges.iter().copied());
    let rows: Vec<Vertex> = (0..documents)
        .map(|document| Vertex {
            group: (document % GROUPS) as u8,
            inbound_count: counting.in_degree(DocumentNumber(document)),
        })
        .collect();

    let mut sorted = edges.clone();
    sorted.sort_unstable();
    for (order, edges) in [("any order", &edges), ("ascending", &sorted)] {
        let times = (0..5).map(|_| timed(|| Graph::new(rows.clone(), edges.iter().copied())).0);
        report(&format!("build, {order}"), times.collect());
    }
    let graph = Graph::new(rows, edges);
    let mut by_citations: Vec<DocumentNumber> = (0..documents).map(DocumentNumber).collect();
    by_citations.sort_by_key(|&document| std::cmp::Reverse(graph.in_degree(document)));
    println!(
        "{} documents, {} edges, most cited by {}, {:.1} bytes an edge",
        graph.document_count(),
        graph.edge_count(),
        graph.in_degree(by_citations[0]),
        graph.heap_bytes() as f64 / graph.edge_count() as f64,
    );

    measure_neighbours(&graph, by_citations[0]);
    measure_rings(&graph, &by_citations);
    measure_chains(&graph, &by_citations, pairs);
}

/// A deterministic source of random numbers (splitmix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }

    fn below(&mut self, bound: u32) -> u32 {
        (self.next() % u64::from(bound)) as u32
    }

    /// Between 0 and 1.
    fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn shuffled(&mut self, count: u32) -> Vec<u32> {
        let mut numbers: Vec<u32> = (0..count).collect();
        for last in (1..count).rev() {
            numbers.swap(last as usize, self.below(last + 1) as usize);
        }
        numbers
    }
}

#[expect(clippy::cast_sign_loss, reason = "ranks are not negative")]
fn made_up(documents: u32, citations: usize) -> Vec<Edge> {
    let mut random = Random(1931);
    let cited_at_rank = random.shuffled(documents);
    let citing_at_rank = random.shuffled(documents);
    let last = documents - 1;
    let edges = (0..citations).map(|_| {
        let cited_rank = 1.5 * ((f64::from(documents) / 1.5 + 1.0).powf(random.unit()) - 1.0);
        let citing_rank = f64::from(documents) * random.unit().powf(1.5);
        Edge {
            citing: DocumentNumber(citing_at_rank[(citing_rank as u32).min(last) as usize]),
            cited: DocumentNumber(cited_at_rank[(cited_rank as u32).min(last) as usize]),
            links: 1 + random.below(4),
        }
    });
    edges.collect()
}

fn measure_neighbours(graph: &Graph, hub: DocumentNumber) {
    for sort in [GraphSort::Links, GraphSort::Citations] {
        for grouplimit in [None, Some(1), Some(300)] {
            let selection = Selection { groups: Groups::ALL, sort, grouplimit };
            let times = (0..100).map(|_| timed(|| graph.neighbours(hub, Side::In, &selection, 300)).0);
            report(
                &format!("neighbours of the most cited, {sort:?}, grouplimit {grouplimit:?}"),
                times.collect(),
            );
        }
    }
}

fn measure_rings(graph: &Graph, by_citations: &[DocumentNumber]) {
    let count = by_citations.len();
    let least_cited = by_citations.partition_point(|&document| graph.in_degree(document) > 0);
    let centres = [
        ("most cited", &by_citations[..100.min(count)]),
        ("median cited", &by_citations[least_cited / 2..][..100]),
        ("once cited", &by_citations[least_cited.saturating_sub(100)..least_cited]),
    ];
    for (depth, name) in [(Depth::Two, "2"), (Depth::Three, "3")] {
        for (which, centres) in centres {
            for limit in [20, 300] {
                let times = centres.iter().map(|&centre| timed(|| rings(graph, centre, depth, limit)).0);
                report(
                    &format!("neighbours and rings, depth {name}, {which}, limit {limit}"),
                    times.collect(),
                );
            }
        }
    }
}

/// What one request for a picture costs: both sides, then the rings.
fn rings(graph: &Graph, centre: DocumentNumber, depth: Depth, limit: u32) -> usize {
    let selection = Selection { groups: Groups::ALL, sort: GraphSort::Links, grouplimit: Some(limit / 4) };
    let most = Budgets::new(depth, limit).neighbours;
    let [inbound, outbound] = [Side::In, Side::Out].map(|side| {
        let side = graph.neighbours(centre, side, &selection, most);
        side.top.iter().map(|neighbour| neighbour.document).collect::<Vec<_>>()
    });
    let query =
        RingQuery { centre, inbound: Some(&inbound), outbound: Some(&outbound), selection, depth, limit };
    let expansion = graph.rings(&query).unwrap_or_default();
    expansion.nodes.len() + expansion.edges.len()
}

fn measure_chains(graph: &Graph, by_citations: &[DocumentNumber], pairs: usize) {
    let mut random = Random(1987);
    let count = by_citations.len() as u32;
    let any: Vec<_> = (0..pairs)
        .map(|_| (DocumentNumber(random.below(count)), DocumentNumber(random.below(count))))
        .collect();
    let hubs = &by_citations[..12];
    let between_hubs: Vec<_> = hubs.iter().flat_map(|&from| hubs.iter().map(move |&to| (from, to))).collect();
    let from_hubs: Vec<_> =
        hubs.iter().flat_map(|&from| any.iter().take(20).map(move |&(_, to)| (from, to))).collect();
    let half: Groups = (0..GROUPS as u8).filter(|group| group % 8 == 0).collect();
    for (which, pairs) in [("random pairs", &any), ("hub to hub", &between_hubs), ("hub to any", &from_hubs)]
    {
        for direction in [Direction::Both, Direction::Out, Direction::In] {
            for (filter, groups) in [("all groups", Groups::ALL), ("1 group of 8", half)] {
                for paths in [1, 5] {
                    let times = pairs.iter().map(|&(from, to)| {
                        let query = PathQuery { from, to, direction, groups, paths };
                        timed(|| graph.chains(&query)).0
                    });
                    report(&format!("{paths} chains, {direction:?}, {filter}, {which}"), times.collect());
                }
            }
        }
    }
}

fn timed<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let start = Instant::now();
    let result = black_box(work());
    (start.elapsed(), result)
}

fn report(name: &str, mut times: Vec<Duration>) {
    times.sort();
    let at = |part: usize| {
        times.get((times.len() * part / 100).min(times.len() - 1)).map_or(0.0, Duration::as_secs_f64)
    };
    println!(
        "{name:<70} p50 {:>9.3} ms  p99 {:>9.3} ms  max {:>9.3} ms",
        at(50) * 1e3,
        at(99) * 1e3,
        at(100) * 1e3
    );
}
