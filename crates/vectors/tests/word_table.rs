//! Word tables: which words they have, what is near what, and damage.

#![expect(clippy::unwrap_used, reason = "a test ends at the first thing that fails")]

use std::collections::HashMap;

use lagrum_vectors::{
    ChosenWord, EncoderKind, TextEncoder as _, WordTable, WordTableError, WordTally, choose_words,
    make_word_table,
};
use lagrum_words::{Compounds, Language, stem};

/// Words of three fields, along three directions, each a little aside.
fn vectors() -> Vec<(&'static str, Vec<f32>)> {
    vec![
        ("bagge", vec![1.0, 0.0, 0.1, 0.0]),
        ("ull", vec![1.0, 0.1, 0.0, 0.1]),
        ("lamm", vec![1.0, 0.1, 0.1, 0.2]),
        ("skatt", vec![0.0, 1.0, 0.1, 0.0]),
        ("avgift", vec![0.1, 1.0, 0.0, 0.1]),
        ("hage", vec![0.0, 0.1, 1.0, 0.0]),
        ("trafik", vec![0.3, 0.0, 0.1, 1.0]),
        ("lag", vec![0.1, 0.5, 0.0, 0.6]),
        ("stängsel", vec![0.1, 0.0, 1.0, 0.1]),
    ]
}

fn compounds() -> Compounds {
    let words = ["trafiklagen", "skattelagen", "trafiken", "skatt", "lag", "trafikskatten"];
    Compounds::learn(&words.into_iter().map(|word| (word.to_owned(), 1_000)).collect())
}

fn bytes() -> Vec<u8> {
    let (words, vectors): (Vec<ChosenWord>, Vec<Vec<f32>>) = vectors()
        .into_iter()
        .map(|(word, vector)| {
            (
                ChosenWord { stem: stem(word, Language::Swedish), word: word.to_owned(), occurrences: 10 },
                vector,
            )
        })
        .unzip();
    make_word_table("model-0", &words, &vectors, 1_000, &compounds(), 3).unwrap()
}

fn cosine(table: &WordTable, one: &str, other: &str) -> f32 {
    let [one, other] = [one, other].map(|text| table.vector(text).unwrap());
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

#[test]
fn like_words_are_near_one_another() {
    let table = WordTable::from_bytes(&bytes()).unwrap();
    assert_eq!((table.words(), table.dimensions(), table.kind()), (9, 3, EncoderKind::WordTable));
    assert!(table.id().as_str().starts_with("words-"));
    assert!(cosine(&table, "bagge", "lamm") > cosine(&table, "bagge", "skatt") + 0.5);
    assert!(
        cosine(&table, "lammen i hagen", "ullens stängsel") > 0.9,
        "inflections have the row of their stem"
    );
    let length: f32 = table.vector("bagge och skatt").unwrap().iter().map(|number| number * number).sum();
    assert!((length - 1.0).abs() < 1e-5);
}

#[test]
fn a_compound_is_the_sum_of_its_parts() {
    let table = WordTable::from_bytes(&bytes()).unwrap();
    assert!(cosine(&table, "trafiklagen", "trafik lag") > 0.999);
}

#[test]
fn what_it_does_not_know_has_no_vector() {
    let table = WordTable::from_bytes(&bytes()).unwrap();
    for text in ["", "zxqw", "och att det", "1999:175 12 § 7", "🙂", "\0"] {
        assert_eq!(table.vector(text), None, "{text:?}");
    }
    assert_eq!(table.vector("bagge zxqw"), table.vector("bagge"));
    assert_eq!(
        table.passages(&["bagge", "zxqw"]).unwrap().iter().filter(|vector| vector.is_some()).count(),
        1
    );
}

#[test]
fn a_text_of_any_length_is_read_in_part() {
    let table = WordTable::from_bytes(&bytes()).unwrap();
    let long = format!("{}{}", "bagge ".repeat(1_000), "skatt ".repeat(5_000_000));
    assert_eq!(table.vector(&long), table.vector(&"bagge ".repeat(1_000)));
}

#[test]
fn damage_is_told() {
    let whole = bytes();
    assert!(matches!(WordTable::from_bytes(b""), Err(WordTableError::Kind)));
    assert!(matches!(WordTable::from_bytes(b"lagWrd00 and more"), Err(WordTableError::Kind)));
    for end in [8, 39, 40, whole.len() / 2, whole.len() - 1] {
        assert!(matches!(WordTable::from_bytes(&whole[..end]), Err(WordTableError::Damaged)), "{end}");
    }
    for at in (8..whole.len()).step_by(7) {
        let mut changed = whole.clone();
        changed[at] ^= 0x40;
        assert!(matches!(WordTable::from_bytes(&changed), Err(WordTableError::Damaged)), "{at}");
    }
}

#[test]
fn words_that_give_no_table_are_refused() {
    let word = |stem: &str| ChosenWord { stem: stem.to_owned(), word: stem.to_owned(), occurrences: 1 };
    let make = |words: &[ChosenWord], vectors: &[Vec<f32>], dimensions| {
        make_word_table("model-0", words, vectors, 10, &compounds(), dimensions).map(|_| ())
    };
    let two = [word("a"), word("b")];
    for (vectors, dimensions) in [
        (vec![vec![1.0, 0.0]], 1),
        (vec![vec![1.0, 0.0], vec![1.0]], 1),
        (vec![vec![1.0, 0.0], vec![f32::NAN, 1.0]], 1),
        (vec![vec![1.0, 0.0], vec![0.0, 1.0]], 3),
        (vec![vec![1.0, 0.0], vec![0.0, 1.0]], 0),
    ] {
        assert!(
            matches!(make(&two, &vectors, dimensions), Err(WordTableError::Unsuitable(_))),
            "{vectors:?}"
        );
    }
    assert!(make(&two, &[vec![1.0, 0.0], vec![0.0, 1.0]], 1).is_ok());
    assert!(make(&[word("a"), word("a")], &[vec![1.0, 0.0], vec![0.0, 1.0]], 1).is_err());
}

#[test]
fn words_are_chosen_by_documents_without_names() {
    let tally = |documents, occurrences, capitalised| WordTally { documents, occurrences, capitalised };
    let tallies: HashMap<String, WordTally> = [
        ("hyra", tally(50, 90, 2)),
        ("hyran", tally(60, 100, 2)),
        ("svensson", tally(80, 90, 90)),
        ("och", tally(99, 900, 9)),
        ("svarthandel", tally(5, 9, 1)),
        ("engång", tally(1, 1, 0)),
        ("12", tally(90, 90, 0)),
        ("§", tally(90, 90, 0)),
    ]
    .map(|(word, tally)| (word.to_owned(), tally))
    .into();
    let chosen = |count| -> Vec<(String, String, u64)> {
        choose_words(&tallies, count)
            .into_iter()
            .map(|word| (word.stem, word.word, word.occurrences))
            .collect()
    };
    let rent = ("hyr".to_owned(), "hyran".to_owned(), 190);
    assert_eq!(chosen(10), [rent.clone(), ("svarthandel".to_owned(), "svarthandel".to_owned(), 9)]);
    assert_eq!(chosen(1), [rent]);
}

#[test]
fn the_table_of_the_program_knows_the_words_of_people() {
    let table = WordTable::of_the_program().unwrap();
    assert!(table.words() > 20_000, "{}", table.words());
    for (one, near, far) in [
        ("hund", "djur", "skatt"),
        ("hyresvärd", "hyresgäst", "vapen"),
        ("svarthandel", "olaglig handel", "barnomsorg"),
        ("uppsägning av anställd", "avsked från arbetet", "fiske i havet"),
    ] {
        assert!(cosine(&table, one, near) > cosine(&table, one, far) + 0.1, "{one}");
    }
}
