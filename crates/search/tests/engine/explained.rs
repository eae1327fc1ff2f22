//! The parts of a score give the score.

use lagrum_numbers::DocumentNumber;
use lagrum_search::{Embedded, QueryMeaning, ScoreExplanation, SearchRequest, Tuning, search_page};

use crate::corpus::{Doc, asked, index, plain};

fn close(a: f32, b: f32) -> bool {
    (a - b).abs() <= 1e-4 * a.abs().max(b.abs()).max(1e-3)
}

fn explained(engine: &Embedded, request: SearchRequest) -> Vec<(String, f32, ScoreExplanation)> {
    let page = search_page(engine, &SearchRequest { explain: true, ..request }).unwrap();
    let hits = page.hits.into_iter();
    hits.map(|hit| (hit.hit.title.unwrap(), hit.score, hit.explanation.unwrap())).collect()
}

#[test]
fn the_parts_give_the_score() {
    let docs = [
        plain("Fårlag", "får ska hållas inom hage. tillsyn över får", 40),
        plain("Om tillsyn", "tillsyn är att se efter", 3),
        plain("Betesvall", "en hage med får och getter och tillsyn", 0),
        Doc { text: None, ..plain("Tillsyn", "", 5) },
        plain("Trafiklag", "tillsyn av trafiken", 900),
    ];
    let folder = index(&docs, None);
    let engine = Embedded::open(folder.path()).unwrap();
    let mut checked = 0;
    for query in [
        "tillsyn",
        "får tillsyn",
        "tillsyn över får i hage",
        "\"tillsyn över\" får",
        "får | getter",
        "trafik",
        "hagar",
    ] {
        let request = SearchRequest {
            meaning: QueryMeaning {
                citing: Some(vec![DocumentNumber(1), DocumentNumber(4)]),
                ..QueryMeaning::default()
            },
            ..asked(query)
        };
        for request in [asked(query), request] {
            for (title, score, explanation) in explained(&engine, request) {
                let name = format!("{query}: {title}: {explanation:?}");
                assert!(close(explanation.score, score), "{score} {name}");
                assert!(close(explanation.recomputed(), score), "{score} {name}");
                let text: f32 = explanation.words.iter().map(|word| word.text).sum();
                assert!(close(text, explanation.parts[0].value), "{name}");
                let covered: f32 = explanation.words.iter().map(|word| word.coverage).sum();
                let coverage = explanation.factors[0];
                assert!(
                    coverage.name == "coverage"
                        && (close(covered.min(1.0), coverage.value) || covered == 0.0)
                );
                checked += 1;
            }
        }
    }
    assert!(checked > 20, "{checked}");
}

#[test]
fn it_names_the_fields_and_words_that_match() {
    let docs = [plain("Fårlag", "hage och vall", 7), plain("Annat", "får i hage", 0), plain("Vall", "x", 1)];
    let folder = index(&docs, None);
    let engine = Embedded::open(folder.path()).unwrap();
    let hits = explained(&engine, asked("fårlag hage"));
    let (_, _, law) = hits.iter().find(|(title, ..)| title == "Fårlag").unwrap();
    let word = |text: &str| law.words.iter().find(|word| word.word == text).unwrap();
    assert!(word("hage").text > 0.0 && word("hage").name == 0.0);
    assert!(word("fårlag").text == 0.0 && word("fårlag").name > 0.0);
    assert!(law.words.is_sorted_by(|a, b| a.weight >= b.weight));
    assert!(law.parts.iter().map(|part| part.name).eq(["text", "name", "citations"]));
    // Nothing is explained that was not asked for.
    let page = search_page(&engine, &asked("hage")).unwrap();
    assert!(page.hits.iter().all(|hit| hit.explanation.is_none()));
}

#[test]
fn a_word_that_a_long_text_has_by_chance_covers_less() {
    let long = format!("staket. sten. {}", "ord om annat ".repeat(100));
    let mut docs = vec![plain("Balk", &long, 3), plain("Om djur", "sten. staket av sten. sten", 0)];
    docs.extend((0..8).map(|_| plain("Vall", "hage", 0)));
    let folder = index(&docs, None);
    // The share of a word that the long text covers.
    let covered = |tuning: &Tuning, word: &str| {
        let engine = Embedded::open(folder.path()).unwrap().with_tuning(tuning.clone());
        let hits = explained(&engine, asked("balk sten"));
        let (_, _, law) = hits.iter().find(|(title, ..)| title == "Balk").unwrap();
        let found = law.words.iter().find(|found| found.word == word).unwrap();
        found.coverage / found.weight
    };
    let by_matching = Tuning { chance: 0.0, ..Tuning::default() };
    assert!(close(covered(&by_matching, "sten"), covered(&by_matching, "balk")));
    let tuning = Tuning::default();
    let (by_chance, name) = (covered(&tuning, "sten"), covered(&tuning, "balk"));
    assert!(by_chance < 0.8 * name && by_chance > 0.2 * name, "{by_chance} {name}");
}
