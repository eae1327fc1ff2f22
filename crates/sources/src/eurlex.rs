//! EU law (EUR-Lex): acts, treaties, judgments, opinions and orders.
//!
//! The label of a document is its CELEX number, which readers do not cite. An act is called by its designation and
//! name, `(EU) 2031/77 Getförordningen (GETF)`, a ruling by its case number, `C-12/31 (Getfallet)`, and a treaty by its
//! Swedish name in `data/eu-fordrag.txt`.

mod celex;
mod issuer;
mod parties;
mod treaties;
mod twins;

use lagrum_artifact::{AnchorGrammar, Artifact};
use std::borrow::Cow;

use self::treaties::{JUDGMENT, OPINION, ORDER, TREATY, treaty_name};
use crate::facets::{BucketOrder, FacetLevel, year_key};
use crate::names::{DocumentNames, lower_first_letter, raised, with_acronym};
use crate::reading::ArtifactFields;
use crate::snippet::{cap_words, cut, first_node, prose_of_its_own};
use crate::stated_names::{self, in_parentheses};
use crate::{
    ActForm, BrowseExtras, DocumentKind, FacetScheme, FlowGroup, KindWords, LeafOrder, ListingRow, NameForm,
    Source, StatedName, case_names,
};
use celex::Celex;
pub use parties::eu_parties;

pub(crate) static SOURCE: Source = Source {
    name: "eurlex",
    is_multilingual: true,
    grammar: AnchorGrammar::Points,
    label: "EU-rättsakter",
    artifact_dir: "eurlex",
    has_lydelser: true,
    act_form: Some(ActForm::EuAct),
    scheme: Some(&FacetScheme {
        levels: &[
            FacetLevel { name: "Typ", key: browse_type, order: BucketOrder::Listed(|| &KINDS) },
            FacetLevel {
                name: "År",
                key: second_level,
                order: BucketOrder::ListedOrYear(|| &celex::FAMILIES),
            },
        ],
        leaf_order: LeafOrder::NewestFirst,
    }),
    kind_words: &[
        KindWords::of("eu förordning", &["regulation"]),
        KindWords::of("eg förordning", &["regulation"]),
        KindWords::of("eu direktiv", &["directive"]),
        KindWords::of("eg direktiv", &["directive"]),
        KindWords::of("direktiv", &["directive"]),
        KindWords::of("eu dom", &["judgment"]),
        KindWords::of("eu domstolen", &["judgment"]),
        KindWords::of("generaladvokat", &["opinion"]),
        KindWords::of("förslag till avgörande", &["opinion"]),
        KindWords::of("eu fördrag", &["treaty"]),
    ],
    kinds: || &KINDS,
    group: |kind| match kind {
        JUDGMENT | OPINION | ORDER => FlowGroup::EuDomar,
        TREATY => FlowGroup::EuFordrag,
        _ => FlowGroup::EuRattsakter,
    },
    names,
    stated_names,
    snippet,
    year: |row| Celex::of(row.local_id).year(),
    fold: twins::fold,
    extras,
    owns: |local_id| local_id.starts_with("celex/"),
    ..Source::GENERIC
};

/// Orders are filed with judgments and have no bucket of their own.
static KINDS: [DocumentKind; 7] = [
    DocumentKind::new(TREATY, "Fördrag"),
    DocumentKind::new("directive", "Direktiv"),
    DocumentKind::counted("regulation", "Förordningar", "Förordning"),
    DocumentKind::new("decision", "Beslut"),
    DocumentKind::counted(JUDGMENT, "Avgöranden", "Avgörande"),
    DocumentKind::new(OPINION, "Generaladvokatens förslag"),
    DocumentKind::new("act", "Övriga rättsakter"),
];

fn names(reading: &ArtifactFields) -> DocumentNames {
    let celex = Celex(reading.str("celex").unwrap_or(Celex::of(reading.local_id).0));
    let kind = reading.str("doctype").unwrap_or_default();
    let names = match kind {
        TREATY => treaty_names(reading, celex),
        JUDGMENT => judgment_names(reading, celex),
        OPINION => numbered_names(reading, celex, "Förslag till avgörande i mål"),
        ORDER => numbered_names(reading, celex, "Beslut i mål"),
        _ => act_names(reading, celex),
    };
    let abbr = reading.str("abbr").unwrap_or_default();
    let display = match short_name(reading) {
        _ if !names.display.is_empty() => names.display,
        Some(name) => with_acronym(&raised(name), abbr),
        None => with_acronym(without_relevance(&names.title), abbr),
    };
    let in_text = match short_name(reading) {
        Some(name) if names.in_text.is_empty() => name.to_owned(),
        _ => names.in_text,
    };
    DocumentNames { kind: kind.to_owned(), label: celex.0.to_owned(), display, in_text, ..names }
}

/// The name of an act or a ruling by its CELEX number alone, with the number.
pub(crate) fn name_of_number(celex: &str) -> String {
    match Celex(celex).bare_name() {
        Some(name) => format!("{name} (CELEX {celex})"),
        None => format!("CELEX {celex}"),
    }
}

/// The names that an act states; for a ruling the name in its label.
fn stated_names<'a>(artifact: &'a Artifact, local_id: &str) -> Vec<StatedName<'a>> {
    if local_id.starts_with("celex/6") {
        let name = artifact.str(&["label"]).and_then(in_parentheses);
        return Vec::from_iter(NameForm::CaseName.of(name));
    }
    let names = [
        NameForm::Title.of(stated_names::title(artifact)),
        NameForm::Name.of(artifact.str(&["shortname"])),
        NameForm::Abbreviation.of(artifact.str(&["abbr"])),
    ];
    names.into_iter().flatten().collect()
}

/// The short name of a document. The remark in parentheses at the end of some titles is recorded as one; it is left
/// out.
fn short_name<'a>(reading: &ArtifactFields<'a>) -> Option<&'a str> {
    let name = reading.str("shortname")?.trim_matches(['‘', '’', '\'', '"', '“', '”', ' ']);
    (!name.is_empty() && !without_relevance(name).is_empty()).then_some(name)
}

/// A title without the remark on relevance for the EEA.
fn without_relevance(title: &str) -> &str {
    let stops = [' ', '.', '(', ')'];
    let bare = title.trim_end_matches(stops);
    let remark = ["Text with EEA relevance", "Text av betydelse för EES"]
        .iter()
        .find_map(|remark| bare.strip_suffix(remark));
    remark.map_or(title, |before| before.trim_end_matches([' ', '(']))
}

fn treaty_names(reading: &ArtifactFields, celex: Celex) -> DocumentNames {
    let curated = treaty_name(celex);
    let title = reading.str("title").unwrap_or(celex.0);
    let official = curated.unwrap_or(title);
    DocumentNames {
        title: title.to_owned(),
        display: official.to_owned(),
        short_title: curated.unwrap_or_default().to_owned(),
        descriptive: official.to_owned(),
        ..DocumentNames::default()
    }
}

fn judgment_names(reading: &ArtifactFields, celex: Celex) -> DocumentNames {
    let label = reading.str("label").unwrap_or(celex.0);
    let short_id = match label.split_once('(') {
        Some((number, _)) if label.ends_with(')') => number.trim(),
        _ => label,
    };
    let known = case_names::of_document(reading.local_id).filter(|_| short_id == label);
    let cited = known.as_ref().map_or_else(|| label.to_owned(), |name| format!("{label} ({name})"));
    let named = known.clone().unwrap_or_else(|| named(reading));
    DocumentNames {
        title: cited.clone(),
        display: known.clone().unwrap_or_default(),
        in_text: cited.clone(),
        short_id: short_id.to_owned(),
        short_title: if named == short_id { String::new() } else { named },
        descriptive: cited,
        ..DocumentNames::default()
    }
}

fn numbered_names(reading: &ArtifactFields, celex: Celex, what: &str) -> DocumentNames {
    let number = celex.case_number();
    let name = format!("{what} {number}");
    DocumentNames {
        title: reading.str("title").unwrap_or(celex.0).to_owned(),
        display: name.clone(),
        in_text: lower_first_letter(&name),
        descriptive: name,
        short_id: number,
        ..DocumentNames::default()
    }
}

fn act_names(reading: &ArtifactFields, celex: Celex) -> DocumentNames {
    let label = reading.str("label").unwrap_or_default();
    let title = reading.str("title").unwrap_or(celex.0);
    let designated = designation(label).or_else(|| designation(title));
    let own = designated.filter(|text| celex.is_designated(text));
    let named = named(reading);
    // The text after the designation is a name, or the beginning of the subject in the title.
    let rest = own.and_then(|text| label.strip_prefix(text)).map(str::trim).unwrap_or_default();
    let rest = without_relevance(rest);
    let rest = if is_part_of(rest, title) { "" } else { rest };
    let short_title = if named.is_empty() { rest.to_owned() } else { named };
    let short_id = own.unwrap_or(celex.0);
    let descriptive = match own {
        Some(text) if !short_title.is_empty() => format!("{text} {short_title}"),
        None if designated.is_none() && !label.is_empty() => label.to_owned(),
        None if !short_title.is_empty() => short_title.clone(),
        _ => short_id.to_owned(),
    };
    DocumentNames {
        title: title.to_owned(),
        short_id: short_id.to_owned(),
        short_title,
        descriptive,
        ..DocumentNames::default()
    }
}

/// Whether the words of a text are words of a title in the same order: a title that is cut short, or without its date.
/// A text that the title has in parentheses is a name.
fn is_part_of(text: &str, title: &str) -> bool {
    let (text, title) = (text.trim_end_matches(['…', ' ']).to_lowercase(), title.to_lowercase());
    let mut words = title.split_whitespace();
    !title.contains(&format!("({text}"))
        && text.split_whitespace().all(|word| words.any(|other| other == word))
}

/// The short name with its acronym.
fn named(reading: &ArtifactFields) -> String {
    short_name(reading)
        .map_or_else(String::new, |name| with_acronym(name, reading.str("abbr").unwrap_or_default()))
}

const COMMUNITIES: [&str; 9] = ["EU", "EG", "EEG", "Euratom", "EKSG", "EC", "EEC", "ECSC", "EAEC"];

/// The designation at the start of a text: `(EU) 2031/77`, `(EG) nr 12/2001`, `2031/77/EU`.
fn designation(text: &str) -> Option<&str> {
    let end_of_number =
        |text: &str| text.find(|c: char| !c.is_ascii_digit() && c != '/').unwrap_or(text.len());
    if let Some(rest) = text.strip_prefix('(') {
        let (community, after) = rest.split_once(')')?;
        if !COMMUNITIES.contains(&community) {
            return None;
        }
        let after = after.trim_start();
        let number =
            ["nr", "No"].iter().find_map(|word| after.strip_prefix(word)).unwrap_or(after).trim_start();
        let digits = number[..end_of_number(number)].trim_end_matches('/');
        let is_number = digits.contains('/') && digits.starts_with(|c: char| c.is_ascii_digit());
        return is_number.then(|| &text[..text.len() - number.len() + digits.len()]);
    }
    let (number, after) = text.split_at(end_of_number(text));
    let number =
        number.strip_suffix('/').filter(|number| number.contains('/') && !number.starts_with('/'))?;
    let community = after.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    COMMUNITIES.contains(&community).then(|| &text[..number.len() + 1 + community.len()])
}

fn snippet(artifact: &Artifact, names: &DocumentNames) -> Option<String> {
    let own_text = |node: lagrum_artifact::Node| node.text().plain_text().trim().to_owned();
    let opening = if names.label.starts_with('6') {
        let ground = first_node(artifact, |node| {
            node.kind() == "paragraph"
                && node.str("num").is_some()
                && own_text(node).chars().count() >= GROUND_FROM
        });
        ground.map(|node| cap_words(&own_text(node)))
    } else {
        // The first recital with a number: before it there is often only "Whereas:".
        let recital = first_node(artifact, |node| node.kind() == "recital" && node.str("num").is_some())
            .or_else(|| first_node(artifact, |node| node.kind() == "recital"));
        recital.map(|node| match node.str("num") {
            Some(number) => cut(&format!("({number}) {}", own_text(node))),
            None => cut(&own_text(node)),
        })
    };
    opening.filter(|text| !text.is_empty()).or_else(|| prose_of_its_own(artifact, names))
}

/// The least number of characters of the first numbered ground of a ruling that is shown.
const GROUND_FROM: usize = 40;

fn browse_type(row: &ListingRow) -> Option<String> {
    let kind = if row.kind == ORDER { JUDGMENT } else { row.kind };
    (!kind.is_empty()).then(|| kind.to_owned())
}

fn second_level(row: &ListingRow) -> Option<String> {
    let celex = Celex::of(row.local_id);
    if row.kind == TREATY { Some(celex.family().key.to_owned()) } else { year_key(celex.year()) }
}

fn extras(row: &ListingRow) -> BrowseExtras {
    let celex = Celex::of(row.local_id);
    match row.kind {
        TREATY => BrowseExtras {
            variant: Some(Cow::Borrowed(if celex.has_consolidations() {
                "current"
            } else {
                celex.family().key
            })),
            pre: Some(String::new()),
            key: Some(row.short_title.unwrap_or(row.display).to_owned()),
            ..BrowseExtras::default()
        },
        JUDGMENT | ORDER => {
            BrowseExtras { variant: celex.court().map(Cow::Borrowed), ..BrowseExtras::default() }
        }
        "regulation" | "directive" | "decision" => {
            BrowseExtras { variant: Some(issuer::of(row.title, celex.0).into()), ..BrowseExtras::default() }
        }
        _ => BrowseExtras::default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn designations() {
        let table = [
            ("(EU) 2031/77 Getförordningen", Some("(EU) 2031/77")),
            ("(EG) nr 12/2001", Some("(EG) nr 12/2001")),
            ("(Euratom) 2031/77/", Some("(Euratom) 2031/77")),
            ("(EU) No 12/2001 Goat Regulation", Some("(EU) No 12/2001")),
            ("(EC) 12/2001", Some("(EC) 12/2001")),
            ("2031/77/EU Goats", Some("2031/77/EU")),
            ("93/13/EEG", Some("93/13/EEG")),
            ("2031/77/ABC", None),
            ("2031/EU", None),
            ("/77/EU", None),
            ("(XY) 12/2001", None),
            ("(EU) om getter", None),
            ("förordning (EU) 2031/77", None),
            ("(EU) 2031", None),
        ];
        for (text, expected) in table {
            assert_eq!(designation(text), expected, "{text}");
        }
    }

    #[test]
    fn the_beginning_of_a_title_is_no_name() {
        let title =
            "Europaparlamentets förordning (EU) 2031/77 av den 1 mars 2031 om getter (getförordningen)";
        for (text, expected) in [
            ("Om getter", true),
            ("Europaparlamentets förordning om getter", true),
            ("Europaparlamentets förordning om …", true),
            ("Getförordningen", false),
            ("Om får", false),
        ] {
            assert_eq!(is_part_of(text, title), expected, "{text}");
        }
    }

    #[test]
    fn a_remark_is_no_name() {
        let table = [
            ("Förordning om getter (Text av betydelse för EES)", "Förordning om getter"),
            ("Goat Regulation Text with EEA relevance", "Goat Regulation"),
            ("Goat Regulation (Text with EEA relevance. )", "Goat Regulation"),
            ("Text with EEA relevance.", ""),
            ("Goat Regulation (recast)", "Goat Regulation (recast)"),
        ];
        for (title, expected) in table {
            assert_eq!(without_relevance(title), expected, "{title}");
        }
    }
}
