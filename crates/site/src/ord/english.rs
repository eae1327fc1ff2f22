//! The words of the one page in English.

pub(crate) const LINK: &str = "In English";
pub(crate) const TITLE: &str = "Swedish law: how to use this site";

/// What the site is, and how to read it.
pub(crate) const TEXT: [&str; 4] = [
    "This site has Swedish statutes, preparatory works, court decisions and regulations, with EU law and treaties, and shows beside each \
     provision which documents cite it. It is not official. The law that counts is what has been printed or promulgated.",
    "Swedish law is written in Swedish, and so are these pages. The box at the top takes a citation (36 § avtalslagen, BrB 3:1, \
     GDPR art 6, NJA 2015 s. 702), the name of an act, or words in Swedish. A citation leads straight to its place. Many statutes are also \
     found by their English names, such as Contracts Act or Penal Code.",
    "EU legislation and judgments of the European Court of Human Rights are here in English where the site says so.",
    "Some words you will meet: lag is an act of parliament, förordning an ordinance of the government or an EU regulation, kapitel (kap.) a \
     chapter, § a section, stycke a paragraph of a section, upphävd repealed, lydelse the wording of a certain time, hänvisning a citation.",
];

pub(crate) const TRANSLATIONS: &str = "Official translations";

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
