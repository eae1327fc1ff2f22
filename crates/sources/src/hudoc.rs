//! Case law of the European Court of Human Rights (HUDOC).
//!
//! The court prints captions in capitals after a prefix, `CASE OF DOE v. SWEDEN`. Readers cite *Doe v. Sweden*.

use lagrum_artifact::{AnchorGrammar, raise_first_letter};

use crate::facets::{kind_level, year_key, year_level};
use crate::names::DocumentNames;
use crate::reading::ArtifactFields;
use crate::{
    DocumentKind, FacetScheme, FlowGroup, KindWords, LeafOrder, NameForm, Source, stated_names, year,
};

pub(crate) static SOURCE: Source = Source {
    name: "hudoc",
    is_multilingual: true,
    grammar: AnchorGrammar::Signs,
    label: "Europadomstolens praxis",
    artifact_dir: "hudoc",
    scheme: Some(&FacetScheme {
        levels: &[kind_level("Dokumenttyp", kinds), year_level(|row| year_key(year::of_date(row)))],
        leaf_order: LeafOrder::Subject,
    }),
    kind_words: &[KindWords::all("europadomstolen"), KindWords::all("europadomstol")],
    kinds,
    group: |_| FlowGroup::FolkrattsligPraxis,
    names,
    stated_names: |artifact, _| Vec::from_iter(NameForm::Caption.of(stated_names::title(artifact))),
    snippet: |artifact, _| {
        let conclusions: Vec<_> = artifact.strs(&["metadata", "conclusions"]).collect();
        (!conclusions.is_empty()).then(|| conclusions.join("; "))
    },
    owns: |local_id| local_id.starts_with("dom/echr/"),
    ..Source::GENERIC
};

static KINDS: [DocumentKind; 7] = [
    DocumentKind::new("judgment", "Domar"),
    DocumentKind::new("decision", "Beslut"),
    DocumentKind::new("communicated-case", "Kommunicerade mål"),
    DocumentKind::new("advisory-opinion", "Rådgivande yttranden"),
    DocumentKind::new("legal-summary", "Rättsfallssammanfattningar"),
    DocumentKind::new("resolution", "Resolutioner"),
    DocumentKind::new("case-law", "Övrig praxis"),
];

fn kinds() -> &'static [DocumentKind] {
    &KINDS
}

fn names(reading: &ArtifactFields) -> DocumentNames {
    let item = reading.str("itemid").unwrap_or(reading.local_id);
    let label = reading.str("ecli").unwrap_or(item);
    let application = reading.artifact.strs(&["metadata", "applicationNumber"]).next();
    let short_id = application.map_or_else(|| item.to_owned(), |number| format!("no. {number}"));
    let title = reading.str("title");
    let name = title.map_or_else(|| short_id.clone(), case_name);
    DocumentNames {
        kind: reading.str("doctype").unwrap_or("case-law").to_owned(),
        label: label.to_owned(),
        title: title.unwrap_or(label).to_owned(),
        display: title.map(|_| name.clone()).unwrap_or_default(),
        in_text: title.map_or_else(|| reading.last_segment().to_owned(), |_| name.clone()),
        short_id,
        short_title: name.clone(),
        descriptive: name,
        ..DocumentNames::default()
    }
}

/// The case as readers cite it, without a remark in brackets (`[Extracts]`). A caption that is not mostly in capitals is unchanged.
fn case_name(caption: &str) -> String {
    let stripped = caption.strip_prefix("CASE OF ").unwrap_or(caption);
    let name = stripped.split_once(" [").map_or(stripped, |(name, _)| name);
    let letters = name.chars().filter(|c| c.is_alphabetic()).count();
    let capitals = name.chars().filter(|c| c.is_uppercase()).count();
    if letters == 0 || capitals * 4 < letters * 3 {
        return caption.to_owned();
    }
    // The last `v.` stands between the parties. In `S., V. AND A. v. DENMARK` the first is an initial.
    let versus = name.rfind(" v. ").or_else(|| name.rfind(" V. ")).map(|at| at + 1);
    let mut cased = String::with_capacity(name.len());
    let mut rest = name;
    while let Some(first) = rest.chars().next() {
        let in_word = first.is_alphabetic();
        let end = rest.find(|c: char| c.is_alphabetic() != in_word).unwrap_or(rest.len());
        let (chunk, after) = rest.split_at(end);
        if in_word {
            let is_versus = versus == Some(name.len() - rest.len());
            push_word(chunk, after, is_versus, &mut cased);
        } else {
            cased.push_str(chunk);
        }
        rest = after;
    }
    cased
}

/// The greatest length of an abbreviation in parentheses. A longer word is a name: `(Oxford)`.
const ABBREVIATION: usize = 5;

/// Short forms of companies, and numbers, as they are written.
const FORMS: [(&str, &str); 14] = [
    ("ab", "AB"),
    ("ag", "AG"),
    ("asa", "ASA"),
    ("bv", "BV"),
    ("gmbh", "GmbH"),
    ("ii", "II"),
    ("iii", "III"),
    ("kft", "Kft"),
    ("kg", "KG"),
    ("mbh", "mbH"),
    ("nv", "NV"),
    ("plc", "plc"),
    ("spa", "SpA"),
    ("srl", "SRL"),
];

/// Adds a word of a caption in lower case with a capital. A small word, and the `v.` between the parties, is lowered
/// unless it is first. An abbreviation in parentheses of its own, `(LO)`, stays.
fn push_word(word: &str, after: &str, is_versus: bool, name: &mut String) {
    // The Turkish capital İ is lowered to an i and a combining dot, which is removed.
    let lower = word.to_lowercase().replace("i\u{307}", "i");
    let small = matches!(lower.as_str(), "and" | "of" | "the" | "och");
    let is_short = word.chars().count() <= ABBREVIATION;
    let is_abbreviation = is_short && name.ends_with('(') && after.starts_with(')');
    let form = FORMS.iter().find(|(form, _)| *form == lower);
    if !name.is_empty() && (is_versus || small) {
        name.push_str(&lower);
    } else if is_abbreviation {
        name.push_str(word);
    } else if let Some((_, written)) = form {
        name.push_str(written);
    } else if let Some((at, letter)) = word.char_indices().rfind(|(_, letter)| letter.is_lowercase()) {
        // In `McROE` the lower-case letters stay.
        let (printed, capitals) = word.split_at(at + letter.len_utf8());
        name.push_str(printed);
        name.push_str(&raise_first_letter(&capitals.to_lowercase()));
    } else {
        name.push_str(&raise_first_letter(&lower));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn captions_as_readers_cite_them() {
        let table = [
            ("CASE OF DOE v. SWEDEN", "Doe v. Sweden"),
            ("DOE AND ROE V. SWEDEN", "Doe and Roe v. Sweden"),
            ("CASE OF THE VALL TIMES B.V. v. THE NETHERLANDS", "The Vall Times B.V. v. the Netherlands"),
            ("CASE OF O'DOE-ROE v. SWEDEN", "O'Doe-Roe v. Sweden"),
            ("CASE OF ÅBERGSSON-STRANDBERG v. SWEDEN (No. 2)", "Åbergsson-Strandberg v. Sweden (No. 2)"),
            ("CASE OF McDOEROE AND McROE v. SWEDEN", "McDoeroe and McRoe v. Sweden"),
            ("CASE OF ROE v. GREECE (No. 2)", "Roe v. Greece (No. 2)"),
            ("CASE OF VALL- OCH FÅRBOLAGET AB v. SWEDEN", "Vall- och Fårbolaget AB v. Sweden"),
            ("Case of Doe v. Sweden", "Case of Doe v. Sweden"),
            ("CASE OF YİĞİT v. TURKEY", "Yiğit v. Turkey"),
            ("Doe v. Sweden", "Doe v. Sweden"),
            ("CASE OF LAGÈRE v. SWEDEN [Extracts]", "Lagère v. Sweden"),
            ("CASE OF S., V. AND A. v. SWEDEN", "S., V. and A. v. Sweden"),
            ("CASE OF V. v. SWEDEN", "V. v. Sweden"),
            ("DOE V. V. V. SWEDEN", "Doe V. V. v. Sweden"),
            ("CASE OF FÅRVERLAG GMBH v. SWEDEN", "Fårverlag GmbH v. Sweden"),
            ("CASE OF SHEPHERDS (FL) v. SWEDEN", "Shepherds (FL) v. Sweden"),
            ("CASE OF ROE v. SWEDEN (MERITS)", "Roe v. Sweden (Merits)"),
            ("CASE OF ", "CASE OF "),
            ("12", "12"),
        ];
        for (caption, expected) in table {
            assert_eq!(case_name(caption), expected, "{caption}");
        }
    }
}
