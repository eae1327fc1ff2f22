//! How a document, or a place in it, is cited in a Swedish text: short and full.
//!
//! A statute is cited by the name that lawyers use and by its title, a decision by its report, a preparatory work by number and
//! page, an EU act by article and number, a judgment of Strasbourg by its parties and number.

use lagrum_artifact::{Anchor, AnchorGrammar, ORDINALS};

use crate::citation::court_point;
use crate::sfs::{definite, without_number};
use crate::{pinpoint, source};

/// The names from which the citation of a document is made.
#[derive(Clone, Copy, Debug, Default)]
pub struct CitedNames<'a> {
    /// The name of its source.
    pub source: &'a str,
    /// Its local id.
    pub local_id: &'a str,
    /// Its printed id.
    pub label: Option<&'a str>,
    /// The bare id.
    pub short_id: Option<&'a str>,
    /// Its full title.
    pub title: Option<&'a str>,
    /// Its compact citing form.
    pub descriptive: Option<&'a str>,
}

/// The forms of a citation of a document or of a place in it, each with its name. The first is the shortest. No citation is
/// returned twice.
///
/// `leads_back` says whether a reader who meets the short name of an act finds this act. A name that another act bears, as of an act that
/// has ended, gets the number of the act.
pub fn hanvisning(
    names: &CitedNames<'_>,
    anchor: Option<&Anchor>,
    leads_back: impl FnOnce(&str) -> bool,
) -> Vec<(&'static str, String)> {
    let place = anchor.map(|anchor| place(names, anchor));
    let mut forms: Vec<(&'static str, String)> = Vec::new();
    let short = short_name(names).map(|name| {
        let is_statute = source(names.source).holds_statutes;
        if is_statute && !leads_back(&name) { with_number(names, name) } else { name }
    });
    for (form, name) in [("kort", short), ("full", full_name(names))] {
        let Some(name) = name else { continue };
        let citation = joined(names, place.as_deref(), &name);
        if forms.iter().all(|(_, other)| *other != citation) {
            forms.push((form, citation));
        }
    }
    forms
}

/// The name of a document by its local id alone, for one that is not held: `prop/2003/04:9` is `prop. 2003/04:9`.
pub fn name_of_local_id(local_id: &str) -> String {
    match local_id.split_once('/') {
        Some(("prop", rest)) => format!("prop. {rest}"),
        Some(("bet", rest)) => format!("bet. {rest}"),
        Some(("dir", rest)) => format!("dir. {rest}"),
        Some(("skr", rest)) => format!("skr. {rest}"),
        Some(("ds", rest)) => format!("Ds {rest}"),
        Some(("celex", rest)) => crate::eurlex::name_of_number(rest),
        Some(("begrepp", rest)) => rest.replace('_', " "),
        Some(("dom", rest)) if rest.starts_with("echr/") => {
            format!("Europadomstolens avgörande med HUDOC-nummer {}", &rest["echr/".len()..])
        }
        Some(("dom", rest)) => crate::dv::printed_report(rest).unwrap_or_else(|| rest.replace('/', " ")),
        Some((series, rest)) => format!("{} {rest}", series.to_uppercase()),
        None if local_id.starts_with(|c: char| c.is_ascii_digit()) => {
            match crate::sfs::established_name(local_id) {
                Some(name) => format!("{name} (SFS {local_id})"),
                None => format!("SFS {local_id}"),
            }
        }
        None => local_id.to_owned(),
    }
}

/// A place as it is cited: `36 § andra stycket`, `artikel 6.1 c`, `p. 26`, `s. 45`.
fn place(names: &CitedNames<'_>, anchor: &Anchor) -> String {
    let described = source(names.source);
    if let Some(number) = court_point(described, anchor) {
        return format!("p. {number}");
    }
    let label = described.grammar.label(anchor).unwrap_or_else(|| pinpoint(described.grammar, anchor));
    if described.grammar == AnchorGrammar::Statute { written_out(&label) } else { label }
}

/// A label with its abbreviations written out: `2 § 1 st 3 p` becomes `2 § första stycket 3`.
fn written_out(label: &str) -> String {
    let parts: Vec<&str> = label.split(' ').collect();
    let (mut written, mut at) = (Vec::new(), 0);
    while let Some(part) = parts.get(at) {
        let ordinal = part.parse::<usize>().ok().and_then(|number| ORDINALS.get(number.checked_sub(1)?));
        match (ordinal, parts.get(at + 1)) {
            (Some(ordinal), Some(&"st")) => written.extend([*ordinal, "stycket"]),
            (Some(ordinal), Some(&"men.")) => written.extend([*ordinal, "meningen"]),
            (_, Some(&"p")) => written.push(*part),
            _ => {
                written.push(*part);
                at += 1;
                continue;
            }
        }
        at += 2;
    }
    written.join(" ")
}

fn joined(names: &CitedNames<'_>, place: Option<&str>, name: &str) -> String {
    let Some(place) = place else { return name.to_owned() };
    if place.starts_with("artikel") {
        // An article has `i` before the name of its act, a paragraf has not.
        format!("{place} i {name}")
    } else if source(names.source).act_form.is_some() && !place.starts_with("p. ") {
        format!("{place} {name}")
    } else if place.starts_with("§ ") {
        format!("{name}, {place}")
    } else {
        format!("{name} {place}")
    }
}

fn short_name(names: &CitedNames<'_>) -> Option<String> {
    let described = source(names.source);
    if let Some(case) = parties(names) {
        return Some(case.to_owned());
    }
    if let Some(commentary) = commentary(names) {
        return Some(commentary.to_owned());
    }
    let name = match names.descriptive.filter(|name| !name.is_empty()) {
        _ if described.act_form.is_none() => names.short_id.or(names.label).or(names.descriptive),
        Some(name) => Some(crate::acronym(name).filter(|_| !described.holds_statutes).unwrap_or(name)),
        None => names.short_id.or(names.label),
    };
    let name =
        name.map(|name| if described.holds_statutes { statute_name(names, name) } else { in_text(name) });
    name.or_else(|| Some(name_of_local_id(names.local_id)).filter(|name| !name.is_empty()))
}

/// The short name of a statute: its established name, or its title without its number, `lagen om får`.
fn statute_name(names: &CitedNames<'_>, name: &str) -> String {
    let of_title = names.title.filter(|title| without_number(title) == name);
    of_title.map_or_else(|| definite(name), |title| without_number(&definite(title)))
}

/// A short name with the number of the act: `aktiebolagslagen (1975:1385)`. A title has its number within it.
fn with_number(names: &CitedNames<'_>, name: String) -> String {
    let full = names.title.map(definite).filter(|full| full.contains(names.local_id));
    match full {
        Some(full) if without_number(&full) == name => full,
        _ if name.contains(names.local_id) => name,
        _ => format!("{name} ({})", names.local_id),
    }
}

/// The parties of a judgment of Strasbourg, which is cited by them and the number of the application.
fn parties<'a>(names: &CitedNames<'a>) -> Option<&'a str> {
    let case = names.descriptive.filter(|_| names.source == "hudoc")?;
    (!case.is_empty() && Some(case) != names.short_id).then_some(case)
}

/// The name of a commentary. The label is not used, since it is the same for all commentaries.
fn commentary<'a>(names: &CitedNames<'a>) -> Option<&'a str> {
    let is_commentary = names.source == crate::kommentar::SOURCE.name;
    names.descriptive.or(names.title).filter(|name| is_commentary && !name.is_empty())
}

fn full_name(names: &CitedNames<'_>) -> Option<String> {
    let described = source(names.source);
    if let Some(commentary) = commentary(names) {
        return Some(commentary.to_owned());
    }
    if let Some(case) = parties(names) {
        return Some(match names.short_id.filter(|number| number.starts_with("no. ")) {
            Some(number) => format!("{case}, {number}"),
            None => case.to_owned(),
        });
    }
    if described.holds_statutes {
        return names.title.map(definite);
    }
    if described.act_form.is_some() {
        return names.title.or(names.label).map(in_text);
    }
    names.label.or(names.title).map(in_text)
}

/// A name as it stands within a sentence: `Prop. 2030/31:9` is `prop. 2030/31:9`.
fn in_text(name: &str) -> String {
    const LOWERED: [&str; 9] =
        ["Prop. ", "Bet. ", "Dir. ", "Skr. ", "Förordning ", "Direktiv ", "Beslut ", "Lag ", "Rådets "];
    match LOWERED.iter().find(|word| name.starts_with(**word)) {
        Some(_) => lower_first(name),
        None => name.to_owned(),
    }
}

fn lower_first(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use lagrum_artifact::Anchor;

    use super::*;

    #[test]
    fn citations() {
        let statute = CitedNames {
            source: "sfs",
            local_id: "1931:47",
            label: Some("SFS 1931:47"),
            short_id: Some("SFS 1931:47"),
            title: Some("Lag (1931:47) om får"),
            descriptive: Some("fårlagen"),
        };
        let balk =
            CitedNames { title: Some("Fyrbalk (2028:410)"), descriptive: Some("fyrbalken"), ..statute };
        let case = CitedNames {
            source: "dv",
            local_id: "dom/nja/2031s5",
            label: Some("Fårfallet (NJA 2031 s. 5)"),
            short_id: Some("NJA 2031 s. 5"),
            title: Some("Fårfallet"),
            descriptive: Some("Fårfallet (NJA 2031 s. 5)"),
        };
        let bill = CitedNames {
            source: "forarbete",
            local_id: "prop/2030/31:9",
            label: Some("Prop. 2030/31:9"),
            short_id: Some("Prop. 2030/31:9"),
            title: Some("En ny fårlag"),
            descriptive: None,
        };
        let act = CitedNames {
            source: "eurlex",
            local_id: "celex/32031R0077",
            label: Some("32031R0077"),
            short_id: Some("(EU) 2031/77"),
            title: Some("Förordning (EU) 2031/77 om getter"),
            descriptive: Some("(EU) 2031/77 Getförordningen (GETF)"),
        };
        let judgment = CitedNames {
            source: "hudoc",
            local_id: "hudoc/1234-25",
            label: Some("ECLI:CE:ECHR:2031:0203JUD000123425"),
            short_id: Some("no. 1234/25"),
            title: Some("CASE OF DOE v. SWEDEN"),
            descriptive: Some("Doe v. Sweden"),
        };
        let untitled = CitedNames { descriptive: Some("Fårlag"), ..statute };
        let supplement = CitedNames {
            title: Some("Lag (2031:5) med bestämmelser till EU:s förordning om ull"),
            descriptive: Some("Lag med bestämmelser till EU:s förordning om ull"),
            ..statute
        };
        let titleless = CitedNames { title: None, ..supplement };
        let of_agency = CitedNames {
            title: Some("Fårverkets kungörelse (1931:48) om ull"),
            descriptive: Some("Fårverkets kungörelse om ull"),
            ..statute
        };
        let commentary = CitedNames {
            source: "kommentar",
            local_id: "kommentar/1931:47",
            label: Some("Kommentar"),
            short_id: Some("Kommentar"),
            title: Some("Kommentar till fårlagen"),
            descriptive: Some("Kommentar till fårlagen"),
        };
        let table: [(CitedNames<'_>, &str, &[&str]); 15] = [
            (commentary, "", &["Kommentar till fårlagen"]),
            (untitled, "K3P3", &["3 kap. 3 § fårlagen", "3 kap. 3 § lagen (1931:47) om får"]),
            (
                supplement,
                "P2",
                &[
                    "2 § lagen med bestämmelser till EU:s förordning om ull",
                    "2 § lagen (2031:5) med bestämmelser till EU:s förordning om ull",
                ],
            ),
            (titleless, "", &["lagen med bestämmelser till EU:s förordning om ull"]),
            (of_agency, "", &["Fårverkets kungörelse om ull", "Fårverkets kungörelse (1931:48) om ull"]),
            (statute, "", &["fårlagen", "lagen (1931:47) om får"]),
            (statute, "K3P3", &["3 kap. 3 § fårlagen", "3 kap. 3 § lagen (1931:47) om får"]),
            (statute, "P36S2", &["36 § andra stycket fårlagen", "36 § andra stycket lagen (1931:47) om får"]),
            (balk, "K1P2", &["1 kap. 2 § fyrbalken", "1 kap. 2 § fyrbalken (2028:410)"]),
            (case, "P26", &["NJA 2031 s. 5 p. 26", "Fårfallet (NJA 2031 s. 5) p. 26"]),
            (bill, "sid45", &["prop. 2030/31:9 s. 45"]),
            (act, "6.1.c", &["artikel 6.1 c i GETF", "artikel 6.1 c i förordning (EU) 2031/77 om getter"]),
            (judgment, "", &["Doe v. Sweden", "Doe v. Sweden, no. 1234/25"]),
            (judgment, "P45", &["Doe v. Sweden, § 45", "Doe v. Sweden, no. 1234/25, § 45"]),
            (
                CitedNames { source: "sfs", local_id: "2003:9", ..CitedNames::default() },
                "P1",
                &["1 § SFS 2003:9"],
            ),
        ];
        for (names, anchor, expected) in table {
            let forms = hanvisning(&names, Anchor::new(anchor).as_ref(), |_| true);
            let forms: Vec<String> = forms.into_iter().map(|(_, form)| form).collect();
            assert_eq!(forms, expected, "{} {anchor}", names.local_id);
        }
    }

    #[test]
    fn a_short_name_that_another_act_bears_has_the_number() {
        let names = CitedNames {
            source: "sfs",
            local_id: "1931:47",
            label: Some("SFS 1931:47"),
            short_id: Some("SFS 1931:47"),
            title: Some("Lag (1931:47) om får"),
            descriptive: Some("fårlagen"),
        };
        let titled = CitedNames { descriptive: Some("Lag om får"), ..names };
        let unnamed = CitedNames { descriptive: None, title: None, ..names };
        for (names, leads_back, expected) in [
            (names, true, "3 § fårlagen"),
            (names, false, "3 § fårlagen (1931:47)"),
            (titled, true, "3 § lagen om får"),
            (titled, false, "3 § lagen (1931:47) om får"),
            (unnamed, false, "3 § SFS 1931:47"),
        ] {
            let forms = hanvisning(&names, Anchor::new("P3").as_ref(), |_| leads_back);
            assert_eq!(forms[0].1, expected, "{leads_back}");
        }
    }

    #[test]
    fn styckens_and_points_are_written_out() {
        for (label, expected) in [
            ("36 §", "36 §"),
            ("3 kap. 3 § 2 st", "3 kap. 3 § andra stycket"),
            ("3 kap. 3 § 1 st 4 p", "3 kap. 3 § första stycket 4"),
            ("5 a § 2 st 1 a p", "5 a § andra stycket 1 a"),
            ("1 § 1 st 2 men.", "1 § första stycket andra meningen"),
            ("1 § 999 st", "1 § 999 st"),
        ] {
            assert_eq!(written_out(label), expected);
        }
    }

    #[test]
    fn local_ids_have_names() {
        for (local_id, name) in [
            ("prop/2003/04:9", "prop. 2003/04:9"),
            ("sou/1930:77", "SOU 1930:77"),
            ("ds/2031:4", "Ds 2031:4"),
            ("2003:4", "SFS 2003:4"),
            ("2005:59", "distansavtalslagen (SFS 2005:59)"),
            ("dom/nja/2031s5", "NJA 2031 s. 5"),
            ("dom/nja/2031/not/5", "NJA 2031 not 5"),
            ("dom/hfd/2031:5", "HFD 2031 ref. 5"),
            ("dom/rh/2031:5", "RH 2031:5"),
            ("dom/hd/T_1-31/2031-02-03", "hd T_1-31 2031-02-03"),
            ("dom/echr/001-77", "Europadomstolens avgörande med HUDOC-nummer 001-77"),
            ("begrepp/Fri_rörlighet", "Fri rörlighet"),
            ("celex/32012R0648", "EU-förordning 648/2012 (CELEX 32012R0648)"),
            ("celex/32019R1020", "EU-förordning 2019/1020 (CELEX 32019R1020)"),
            ("celex/31993L0013", "EU-direktiv 93/13 (CELEX 31993L0013)"),
            ("celex/32009D0078", "EU-beslut 2009/78 (CELEX 32009D0078)"),
            ("celex/62021CJ0034", "mål C-34/21 (CELEX 62021CJ0034)"),
            ("celex/32031X0077", "CELEX 32031X0077"),
            ("nonsens", "nonsens"),
        ] {
            assert_eq!(name_of_local_id(local_id), name);
        }
    }
}
