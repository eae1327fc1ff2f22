//! The answers for every act of the real corpus on the days around each of its changes.
//!
//! The corpus lies in the folder named by LAGRUM_TEST_CORPUS; without it these tests are skipped.

#![expect(clippy::unwrap_used, reason = "a failed question should end the test")]

use std::collections::BTreeSet;

use jiff::ToSpan;
use jiff::civil::Date;
use lagrum_answers::{
    self as answers, AnswerError, AsOf, AsOfBasis, DocumentForm, DocumentQuestion, SourceListing, SourceName,
};
use lagrum_artifact::{ActFamily, DocumentUri};
use lagrum_corpus::import::{ImportOptions, import};
use lagrum_corpus::{Corpus, Silent};
use lagrum_snapshot::{Snapshot, Snapshots, today};
use tempfile::TempDir;

struct Built {
    snapshot: Snapshot,
    _folder: TempDir,
}

/// The real corpus, built; None where there is none.
fn built() -> Option<Built> {
    let shared = lagrum_test_support::real_corpus()?;
    let folder = tempfile::tempdir().unwrap();
    let data = lagrum_test_support::built_corpus().unwrap_or_else(|| {
        let data = folder.path().join("data");
        let corpus = Corpus::create(&data).unwrap();
        import(&corpus, &[shared.join("corpus").display().to_string()], &ImportOptions::default(), &Silent)
            .unwrap();
        lagrum_builder::build(&data, &Silent).unwrap();
        data
    });
    let snapshot = Snapshots::new(&data).open_current().unwrap().unwrap();
    Some(Built { snapshot, _folder: folder })
}

/// The statutes and EU acts, rulings among them.
fn acts(snapshot: &Snapshot) -> Vec<(String, ActFamily)> {
    let of = |source: &str| {
        let listing = SourceListing {
            source: SourceName::from(source.to_owned()),
            kind: None,
            include_expired: true,
            limit: 1 << 20,
            offset: 0,
        };
        answers::documents_of_source(snapshot, today(), &listing).unwrap().1
    };
    let base = &snapshot.manifest().base;
    let family = |uri: &String| ActFamily::of(&DocumentUri::new(uri)?, base);
    let uris = of("sfs").into_iter().chain(of("eurlex")).map(|document| document.uri);
    uris.filter_map(|uri| Some((family(&uri)?, uri))).map(|(family, uri)| (uri, family)).collect()
}

fn text_of_day(snapshot: &Snapshot, uri: &str, day: Date) -> Result<AsOf, String> {
    match answers::text_of_day(snapshot, uri, day) {
        Ok(as_of) => Ok(as_of),
        Err(AnswerError::NotFound(missing)) => Err(missing.detail),
        Err(error) => panic!("{uri} {day}: {error}"),
    }
}

/// The days that answers for an act name, those before them, and some in between.
fn days(snapshot: &Snapshot, uri: &str) -> BTreeSet<Date> {
    let mut days: BTreeSet<Date> = BTreeSet::from([today(), today().checked_add(1.year()).unwrap()]);
    let mut named: BTreeSet<String> = BTreeSet::new();
    for period in answers::lydelse_periods(snapshot, uri).unwrap() {
        let acts = period.missing.iter().chain(&period.ahead).filter_map(|act| act.in_force.clone());
        named.extend(acts.chain(period.from).chain(period.until));
    }
    let artifact = answers::document(
        snapshot,
        today(),
        &DocumentQuestion { uri: uri.to_owned(), form: DocumentForm::Artifact, as_of: None },
    );
    let json: serde_json::Value = serde_json::from_slice(&artifact.unwrap().into_json().unwrap()).unwrap();
    let artifact = &json["artifact"];
    named.extend(artifact["date"].as_str().map(str::to_owned));
    for entry in artifact["amendments"].as_array().into_iter().flatten() {
        named.extend(entry["properties"]["rpubl:ikrafttradandedatum"].as_str().map(str::to_owned));
    }
    for day in named.iter().filter_map(|day| day.parse::<Date>().ok()) {
        days.extend([-1, 0, 1].into_iter().filter_map(|step| day.checked_add(i64::from(step).days()).ok()));
    }
    days
}

#[test]
fn what_is_said_of_days_holds_of_every_act() {
    let Some(Built { snapshot, _folder }) = built() else { return };
    let day = |text: &Option<String>| text.as_deref().and_then(|text| text.parse::<Date>().ok());
    let (mut answered, mut dated) = (0, 0);
    for (uri, family) in acts(&snapshot) {
        let mut before: Option<(AsOf, Date)> = None;
        for date in days(&snapshot, &uri) {
            let Ok(as_of) = text_of_day(&snapshot, &uri, date) else {
                assert!(before.is_none(), "{uri} has a text before {date} and none then");
                continue;
            };
            answered += 1;
            dated += usize::from(as_of.basis == AsOfBasis::Dated);
            let json = serde_json::to_string(&as_of).unwrap();
            assert!(!json.contains("0001-01-01"), "{uri} {date}: {json}");
            let (from, until) = (day(&as_of.from), day(&as_of.until));
            assert!(from.is_none_or(|from| from <= date), "{uri} {date}: {json}");
            assert!(from.zip(until).is_none_or(|(from, until)| from <= until), "{uri} {date}: {json}");
            if as_of.basis != AsOfBasis::Repealed {
                assert!(until.is_none_or(|until| until > date), "{uri} {date}: {json}");
            }
            if let Some((earlier, then)) = &before {
                assert!(
                    day(&earlier.from) <= from
                        || earlier.basis == AsOfBasis::Undated
                        || as_of.basis == AsOfBasis::Undated,
                    "{uri}: from goes back between {then} and {date}: {earlier:?} {json}"
                );
            }
            before = Some((as_of, date));
        }
        // Today is the document of a statute.
        if family == ActFamily::Statute
            && let Ok(as_of) = text_of_day(&snapshot, &uri, today())
        {
            let is_another = matches!(as_of.basis, AsOfBasis::Dated | AsOfBasis::Repealed);
            assert!(as_of.uri == uri || is_another, "{uri}: {as_of:?}");
        }
    }
    println!("{answered} answers, {dated} of them dated");
    assert!(answered > 25_000 && dated > 10_000, "{answered} {dated}");
}

#[test]
fn an_eu_act_as_printed_is_never_dated() {
    let Some(Built { snapshot, _folder }) = built() else { return };
    let (mut printed, mut amended, mut coming) = (0, 0, 0);
    for (uri, family) in acts(&snapshot) {
        let periods = answers::lydelse_periods(&snapshot, &uri).unwrap();
        if family != ActFamily::EuAct || periods.len() != 1 {
            continue;
        }
        let act = snapshot.catalog().with(|catalog| catalog.document(&uri)).unwrap().unwrap();
        let Some(adopted) = act.date.and_then(|day| day.parse::<Date>().ok()) else { continue };
        printed += 1;
        for day in [adopted, adopted.tomorrow().unwrap(), adopted.checked_add(3.years()).unwrap(), today()] {
            let as_of = match text_of_day(&snapshot, &uri, day) {
                Ok(as_of) => as_of,
                // Its text states a later day on which it enters into force.
                Err(error) if day <= adopted.tomorrow().unwrap() => {
                    coming += usize::from(day == adopted);
                    assert!(error.contains("the oldest day that can be answered"), "{uri}: {error}");
                    continue;
                }
                Err(error) => panic!("{uri} {day}: {error}"),
            };
            assert_ne!(as_of.basis, AsOfBasis::Dated, "{uri} {day}: {as_of:?}");
            assert_eq!(as_of.basis == AsOfBasis::Gap, !as_of.missing.is_empty(), "{uri} {day}");
        }
        amended += usize::from(!periods[0].missing.is_empty());
    }
    println!("{printed} acts as printed, {amended} of them amended by a held act, {coming} of a stated day");
    assert!(printed > 150 && amended > 15 && (1..20).contains(&coming), "{printed} {amended} {coming}");
}

#[test]
fn the_period_of_a_lydelse_is_what_days_are_answered_by() {
    let Some(Built { snapshot, _folder }) = built() else { return };
    let (mut lydelser, mut never, mut wrong) = (0, 0, Vec::new());
    for (uri, _) in acts(&snapshot) {
        for period in answers::lydelse_periods(&snapshot, &uri).unwrap() {
            lydelser += usize::from(period.version.is_some());
            never += usize::from(!period.applied);
            let day = |text: &Option<String>| text.as_deref().and_then(|text| text.parse::<Date>().ok());
            // From today on the document is preferred.
            let Some(from) = day(&period.from).filter(|from| *from < today()) else { continue };
            let text = |day: Date| {
                text_of_day(&snapshot, &uri, day).unwrap_or_else(|detail| panic!("{uri}: {detail}"))
            };
            // The document that repeals itself before it applied has no day of its own.
            let first = text(from);
            assert_eq!(first.uri, period.uri, "{uri} {period:?} {first:?}");
            assert!(period.until.is_none() || period.until >= period.from, "{uri} {period:?}");
            let is_before = |until: &Date| *until > from && *until <= today();
            let Some(until) = day(&period.until).filter(is_before) else { continue };
            let last = text(until.yesterday().unwrap());
            if (&last.uri, last.missing.len()) != (&period.uri, 0) {
                wrong.push(format!("{uri} {period:?} {last:?}"));
                continue;
            }
            let then = text(until);
            let is_over =
                then.uri != period.uri || !then.missing.is_empty() || then.basis == AsOfBasis::Repealed;
            assert!(is_over, "{uri} {period:?} {then:?}");
        }
    }
    println!(
        "{lydelser} archived lydelser, {never} of them never the text of a day, {} periods too long",
        wrong.len()
    );
    assert!(wrong.len() <= 5, "{wrong:#?}");
    assert!(lydelser > 300, "{lydelser}");
}

#[test]
fn no_text_lacks_an_amendment_that_it_names() {
    let Some(Built { snapshot, _folder }) = built() else { return };
    let mut missing = 0;
    for (uri, family) in acts(&snapshot) {
        if family != ActFamily::Statute {
            continue;
        }
        let Ok(as_of) = text_of_day(&snapshot, &uri, today()) else { continue };
        if as_of.missing.is_empty() {
            continue;
        }
        let question = DocumentQuestion { uri: uri.clone(), form: DocumentForm::Markdown, as_of: None };
        let text = answers::document(&snapshot, today(), &question).unwrap().markdown().unwrap().to_owned();
        let base = &snapshot.manifest().base;
        for act in &as_of.missing {
            missing += 1;
            let number = base.strip(&act.uri).unwrap();
            for word in ["Lag", "Förordning"] {
                let named = format!("{word} ({number}).");
                assert!(!text.contains(&named), "{uri} is said to lack {number}, and says {named}");
            }
        }
    }
    println!("{missing} missing amendments are told");
    assert!(missing > 300, "{missing}");
}
