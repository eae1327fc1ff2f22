use super::scope_words;

#[test]
fn what_a_layperson_reads() {
    for (words, expected) in [
        ("", ""),
        ("ändr. 1, 7 §§", "1 och 7 §§ ändras"),
        ("ändr 3§", "3 § ändras"),
        (
            "upph. 5 §; nuvarande 7 § betecknas 9 §; ändr. 3 kap. 2 §, rubr. närmast före 2 §; ny 3 kap. 4 §",
            "5 § upphävs, nuvarande 7 § får nummer 9, 3 kap. 2 § ändras, rubriken närmast före 2 § ändras, 3 kap. 4 § är ny",
        ),
        (
            "ändr. 4 kap. 13 §, 5 kap. 1, 2 §§, 38 kap. 8 §; nya 36 kap. 5 b, 6 a §§",
            "4 kap. 13 §, 5 kap. 1 och 2 §§ och 38 kap. 8 § ändras; 36 kap. 5 b och 6 a §§ är nya",
        ),
        ("upph. 35 kap.; nytt 35 kap.", "35 kap. upphävs, 35 kap. är nytt"),
        ("ändr. 19 kap.12 §; ny 19 kap. 2 a §", "19 kap. 12 § ändras, 19 kap. 2 a § är ny"),
        ("ändr. 12, 14 - 17, 19 §§", "12, 14–17 och 19 §§ ändras"),
        ("ändr. 36 d och 36 e §§", "36 d och 36 e §§ ändras"),
        ("nuv. 3, 4 §§ betecknas 4, 5 §§", "nuvarande 3 och 4 §§ får nummer 4 och 5"),
        ("ändr. bil.", "bilagan ändras"),
        ("ändr. 1 §, bil. 1, 2; ny bil. 3", "1 § och bilagorna 1 och 2 ändras, bilaga 3 är ny"),
        ("upph. bil. 2, 3 kap. 4 §", "bilaga 2 och 3 kap. 4 § upphävs"),
        ("upph. bil 1, rubr närmast före 5 §", "bilaga 1 upphävs, rubriken närmast före 5 § upphävs"),
        ("nuvarande bil. betecknas bil. 1", "nuvarande bilagan blir bilaga 1"),
        (
            "nuvarande 2 kap. 5, 6 §§ betecknas 2 kap. 8, 5 §§",
            "nuvarande 2 kap. 5 och 6 §§ får nummer 2 kap. 8 och 5",
        ),
        ("nuvarande 5, 6 kap betecknas 8, 9 kap", "nuvarande 5 och 6 kap. får nummer 8 och 9 kap."),
        ("nuvarande 18 kap. 8 b § betecknas18 kap. 8 c §", "nuvarande 18 kap. 8 b § får nummer 18 kap. 8 c"),
        (
            "ändr. 2, den nya 5 §§, rubr. 2 kap., rubr. närmast före 24 § sätts närmast före nya 23 §",
            "2 och den nya 5 §§ ändras, rubriken till 2 kap. ändras, rubriken närmast före 24 § flyttas till närmast före nya 23 §",
        ),
        (
            "ändr. 5 §; rubr. närmast före 7, 8 §§ sätts närmast före 9, 10 §§",
            "5 § ändras, rubrikerna närmast före 7 och 8 §§ flyttas till närmast före 9 och 10 §§",
        ),
        (
            "nya 15 kap. 1 a §, rubr. närmast efter rubr. till 15 kap.",
            "15 kap. 1 a § är ny, rubriken närmast efter rubriken till 15 kap. är ny",
        ),
        ("ändr. författningsrubr., 1, 2 §§", "författningens rubrik och 1 och 2 §§ ändras"),
        (
            "ändr. 7 kap. 1 §, p 6, 7 ikrafttr.- och övergångsbest. till 2023:508",
            "7 kap. 1 § och punkterna 6 och 7 i ikraftträdande- och övergångsbestämmelserna till SFS 2023:508 ändras",
        ),
        (
            "ny p 3 ikrafttr.- och övergångsbest.",
            "punkt 3 i ikraftträdande- och övergångsbestämmelserna är ny",
        ),
        ("forts. giltighet; ändr. 13 §", "giltighetstiden förlängs, 13 § ändras"),
        ("ikrafttr. av 2005:700", "SFS 2005:700 träder i kraft"),
        ("ikrafttr. 1 c § i 2022:735", "1 c § i SFS 2022:735 träder i kraft"),
        ("ikrafttr.", "författningen träder i kraft"),
        ("upph.", "hela författningen upphävs"),
        ("ändr.", "ändras, men registret säger inte i vilka delar"),
        ("ändr. 2 §; omtryck", "2 § ändras, hela författningen trycks om"),
        ("utgår genom 2025:717", "ändringen utgår genom SFS 2025:717 och träder inte i kraft"),
        ("ändr. 2 kap. 1 § i 2023:393", "2 kap. 1 § i SFS 2023:393 ändras"),
        ("ändr.. 2 kap. 1 §, bil.", "2 kap. 1 § och bilagan ändras"),
        ("ändr. 1, 2, 4, nya 14 §§", "1, 2 och 4 §§ ändras; 14 §§ är nya"),
        ("ändr. nya 1 b, 2 §§", "nya 1 b och 2 §§ ändras"),
    ] {
        assert_eq!(scope_words(words), expected, "{words}");
    }
}

#[test]
fn no_words_are_lost_or_break_it() {
    for words in [
        "§ kap. , ; bil",
        "rubr.",
        "nuvarande",
        "betecknas 9 §",
        "något helt annat",
        ";;,,",
        "ändr. rubr. sätts",
    ] {
        let told = scope_words(words);
        assert!(!told.contains("  "), "{words}: {told}");
    }
    assert_eq!(scope_words("något helt annat"), "något helt annat");
}
