//! One answer: every door of this crate is asked about the same provision on the same day, and what they say must agree.
//!
//! A *door* is a question that can be asked about a provision and a day: the provision itself, its history, its document, the
//! card, the citations of a text, the resolver, what is to come, what has changed since, permalinks. *Whether* there is an
//! answer comes before *what* it is: a text at one door and none at another is a disagreement, and so is a text that one
//! door calls `dated` and another uncertain. Beside the agreement a few plain rules are checked, which `decider` reads
//! from the register, the notes of change and the held texts with no code of this crate.
//!
//! Every disagreement has a kind (`kinds.rs` lists them). `expected.tsv` has those that are known: for the demo each row, for
//! the real corpus the number of each kind. The test fails when there are more, and also when there are fewer, so that the
//! file is lowered with the change that lowers the number.
//!
//! The real corpus is that of `LAGRUM_TEST_DATA`. It is read on the day of its build, and a fixed sample of its provisions is asked about.
//! With `LAGRUM_TEST_ALL_PROVISIONS=1` all are, nothing is compared with the file, and the table is printed after the
//! disagreements. With `3/10` those of each tenth act from the third on are: the ten parts are the whole.

#![expect(clippy::unwrap_used, reason = "a failed question should end the test")]

mod act;
mod agreement;
mod coming;
mod corpus;
mod days;
mod decider;
mod doors;
mod entries;
mod expected;
mod kinds;
mod limits;
mod on_day;
mod places;
mod register;
mod rules;
mod tally;
mod then;
mod walk;
mod whole_time;
mod words;

use crate::corpus::{Corpus, demo, real};
use crate::places::Extent;
use crate::tally::Tally;
use crate::walk::walk;

/// The environment variable that asks about all provisions, or those of a part of the acts.
const ALL: &str = "LAGRUM_TEST_ALL_PROVISIONS";

/// The part of the acts that is asked about, where all of their provisions are; None where a sample is.
fn part_of_acts() -> Option<Extent> {
    let asked = std::env::var(ALL).ok().filter(|asked| !asked.is_empty())?;
    let (part, of) = asked.split_once('/').unwrap_or(("1", "1"));
    let (part, of): (usize, usize) = (part.parse().unwrap(), of.parse().unwrap());
    assert!((1..=of).contains(&part), "{ALL}={asked} names no part: write 3/10, or 1 for all");
    Some(Extent::Provisions { first: part - 1, step: of })
}

/// Everything that is asked about a corpus.
fn asked(corpus: &Corpus, extent: Extent) -> Tally {
    let mut tally = Tally::default();
    walk(corpus, extent, &mut tally);
    then::walk(corpus, extent, &mut tally);
    coming::walk(corpus, &mut tally);
    tally
}

#[test]
fn the_doors_agree_on_the_demo() {
    let tally = asked(&demo(), Extent::Everything);
    println!("{}", tally.table());
    expected::compare_rows("demo", &tally);
}

#[test]
fn the_doors_agree_on_the_real_corpus() {
    let Some(corpus) = real() else { return };
    if let Some(extent) = part_of_acts() {
        let tally = asked(&corpus, extent);
        for row in tally.rows() {
            println!("{}\t{}", row.line(), row.told);
        }
        println!("{}", tally.table());
        return;
    }
    let tally = asked(&corpus, Extent::Sample);
    println!("{}", tally.table());
    expected::compare_counts("real", &tally);
}
