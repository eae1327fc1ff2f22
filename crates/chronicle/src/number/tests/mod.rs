//! What bears a number on a day, by tables of what is known.

mod lives;

use jiff::civil::Date;
use lagrum_artifact::{ActFamily, Anchor, RegisterChange};

use super::{Borne, Certainty, Moment, NumberFacts, Said, Signer, Span};
use crate::{ActEnd, ActFacts, Covered, KnownAmendment, KnownText, ProvisionLine};

fn day(text: &str) -> Option<Date> {
    (text != "-").then(|| text.parse().unwrap())
}

/// What is known, in words: acts as `YEAR:NUMBER DAY SAID` (`.` for one that names another provision, `?` for one that does not
/// say what it changed), the first the act itself; texts as `DAY ACTS [marks DAYS]`; moments as `TEXT DAY[!] WORDS [SIGNER]`, with
/// `!` for a mark, `-` for no text.
pub(crate) struct Told {
    pub(crate) act: ActFacts,
    said: Vec<Said>,
    moments: Vec<Moment>,
}

impl Told {
    pub(crate) fn of(acts: &str, texts: &str, moments: &str) -> Self {
        let lines = |text: &str| -> Vec<Vec<String>> {
            let line = |line: &str| line.split_whitespace().map(str::to_owned).collect();
            text.split(';').map(line).filter(|line: &Vec<String>| !line.is_empty()).collect()
        };
        let acts = lines(acts);
        let number = |text: &str| ActFamily::Statute.parse_id(text).unwrap();
        let amendments: Vec<KnownAmendment> = acts
            .iter()
            .map(|line| KnownAmendment {
                number: Some(number(&line[0])),
                day: day(&line[1]).into(),
                not_before: number(&line[0]).not_before().map(|first| first.parse().unwrap()),
            })
            .collect();
        let said = acts.iter().map(|line| match line[2].as_str() {
            "." => Said::No,
            "?" => Said::Unclear,
            "new" => Said::change(RegisterChange::New),
            "repealed" => Said::change(RegisterChange::Repealed),
            "away" => Said::change(RegisterChange::RenumberedFrom),
            "to" => Said::change(RegisterChange::RenumberedTo),
            "anew" => {
                Said::Yes { first: RegisterChange::Repealed, last: RegisterChange::New, is_wording: true }
            }
            _ => Said::change(RegisterChange::Amended),
        });
        let text = |line: Vec<String>| {
            let (worked_in, marks) = match line.iter().position(|word| word == "marks") {
                Some(at) => (line[1..at].to_vec(), line[at + 1..].to_vec()),
                None => (line[1..].to_vec(), Vec::new()),
            };
            KnownText {
                worked_in: worked_in.iter().map(|act| act.parse().unwrap()).collect(),
                from: day(&line[0]),
                marks: marks.iter().filter_map(|mark| day(mark)).collect(),
                doubtful_from: None,
            }
        };
        let moment = |line: Vec<String>| Moment {
            text: line[0].parse().unwrap(),
            from: day(line[1].trim_end_matches('!')),
            by_mark: line[1].ends_with('!'),
            shown_on: None,
            digest: (line[2] != "-").then(|| [line[2].as_bytes()[0]; 32]),
            signed: line.get(3).map(|signer| {
                if signer.contains(':') {
                    Signer::Unregistered(number(signer))
                } else {
                    Signer::Registered(signer.parse().unwrap())
                }
            }),
        };
        let begins = amendments[0].day;
        Self {
            said: said.collect(),
            act: ActFacts {
                not_before: amendments[0].not_before,
                base: Some(0),
                texts: lines(texts).into_iter().map(text).collect(),
                begins,
                end: ActEnd::None,
                may_end_from: None,
                made: "2040-01-01".parse().unwrap(),
                covered: Covered::Whole,
                amendments,
            },
            moments: lines(moments).into_iter().map(moment).collect(),
        }
    }

    pub(crate) fn facts(&self) -> NumberFacts<'_> {
        NumberFacts {
            act: &self.act,
            said: self.said.clone(),
            moments: self.moments.clone(),
            awaits_day: false,
            awaited_by: None,
            printed_end: None,
        }
    }
}

fn shown(span: &Span) -> String {
    let day = |day: Option<Date>| day.map_or("-".to_owned(), |day| day.to_string());
    let acts = |word: &str, acts: &[usize]| match acts {
        [] => String::new(),
        acts => format!(" {word} {}", acts.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")),
    };
    let what = match &span.borne {
        Borne::Text { digest, certainty, missing, .. } => {
            let words = char::from(digest[0]);
            let sign = match certainty {
                Certainty::Dated => "",
                Certainty::Undated => "?",
                _ => "!",
            };
            format!("{words}{sign}{}", acts("without", missing))
        }
        Borne::NotHeld { missing } => format!("not held{}", acts("without", missing)),
        Borne::Expired { until, act } => format!("expired {}{}", day(*until), acts("by", act.as_slice())),
        Borne::Coming { since, act } => format!("coming {}{}", day(*since), acts("by", act.as_slice())),
        Borne::ActComing => "before the act".to_owned(),
        Borne::ActExpired => "after the act".to_owned(),
        Borne::Nothing => "nothing".to_owned(),
    };
    match span.from {
        Some(from) => format!("{from} {what}"),
        None => what,
    }
}

fn spans(acts: &str, texts: &str, moments: &str) -> Vec<String> {
    let told = Told::of(acts, texts, moments);
    told.facts().spans().iter().map(shown).collect()
}

const BASE: &str = "2030:1 2030-07-01 .;";

#[test]
fn what_bears_a_number_by_texts_and_register() {
    let table: &[(&str, &str, &str, &str, &[&str])] = &[
        (
            "one text that no act has changed is that of every day",
            "2031:1 2031-07-01 .",
            "2031-07-01 0 1",
            "0 2031-07-01 a",
            &["before the act", "2030-07-01 a"],
        ),
        (
            "the newest text is that of the days from the act that last named it",
            "2031:1 2031-07-01 amended; 2032:1 2032-07-01 .",
            "2032-07-01 0 1 2",
            "0 2032-07-01 a",
            &["before the act", "2030-07-01 not held without 1", "2031-07-01 a"],
        ),
        (
            "an older text that has just what was in force answers",
            "2031:1 2031-07-01 amended; 2032:1 2032-07-01 .",
            "2030-07-01 0; 2032-07-01 0 1 2",
            "0 2030-07-01 a; 1 2032-07-01 b",
            &["before the act", "2030-07-01 a", "2031-07-01 b"],
        ),
        (
            "of several acts between two texts only the last one's text is held",
            "2031:1 2031-07-01 amended; 2032:1 2032-07-01 amended",
            "2030-07-01 0; 2032-07-01 0 1 2",
            "0 2030-07-01 a; 1 2032-07-01 b",
            &["before the act", "2030-07-01 a", "2031-07-01 a! without 1", "2032-07-01 b"],
        ),
        (
            "an act that is not worked in was superseded by the later one that signs the text",
            "2031:1 2031-07-01 amended; 2032:1 2032-07-01 amended",
            "2032-07-01 0 2",
            "0 2032-07-01 a 2",
            &[
                "before the act",
                "2030-07-01 not held without 1,2",
                "2031-07-01 not held without 2",
                "2032-07-01 a",
            ],
        ),
        (
            "the newest text counts from the day on which it was gathered, though no act tells of its change",
            "2031:1 - .",
            "2031-07-01 0; - 0 1",
            "0 2031-07-01 -; 1 - a",
            &["before the act", "2030-07-01 coming -", "2040-01-01 a?"],
        ),
        (
            "an act that is not worked in makes a gap",
            "2031:1 2031-07-01 amended; 2032:1 2032-07-01 amended",
            "2031-07-01 0 1",
            "0 2031-07-01 a",
            &["before the act", "2030-07-01 not held without 1", "2031-07-01 a", "2032-07-01 a! without 2"],
        ),
        (
            "an act that is not worked in and repeals it ends it",
            "2032:1 2032-07-01 repealed",
            "2030-07-01 0",
            "0 2030-07-01 a",
            &["before the act", "2030-07-01 a", "2032-07-01 expired 2032-07-01 by 1"],
        ),
        (
            "an act that is not worked in and inserts it leaves it without text",
            "2031:1 2031-07-01 .; 2032:1 2032-07-01 new",
            "2031-07-01 0 1",
            "0 2031-07-01 -",
            &["before the act", "2030-07-01 coming 2032-07-01 by 2", "2032-07-01 not held without 2"],
        ),
        (
            "inserted, and lost again",
            "2031:1 2031-07-01 new; 2033:1 2033-07-01 repealed",
            "2031-07-01 0 1; 2033-07-01 0 1 2",
            "0 2031-07-01 a; 1 2033-07-01 -",
            &[
                "before the act",
                "2030-07-01 coming 2031-07-01 by 1",
                "2031-07-01 a",
                "2033-07-01 expired 2033-07-01 by 2",
            ],
        ),
        (
            "repealed before any text that is held",
            "2033:1 2033-07-01 repealed",
            "2033-07-01 0 1",
            "0 2033-07-01 -",
            &["before the act", "2030-07-01 not held", "2033-07-01 expired 2033-07-01 by 1"],
        ),
        (
            "what has the number after a repeal is something else, whose acts do not change what had it before",
            "2033:1 2033-07-01 repealed; 2034:1 2034-07-01 new",
            "2034-07-01 0 1 2",
            "0 2034-07-01 a 2",
            &["before the act", "2030-07-01 not held", "2033-07-01 expired 2033-07-01 by 1", "2034-07-01 a"],
        ),
        (
            "an act that does not say what it changed",
            "2031:1 2031-07-01 ?",
            "2031-07-01 0 1",
            "0 2031-07-01 a",
            &["before the act", "2030-07-01 a?", "2031-07-01 a"],
        ),
        (
            "did not change it where the texts beside it are the same",
            "2031:1 2031-07-01 ?",
            "2030-07-01 0; 2031-07-01 0 1",
            "0 2030-07-01 a; 1 2031-07-01 a",
            &["before the act", "2030-07-01 a"],
        ),
        (
            "a text that has other words between two that are the same, by no act, is a misprint",
            "2031:1 2031-07-01 .; 2032:1 2032-07-01 .",
            "2030-07-01 0; 2031-07-01 0 1; 2032-07-01 0 1 2",
            "0 2030-07-01 a; 1 2031-07-01 b; 2 2032-07-01 a",
            &["before the act", "2030-07-01 a"],
        ),
        (
            "but not where another act signs it",
            "2031:1 2031-07-01 .; 2032:1 2032-07-01 .",
            "2030-07-01 0; 2031-07-01 0 1; 2032-07-01 0 1 2",
            "0 2030-07-01 a; 1 2031-07-01 b 1; 2 2032-07-01 a",
            &["before the act", "2030-07-01 a", "2031-07-01 b", "2032-07-01 a"],
        ),
        (
            "nor where an act may have changed it",
            "2031:1 2031-07-01 amended; 2032:1 2032-07-01 .",
            "2030-07-01 0; 2031-07-01 0 1; 2032-07-01 0 1 2",
            "0 2030-07-01 a; 1 2031-07-01 b; 2 2032-07-01 a",
            &["before the act", "2030-07-01 a", "2031-07-01 b", "2032-07-01 a"],
        ),
        (
            "an act without a day is in doubt from the year of its number",
            "2031:1 - amended",
            "2030-07-01 0",
            "0 2030-07-01 a",
            &["before the act", "2030-07-01 a", "2031-01-01 a! without 1"],
        ),
        (
            "a mark in the text has a day of its own",
            "2031:1 2031-07-01 .",
            "2030-07-01 0 1 marks 2032-01-01",
            "0 2030-07-01 a; 0 2032-01-01! b",
            &["before the act", "2030-07-01 a", "2032-01-01 b"],
        ),
        (
            "an act whose words the text has from a later day on",
            "2031:1 2031-07-01 amended",
            "2031-07-01 0 1 marks 2032-01-01",
            "0 2031-07-01 a; 0 2032-01-01! b 1",
            &["before the act", "2030-07-01 a", "2032-01-01 b"],
        ),
        (
            "an act that is worked in beside what it replaces",
            "2031:1 2032-01-01 amended",
            "2030-07-01 0 1 marks 2032-01-01",
            "0 2030-07-01 a; 0 2032-01-01! b",
            &["before the act", "2030-07-01 a", "2032-01-01 b"],
        ),
        (
            "a mark that ends it, of which the register says nothing",
            "2031:1 2031-07-01 .",
            "2030-07-01 0 1 marks 2032-01-01",
            "0 2030-07-01 a; 0 2032-01-01! -",
            &["before the act", "2030-07-01 a", "2032-01-01 expired 2032-01-01"],
        ),
        (
            "an act that the register lacks signs the text",
            "2031:1 2031-07-01 .; 2033:1 2033-07-01 .",
            "2033-07-01 0 1 2",
            "0 2033-07-01 a 2032:9",
            &["before the act", "2030-07-01 a?", "2033-07-01 a"],
        ),
        (
            "the text is signed by a later act than one without a day, which it has worked in",
            "2031:1 - amended; 2033:1 2033-07-01 amended; 2034:1 2034-07-01 .",
            "2034-07-01 0 1 2 3",
            "0 2034-07-01 a 2",
            &["before the act", "2030-07-01 not held without 2", "2033-07-01 a"],
        ),
        (
            "the text is signed by an act that came before one without a day",
            "2031:1 2031-07-01 amended; 2033:1 - amended",
            "2034-07-01 0 1 2",
            "0 2034-07-01 a 1",
            &[
                "before the act",
                "2030-07-01 not held without 1",
                "2031-07-01 not held",
                "2033-01-01 a? without 2",
                "2034-07-01 a",
            ],
        ),
        (
            "the text is signed by an earlier act than the one that changed it last",
            "2031:1 2031-07-01 amended; 2033:1 2033-07-01 amended",
            "2033-07-01 0 1 2",
            "0 2033-07-01 a 1",
            &[
                "before the act",
                "2030-07-01 not held without 1,2",
                "2031-07-01 not held without 2",
                "2033-07-01 a? without 2",
            ],
        ),
        (
            "an act with a later day and an earlier number",
            "2031:1 2033-07-01 amended; 2032:1 2032-07-01 .",
            "2032-07-01 0 2; 2033-07-01 0 1 2",
            "0 2032-07-01 a; 1 2033-07-01 b",
            &["before the act", "2030-07-01 a", "2033-07-01 b"],
        ),
        (
            "the number is used anew",
            "2032:1 2032-07-01 anew",
            "2030-07-01 0; 2032-07-01 0 1",
            "0 2030-07-01 a; 1 2032-07-01 b",
            &["before the act", "2030-07-01 a", "2032-07-01 b"],
        ),
        (
            "of the number used anew only the new text is held",
            "2032:1 2032-07-01 anew",
            "2032-07-01 0 1",
            "0 2032-07-01 b",
            &["before the act", "2030-07-01 not held without 1", "2032-07-01 b"],
        ),
        (
            "the text gives the number away",
            "2032:1 2032-07-01 away",
            "2030-07-01 0; 2032-07-01 0 1",
            "0 2030-07-01 a; 1 2032-07-01 -",
            &["before the act", "2030-07-01 a", "2032-07-01 expired 2032-07-01 by 1"],
        ),
        (
            "a text that lacks it between two that have it, where no act changed it",
            "2031:1 2031-07-01 .; 2032:1 2032-07-01 .",
            "2030-07-01 0; 2031-07-01 0 1; 2032-07-01 0 1 2",
            "0 2030-07-01 a; 1 2031-07-01 -; 2 2032-07-01 a",
            &["before the act", "2030-07-01 a"],
        ),
        ("nothing names it", "2032:1 2032-07-01 .", "2032-07-01 0 1", "0 2032-07-01 -", &["nothing"]),
    ];
    let mut wrong = Vec::new();
    for (what, acts, texts, moments, expected) in table {
        let found = spans(&format!("{BASE}{acts}"), texts, moments);
        if found != *expected {
            wrong.push(format!("{what}: {found:?}, not {expected:?}"));
        }
    }
    assert_eq!(wrong.join("\n"), "");
}

#[test]
fn an_act_without_a_first_day_is_in_doubt_until_it_is_amended() {
    let found = spans("2030:1 - .; 2033:1 2033-07-01 .", "2033-07-01 0 1", "0 2033-07-01 a");
    assert_eq!(found, ["before the act", "2030-01-01 a?", "2033-06-30 a"]);
}

#[test]
fn nothing_applies_after_the_end_of_the_act() {
    let mut told = Told::of(&format!("{BASE}2031:1 2035-07-01 amended"), "2030-07-01 0", "0 2030-07-01 a");
    told.act.end = ActEnd::On(day("2034-01-01").unwrap());
    let found: Vec<String> = told.facts().spans().iter().map(shown).collect();
    assert_eq!(found, ["before the act", "2030-07-01 a", "2034-01-01 after the act"]);
}

#[test]
fn an_act_that_ends_on_a_day_that_is_not_known_is_in_doubt_from_the_year_of_what_ends_it() {
    let mut told = Told::of(BASE, "2030-07-01 0", "0 2030-07-01 a");
    told.act.end = ActEnd::Unknown;
    told.act.may_end_from = day("2034-01-01");
    let found: Vec<String> = told.facts().spans().iter().map(shown).collect();
    assert_eq!(found, ["before the act", "2030-07-01 a", "2034-01-01 a?", "2040-01-01 after the act"]);
}

#[test]
fn what_ended_before_the_act_did_has_its_own_end() {
    let acts = format!("{BASE}2031:1 2032-07-01 repealed");
    let mut told = Told::of(&acts, "2030-07-01 0", "0 2030-07-01 a");
    told.act.end = ActEnd::On(day("2034-01-01").unwrap());
    let found: Vec<String> = told.facts().spans().iter().map(shown).collect();
    assert_eq!(found, ["before the act", "2030-07-01 a", "2032-07-01 expired 2032-07-01 by 1"]);
}

#[test]
fn what_the_text_prints_as_ended_is_not_brought_back_by_an_act_that_does_not_name_it() {
    let of = |acts: &str, printed: usize| {
        let told = Told::of(&format!("{BASE}{acts}"), "2035-07-01 0 1 2", "0 2035-07-01 -");
        let facts = NumberFacts { printed_end: Some(printed), ..told.facts() };
        facts.spans().iter().map(shown).collect::<Vec<String>>()
    };
    for (acts, printed, expected) in [
        ("2031:1 2031-07-01 repealed; 2032:1 2032-07-01 ?", 1, "2031-07-01 expired 2031-07-01 by 1"),
        ("2031:1 - repealed; 2032:1 2032-07-01 ?", 1, "2035-07-01 expired - by 1"),
    ] {
        let found = of(acts, printed);
        assert_eq!(found.last().map(String::as_str), Some(expected), "{acts}: {found:?}");
    }
    assert_eq!(of("2031:1 2031-07-01 ?; 2032:1 2032-07-01 .", 0).last().unwrap(), "2040-01-01 expired -");
}

#[test]
fn a_text_that_several_acts_may_have_changed_is_one_entry() {
    let acts = format!("{BASE}2031:1 2031-07-01 ?; 2032:1 2032-07-01 ?; 2033:1 2033-07-01 amended");
    let told = Told::of(&acts, "2030-07-01 0; 2033-07-01 0 1 2 3", "0 2030-07-01 a; 1 2033-07-01 b");
    let line = ProvisionLine::new(Anchor::new("P1").unwrap(), told.facts());
    let entries: Vec<String> = line
        .entries()
        .iter()
        .map(|entry| format!("{} {} {:?}", entry.from.unwrap(), entry.certainty.name(), entry.missing))
        .collect();
    assert_eq!(entries, ["2030-07-01 dated []", "2031-07-01 undated [1, 2]", "2033-07-01 dated []"]);
}

#[test]
fn without_a_register_a_text_says_nothing_of_the_days_before_it() {
    let mut told = Told::of("2030:1 - .", "2031-07-01 0; 2033-07-01 0", "0 2031-07-01 a; 1 2033-07-01 b");
    told.act.base = None;
    told.act.covered = Covered::Unknown;
    let found: Vec<String> = told.facts().spans().iter().map(shown).collect();
    assert_eq!(found, ["before the act", "2030-01-01 not held", "2031-07-01 a", "2033-07-01 b"]);
}

#[test]
fn the_days_around_a_day() {
    let told = Told::of(
        &format!("{BASE}2031:1 2031-07-01 amended; 2032:1 2032-07-01 ?; 2033:1 2033-07-01 amended"),
        "2031-07-01 0 1; 2033-07-01 0 1 2 3",
        "0 2031-07-01 a; 1 2033-07-01 b",
    );
    let facts = told.facts();
    let spans = facts.spans();
    let days = |on: &str| {
        let found = facts.on(&spans, on.parse().unwrap());
        let day = |day: Option<Date>| day.map_or("-".to_owned(), |day| day.to_string());
        format!("{}..{}", day(found.since), day(found.until))
    };
    assert_eq!(days("2030-01-01"), "2030-07-01..-");
    assert_eq!(days("2031-08-01"), "2031-07-01..2032-07-01", "an unclear act may change it");
    assert_eq!(days("2032-08-01"), "2031-07-01..2033-07-01");
    assert_eq!(days("2034-01-01"), "2033-07-01..-");
}

/// A register of any length costs as much as it is long: what more acts may have changed than can be worked out is undated, until
/// the act ends.
#[test]
#[expect(clippy::format_collect, reason = "a register of a test")]
fn a_number_that_tens_of_thousands_of_acts_may_have_changed_is_undated() {
    for said in ["amended", "?"] {
        let day = |at: usize| format!("{}-{:02}-{:02}", 1900 + at / 336, 1 + at % 12, 1 + at / 12 % 28);
        let acts: String = (1..30_000).map(|at| format!("1900:{} {} {said};", at + 1, day(at))).collect();
        let mut told = Told::of(&format!("1900:1 1900-01-01 .;{acts}"), "2030-01-01 0 1 2", "0 2030-01-01 a");
        assert_eq!(
            told.facts().spans().iter().map(shown).collect::<Vec<_>>(),
            ["before the act", "1900-01-01 a?"]
        );
        told.act.end = ActEnd::On("2035-01-01".parse().unwrap());
        let spans: Vec<String> = told.facts().spans().iter().map(shown).collect();
        assert_eq!(spans, ["before the act", "1900-01-01 a?", "2035-01-01 after the act"]);
        let line = ProvisionLine::new(Anchor::new("P1").unwrap(), told.facts());
        assert_eq!(line.entries().len(), 2);
    }
}

/// As many acts as the longest registers have are worked out one by one.
#[test]
#[expect(clippy::format_collect, reason = "a register of a test")]
fn hundreds_of_acts_are_worked_out() {
    let acts: String =
        (1..400).map(|at| format!("{}:{} {}-07-01 amended;", 1901 + at / 4, 1 + at % 4, 1901 + at)).collect();
    let told = Told::of(&format!("1900:1 1900-01-01 .;{acts}"), "2030-01-01 0 1 2", "0 2030-01-01 a");
    assert!(told.facts().spans().len() > 300);
}

#[test]
fn texts_refute_an_end_of_the_register() {
    for (texts, moments, expected) in [
        ("2030-07-01 0; 2031-07-01 0 1", "0 2030-07-01 a; 1 2031-07-01 a", true),
        // It has other words since, or is gone.
        ("2030-07-01 0; 2031-07-01 0 1", "0 2030-07-01 a; 1 2031-07-01 b", false),
        ("2030-07-01 0; 2031-07-01 0 1", "0 2030-07-01 a; 1 2031-07-01 -", false),
        // The text was made before the day.
        (
            "2030-07-01 0; 2031-01-01 0 1 marks 2031-07-01",
            "0 2030-07-01 a; 1 2031-01-01 a; 1 2031-07-01! -",
            false,
        ),
        // No text shows it after, or before.
        ("2030-07-01 0", "0 2030-07-01 a", false),
        ("2031-07-01 0 1", "0 2031-07-01 a", false),
    ] {
        let told = Told::of(&format!("{BASE} 2031:1 2031-07-01 repealed"), texts, moments);
        assert_eq!(told.facts().is_end_refuted(1), expected, "{texts}: {moments}");
    }
}
