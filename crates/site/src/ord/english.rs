//! The English words of the site.

pub(crate) mod readings;
pub(crate) mod tables;

use lagrum_sources::Translation;

pub(crate) const LINK: &str = "In English";
pub(crate) const IN_SWEDISH: &str = "På svenska";
pub(crate) const ABOUT: &str = "Help in English";
pub(crate) const TITLE: &str = "Swedish law: how to use this site";

/// What the site is, and how to read it.
pub(crate) const TEXT: [&str; 4] = [
    "This site has Swedish statutes, preparatory works, court decisions and regulations, with EU law and treaties, and shows beside each \
     provision which documents cite it. It is not official. The law that counts is what has been printed or promulgated.",
    "Swedish law is written in Swedish, and so are the texts here. Around them the pages that you reach from here speak English: what a \
     document is, whether it is in force, its days, its court, and where a translation is.",
    "The box takes a citation (36 § avtalslagen, BrB 3:1, GDPR art 6, NJA 2015 s. 702), the name of an act in Swedish or English, or words. \
     A citation leads straight to its place. For words in English the search also looks for the Swedish legal terms that it knows for them.",
    "EU legislation and judgments of the European Court of Human Rights are here in English where their pages say so.",
];

pub(crate) const ACTS: &str = "Acts by their English names";
pub(crate) const ACTS_TEXT: &str =
    "The names are those that courts and the Government Offices use. The text is in Swedish.";
pub(crate) const COURTS: &str = "Courts and boards";
pub(crate) const WORDS: &str = "Words you will meet";
pub(crate) const TRANSLATIONS: &str = "Translations elsewhere";

/// Where translations are published: addresses and names.
pub(crate) const TRANSLATION_LINKS: [(&str, &str); 4] = [
    (
        "https://www.government.se/government-policy/judicial-system/swedish-statutes-in-translation/",
        "The Government: Swedish statutes in translation",
    ),
    (
        "https://www.riksdagen.se/en/how-the-riksdag-works/democracy/the-constitution/",
        "The Riksdag: the Constitution in English",
    ),
    ("https://eur-lex.europa.eu/homepage.html?locale=en", "EUR-Lex: EU law in all official languages"),
    ("https://hudoc.echr.coe.int/eng", "HUDOC: the European Court of Human Rights"),
];

pub(crate) const SWEDISH_TEXT: &str = "The text is in Swedish, and the Swedish text alone is law.";
pub(crate) const SWEDISH_DOCUMENT: &str = "The text is in Swedish.";
pub(crate) const ENGLISH_TEXT: &str = "The text is in English.";
pub(crate) const OTHER_TEXT: &str = "The text is neither in Swedish nor in English.";
pub(crate) const NO_TEXT: &str = "The text is not here.";

/// Shown where only a headnote or a summary is held.
pub(crate) const IN_PART: &str = "Only a summary is here, not the whole document.";

/// The last amendment that is worked into a text.
pub(crate) fn amended_up_to(act: &str) -> String {
    format!("with amendments up to {act}")
}

/// The day from which the shown wording applies, or applied.
pub(crate) fn applies_from(day: &str, has_ended: bool) -> String {
    let verb = if has_ended { "applied" } else { "applies" };
    format!("this wording {verb} from {day}")
}

/// The day on which a document ceased or ceases to apply, if it is known.
pub(crate) fn expired(day: &str, has_come: bool) -> Option<String> {
    let verb = if has_come { "ceased to apply" } else { "ceases to apply" };
    (day > "0001-01-01").then(|| format!("{verb} {day}"))
}

/// The way to a translation.
pub(crate) fn translation(translation: &Translation) -> String {
    let language = if translation.language == "sv" { "Swedish" } else { "English" };
    let facts = [
        translation.is_of_excerpts.then(|| "excerpts".to_owned()),
        translation.site().map(str::to_owned),
        translation.up_to.as_ref().map(|end| format!("amendments up to {end}")),
    ];
    let facts: Vec<String> = facts.into_iter().flatten().collect();
    format!("Unofficial translation into {language} ({})", facts.join(", "))
}

/// The number of documents that a search found.
pub(crate) fn documents(number: u64) -> String {
    if number == 1 { "1 document".to_owned() } else { format!("{} documents", super::number(number)) }
}
