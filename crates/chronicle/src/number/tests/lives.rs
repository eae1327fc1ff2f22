//! Random lives of a provision: no answer may contradict what really was.
//!
//! An act has a true life, of which the register tells a part and some texts are held. What is said to be known must be so.

use jiff::ToSpan;
use jiff::civil::{Date, date};
use lagrum_artifact::{ActFamily, RegisterChange};
use proptest::prelude::*;

use crate::number::read_day::effect;
use crate::number::table::{Effect, NumberTable, ReadDay};
use crate::number::{Borne, Certainty, Moment, NumberFacts, Said, Signer};
use crate::{ActEnd, ActFacts, Covered, Day, KnownAmendment, KnownText, ProvisionLine};

/// What an amendment really did to the provision, and what is known of it.
#[derive(Clone, Debug)]
struct Lived {
    /// Days after the amendment before it, or after the first day of the act.
    after: i64,
    changes: bool,
    /// Whether the register does not say what it changed.
    is_unclear: bool,
    /// Whether the register has no day for it.
    is_undated: bool,
    /// Whether a text with it worked in is held.
    is_held: bool,
}

fn lived() -> impl Strategy<Value = Lived> {
    (
        1..900_i64,
        prop::bool::weighted(0.6),
        prop::bool::weighted(0.15),
        prop::bool::weighted(0.1),
        any::<bool>(),
    )
        .prop_map(|(after, changes, is_unclear, is_undated, is_held)| Lived {
            after,
            changes,
            is_unclear,
            is_undated,
            is_held,
        })
}

/// A life with what is known of it.
struct Life {
    /// The true texts, each from its day on; None for none.
    truth: Vec<(Date, Option<u8>)>,
    act: ActFacts,
    said: Vec<Said>,
    moments: Vec<Moment>,
}

const FIRST: Date = date(2030, 7, 1);

impl Life {
    fn of(begins_with_text: bool, are_signed: bool, repeals: u32, lives: &[Lived]) -> Self {
        let mut text = begins_with_text.then_some(b'a');
        let mut next = b'b';
        let mut day = FIRST;
        let mut truth = vec![(day, text)];
        let number =
            |at: usize, day: Date| ActFamily::Statute.parse_id(&format!("{}:{at}", day.year())).unwrap();
        let known = |at: usize, day: Date, is_undated: bool| KnownAmendment {
            number: Some(number(at, day)),
            day: if is_undated { Day::NotKnown } else { Day::On(day) },
            not_before: Some(date(day.year(), 1, 1)),
        };
        let mut amendments = vec![known(1, day, false)];
        let mut said = vec![Said::No];
        let (mut texts, mut moments) = (Vec::new(), Vec::new());
        let mut signer = None;
        for (at, life) in lives.iter().enumerate() {
            day = day.checked_add(life.after.days()).unwrap();
            let change = match text {
                _ if !life.changes => None,
                Some(_) if repeals >> at & 1 == 1 => Some(RegisterChange::Repealed),
                Some(_) => Some(RegisterChange::Amended),
                None => Some(RegisterChange::New),
            };
            if let Some(change) = change {
                text = (change != RegisterChange::Repealed).then_some(next);
                next += 1;
                signer = text.is_some().then_some(Signer::Registered(at + 1));
            }
            truth.push((day, text));
            amendments.push(known(at + 2, day, life.is_undated));
            said.push(match change {
                _ if life.is_unclear => Said::Unclear,
                Some(change) => Said::change(change),
                None => Said::No,
            });
            if life.is_held {
                moments.push(Moment {
                    text: texts.len(),
                    from: (!life.is_undated).then_some(day),
                    by_mark: false,
                    shown_on: None,
                    digest: text.map(|letter| [letter; 32]),
                    signed: signer.clone().filter(|_| are_signed),
                });
                texts.push(KnownText {
                    worked_in: (0..=at + 1).collect(),
                    from: (!life.is_undated).then_some(day),
                    marks: Vec::new(),
                    doubtful_from: None,
                });
            }
        }
        let act = ActFacts {
            amendments,
            base: Some(0),
            texts,
            begins: Day::On(FIRST),
            not_before: Some(date(2030, 1, 1)),
            end: ActEnd::None,
            may_end_from: None,
            made: date(2060, 1, 1),
            covered: Covered::Whole,
        };
        Self { truth, act, said, moments }
    }

    fn facts(&self) -> NumberFacts<'_> {
        NumberFacts {
            act: &self.act,
            said: self.said.clone(),
            moments: self.moments.clone(),
            awaits_day: false,
            awaited_by: None,
            printed_end: None,
        }
    }

    fn text_on(&self, day: Date) -> Option<u8> {
        self.truth.iter().rfind(|(from, _)| *from <= day)?.1
    }

    /// The days on which something happens and those beside them.
    fn days(&self) -> Vec<Date> {
        self.truth
            .iter()
            .flat_map(|(day, _)| [day.yesterday().unwrap(), *day])
            .chain([date(2059, 1, 1)])
            .collect()
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_said_to_be_known_is_so(
        begins_with_text: bool,
        are_signed: bool,
        repeals: u32,
        lives in prop::collection::vec(lived(), 1..7),
    ) {
        let life = Life::of(begins_with_text, are_signed, repeals, &lives);
        let facts = life.facts();
        let spans = facts.spans();
        let later = |day: Date| life.truth.iter().any(|(from, text)| *from > day && text.is_some());
        let earlier = |day: Date| life.truth.iter().any(|(from, text)| *from <= day && text.is_some());
        for day in life.days() {
            let truth = life.text_on(day);
            match facts.on(&spans, day).borne {
                Borne::Text { digest, certainty: Certainty::Dated, .. } => {
                    prop_assert_eq!(Some(digest[0]), truth, "{} {:?}", day, &spans);
                }
                Borne::Text { .. } | Borne::NotHeld { .. } => {}
                Borne::Expired { .. } => {
                    prop_assert!(truth.is_none() && earlier(day), "expired on {} {:?}", day, &spans);
                }
                Borne::Coming { .. } => {
                    prop_assert!(truth.is_none() && later(day), "coming on {} {:?}", day, &spans);
                }
                Borne::ActComing => prop_assert!(day < FIRST),
                Borne::ActExpired => prop_assert!(false, "the act has no end"),
                Borne::Nothing => {
                    let never = life.truth.iter().all(|(_, text)| text.is_none());
                    prop_assert!(never || lives.iter().any(|life| life.is_unclear), "{} {:?}", day, &spans);
                }
            }
        }
    }

    #[test]
    fn a_history_and_the_answers_for_its_days_agree(
        begins_with_text: bool,
        are_signed: bool,
        repeals: u32,
        lives in prop::collection::vec(lived(), 1..7),
    ) {
        let life = Life::of(begins_with_text, are_signed, repeals, &lives);
        let anchor = lagrum_artifact::Anchor::new("P1").unwrap();
        let line = ProvisionLine::new(anchor, life.facts());
        let number = line.present();
        for entry in line.entries() {
            let Some(from) = entry.from else { continue };
            let last = entry.until.map_or(from, |until| until.yesterday().unwrap());
            for day in [from, last] {
                let found = number.facts.on(&number.spans, day);
                prop_assert_eq!(found.borne.digest(), entry.digest, "{} {:?}", day, &number.spans);
                if let Borne::Text { certainty, .. } = found.borne {
                    prop_assert_eq!(certainty, entry.certainty);
                }
            }
        }
    }

    #[test]
    fn a_day_read_from_another_is_as_one_read_alone(
        begins_with_text: bool,
        are_signed: bool,
        repeals: u32,
        lives in prop::collection::vec(lived(), 1..7),
        order in prop::collection::vec(any::<prop::sample::Index>(), 1..12),
    ) {
        let life = Life::of(begins_with_text, are_signed, repeals, &lives);
        let facts = life.facts();
        let table = NumberTable::of(&facts).unwrap();
        let days = life.days();
        let mut before = None;
        for day in order.iter().map(|index| *index.get(&days)) {
            let read = ReadDay::read(&table, day, before.take());
            for (place, act) in table.affecting.iter().enumerate() {
                prop_assert_eq!(read.in_force[place], act.is_in_force(day), "{}", day);
            }
            let alone = ReadDay::read(&table, day, None);
            prop_assert_eq!(&read.counts, &alone.counts, "{}", day);
            for (at, counts) in read.counts.iter().enumerate() {
                let effects = table.effects(at).iter().zip(&read.in_force);
                let missing = effects.filter(|(of, in_force)| effect(**of, **in_force) == Effect::Missing);
                prop_assert_eq!(missing.count(), counts.missing, "{}", day);
            }
            before = Some(read);
        }
    }
}

#[test]
fn what_an_unclear_act_may_have_brought_back_has_not_expired() {
    let life = |changes, is_unclear, is_undated, is_held| Lived {
        after: 1,
        changes,
        is_unclear,
        is_undated,
        is_held,
    };
    // An act without a day repeals it, another brings it back in words that nobody reads, a third one without a day repeals it again.
    let lives = [
        life(true, false, true, false),
        life(false, false, false, true),
        life(true, true, false, false),
        life(true, false, true, true),
    ];
    let life = Life::of(true, false, 0b1011, &lives);
    let back = date(2030, 7, 4);
    assert!(life.text_on(back).is_some());
    let facts = life.facts();
    let borne = facts.on(&facts.spans(), back).borne;
    assert_eq!(borne, Borne::NotHeld { missing: vec![4] });
}
