//! Stems, languages and small words.

use lagrum_words::{Language, is_function_word, is_lone_mark, stem};

/// Words that must have one stem; the stems of different rows differ.
const ALIKE: &[&str] = &[
    "skola skolan skolans skolor skolorna skolornas",
    "hyra hyran hyror",
    "ansökan ansöka ansökningar ansökningarna ansöknings",
    "fordran fordringar fordringen fordrans",
    "husrannsakan husrannsakningar",
    "brott brottet brottets brotten brottens",
    "tillstånd tillståndet tillståndets tillstånden",
    "barn barnet barnets barnen",
    "ärende ärendet ärenden ärendena ärendets",
    "område området områden områdena",
    "kontrakt kontraktet kontraktets kontrakten",
    "register registret registrets",
    "program programmet programmets",
    "dokument dokumentet dokumenten",
    "lag lagen lagens lagar lagarna lagarnas",
    "uppsägning uppsägningen uppsägningar",
    "skyldighet skyldigheten skyldigheter skyldigheterna skyldighets",
    "plats platsen platser",
    "arbetsplats arbetsplatsen arbetsplatserna",
    "konsekvens konsekvensen konsekvenser",
    "gräns gränsen gränser",
    "detaljplan detaljplanen detaljplaner",
    "organ organet",
    "förfarande förfarandet förfaranden",
    "budget budgeten",
    "ledig lediga ledigt ledighet ledigheten ledighets ledigheter",
    "leda leder leds",
    "tidig tidiga tidigare tidigast",
    "tid tiden tider",
];

#[test]
fn inflections_share_a_stem() {
    let mut stems = std::collections::HashMap::new();
    for row in ALIKE {
        let mut found: Vec<String> = row.split(' ').map(|word| stem(word, Language::Swedish)).collect();
        found.dedup();
        assert_eq!(found.len(), 1, "{row}: {found:?}");
        assert_eq!(stems.insert(found.remove(0), row), None, "{row}");
    }
}

#[test]
fn words_that_only_look_inflected() {
    for word in [
        "sedan", "medan", "redan", "talan", "organ", "mycket", "budget", "1999:175", "12a", "§", "", "an",
        "et",
    ] {
        assert_eq!(stem(word, Language::Swedish), word, "{word}");
    }
}

#[test]
fn english_has_its_own_stems() {
    for (word, expected) in
        [("conventions", "convent"), ("rights", "right"), ("skolan", "skolan"), ("article8s", "article8s")]
    {
        assert_eq!(stem(word, Language::English), expected);
    }
}

#[test]
fn languages_are_told_by_their_function_words() {
    let check = |text, expected| assert_eq!(Language::detect(text), expected, "{text}");
    check("Denna lag gäller för den som är anställd och inte är undantagen.", Language::Swedish);
    check("The CaseNumberCourt notes that the applicant was not heard by the court.", Language::English);
    check(
        "The Swedish Code of Judicial Procedure (rättegångsbalken) is the law of the land.",
        Language::English,
    );
    check("Enligt 5 § ska det som sägs i \"the Act\" gälla.", Language::Swedish);
    let treaty = "Lagen gäller för det avtal som är intaget i bilagan till lagen och för protokollet."
        .to_owned()
        + &" The States shall apply the Convention.".repeat(7);
    check(&treaty, Language::Swedish);
    // When in doubt.
    check("", Language::Swedish);
    check("1999:175 § 3 GDPR", Language::Swedish);
    check("il est interdit", Language::Swedish);
}

#[test]
fn function_words_of_both_languages() {
    for word in ["och", "hur", "vad", "när", "får", "kan", "min", "the", "of", "which", "s"] {
        assert!(is_function_word(word), "{word}");
    }
    for word in ["", "lag", "semester", "law", "1", "§", "åklagare"] {
        assert!(!is_function_word(word), "{word}");
    }
}

#[test]
fn lone_marks_are_function_words() {
    for word in ["och", "i", "på", "mellan", "genom"] {
        assert!(is_lone_mark(word) && is_function_word(word), "{word}");
    }
    for word in ["hur", "the", "lag", ""] {
        assert!(!is_lone_mark(word), "{word}");
    }
}

#[test]
fn a_language_is_known_by_more_than_one_word() {
    for (text, expected) in [
        ("den som äger ett får ska märka det", Some(Language::Swedish)),
        ("everyone has the right to a boat", Some(Language::English)),
        ("under Article 5 of the Act", Some(Language::English)),
        ("the får", None),
        ("märkning får ske", None),
        ("den lag som är the law of the land", None),
        ("", None),
    ] {
        assert_eq!(Language::known(text), expected, "{text}");
    }
}
