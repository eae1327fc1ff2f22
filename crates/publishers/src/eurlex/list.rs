//! Lists of works: which are in force, which have consolidated texts, and in which forms and languages each has a text.

use std::collections::{BTreeMap, BTreeSet};

use super::celex::{is_celex, of_consolidated};
use super::sparql::{self, Rows};
use super::text::TextForm;
use crate::polite_client::Stop;
use crate::session::Session;

/// The most numbers that stand in a query.
const MAX_NUMBERS: usize = 1000;

/// A work, as the lists have it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct ListedWork {
    /// Its CELEX number.
    pub(super) celex: String,
    /// The forms in which it has a text.
    pub(super) forms: BTreeSet<TextForm>,
    /// Its consolidated texts by day, oldest first: their numbers and forms.
    pub(super) consolidated: BTreeMap<String, (String, BTreeSet<TextForm>)>,
}

/// The numbers of works in force that begin with this.
pub(super) fn in_force(session: &mut Session<'_>, prefix: &str) -> Result<BTreeSet<String>, Stop> {
    let query = format!(
        "SELECT DISTINCT ?celex WHERE {{ ?work cdm:resource_legal_id_celex ?celex ; \
         cdm:resource_legal_in-force \"true\"^^xsd:boolean . FILTER(STRSTARTS(STR(?celex), \"{prefix}\")) }}"
    );
    match sparql::ask(session, &query)? {
        Rows::All(rows) => {
            let numbers = rows.into_iter().filter_map(|mut row| row.remove("celex"));
            Ok(numbers.filter(|number| is_celex(number)).collect())
        }
        Rows::Cut if prefix.len() < 9 => {
            let mut all = BTreeSet::new();
            for digit in '0'..='9' {
                all.extend(in_force(session, &format!("{prefix}{digit}"))?);
            }
            Ok(all)
        }
        Rows::Cut => {
            Err(Stop::Publisher(format!("{}: too many numbers begin with {prefix}", session.base())))
        }
    }
}

/// What the lists have of these works. A work that the publisher does not have is left out.
pub(super) fn works(session: &mut Session<'_>, numbers: &[String]) -> Result<Vec<ListedWork>, Stop> {
    let mut works: BTreeMap<String, ListedWork> = BTreeMap::new();
    let mut consolidated = Vec::new();
    let related = "SELECT DISTINCT ?celex ?consolidated WHERE { VALUES ?celex { NUMBERS } \
                   ?work cdm:resource_legal_id_celex ?celex . \
                   OPTIONAL { ?text cdm:act_consolidated_consolidates_resource_legal ?work ; \
                   cdm:resource_legal_id_celex ?consolidated . } }";
    for row in rows(session, numbers, related)? {
        let Some(celex) = row.get("celex").filter(|celex| numbers.contains(celex)) else { continue };
        let work = works.entry(celex.clone()).or_default();
        work.celex.clone_from(celex);
        let Some(number) = row.get("consolidated").filter(|number| is_celex(number)) else { continue };
        // A text may consolidate several acts. It is the text of the one whose number it has.
        if let Some((act, day)) = of_consolidated(number)
            && act == *celex
            && work.consolidated.insert(day, (number.clone(), BTreeSet::new())).is_none()
        {
            consolidated.push(number.clone());
        }
    }
    let held: Vec<String> = works.keys().cloned().chain(consolidated).collect();
    let forms = "SELECT DISTINCT ?celex ?language ?form WHERE { VALUES ?celex { NUMBERS } \
                 ?work cdm:resource_legal_id_celex ?celex . \
                 ?expression cdm:expression_belongs_to_work ?work ; cdm:expression_uses_language ?language . \
                 ?manifestation cdm:manifestation_manifests_expression ?expression ; cdm:manifestation_type ?form . \
                 FILTER(?language IN (<http://publications.europa.eu/resource/authority/language/SWE>, \
                 <http://publications.europa.eu/resource/authority/language/ENG>)) \
                 FILTER(STR(?form) IN (\"fmx4\", \"xhtml\", \"html\")) }";
    for row in rows(session, &held, forms)? {
        let (Some(celex), Some(form)) = (row.get("celex"), TextForm::listed(&row)) else { continue };
        match of_consolidated(celex) {
            Some((act, day)) => {
                let place = works.get_mut(&act).and_then(|work| work.consolidated.get_mut(&day));
                place.map(|(_, forms)| forms.insert(form));
            }
            None => {
                works.get_mut(celex).map(|work| work.forms.insert(form));
            }
        }
    }
    Ok(works.into_values().collect())
}

/// The rows of a query about numbers, which stand where it has `NUMBERS`. It is asked for fewer at a time where its answer is cut.
fn rows(session: &mut Session<'_>, numbers: &[String], query: &str) -> Result<Vec<sparql::Row>, Stop> {
    let mut all = Vec::new();
    let mut waiting: Vec<&[String]> = numbers.chunks(MAX_NUMBERS).rev().collect();
    while let Some(chunk) = waiting.pop() {
        let values: Vec<String> = chunk.iter().map(|number| format!("\"{number}\"^^xsd:string")).collect();
        match sparql::ask(session, &query.replace("NUMBERS", &values.join(" ")))? {
            Rows::All(rows) => all.extend(rows),
            Rows::Cut if chunk.len() > 1 => {
                let (first, second) = chunk.split_at(chunk.len() / 2);
                waiting.extend([second, first]);
            }
            Rows::Cut => {
                let number = chunk.first().map_or("", String::as_str);
                return Err(Stop::Publisher(format!(
                    "{}: an answer about {number} alone is cut",
                    session.base()
                )));
            }
        }
    }
    Ok(all)
}

/// Those of these works that are in force.
pub(super) fn in_force_of(session: &mut Session<'_>, numbers: &[String]) -> Result<Vec<String>, Stop> {
    let query = "SELECT DISTINCT ?celex WHERE { VALUES ?celex { NUMBERS } \
                 ?work cdm:resource_legal_id_celex ?celex ; cdm:resource_legal_in-force \"true\"^^xsd:boolean . }";
    let rows = rows(session, numbers, query)?;
    Ok(rows
        .into_iter()
        .filter_map(|mut row| row.remove("celex"))
        .filter(|celex| numbers.contains(celex))
        .collect())
}
