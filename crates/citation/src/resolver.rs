//! The order in which forms of citations are tried.
//!
//! The order is from the strongest evidence to the weakest. The first form that matches ends the reading. Names are
//! tried in their exact spelling first, then without diacritics, and last with a typing error.

use std::collections::HashSet;

use lagrum_artifact::Base;
use lagrum_sources::ActForm;

use crate::cursor::Cursor;
use crate::lookup::{NameLookup, how};
use crate::names::{CitationNames, NameHit, NameKind, NamedCase, case_number_key, documents, without_number};
use crate::normalise::CleanQuery;
use crate::settle::{Holdings, Resolution, settle};
use crate::target::{CandidateReading, CitationMatch, CitedBy, CitedLocation, Spelling};
use crate::{
    agency, case_numbers, eu, eu_court, forarbete, foreign, international, judgment, regulation, reports,
    statute, strasbourg, uri,
};

/// Reads citations with the names of one corpus.
#[derive(Debug)]
pub struct Resolver {
    names: CitationNames,
    base: Base,
}

/// When more held cases than this have one name, the name means none of them.
const MAX_CASES: usize = 4;

const ALL: [ActForm; 3] = [ActForm::SwedishAct, ActForm::EuAct, ActForm::Treaty];

impl Resolver {
    /// A resolver for the corpus at `base`.
    pub fn new(names: CitationNames, base: Base) -> Self {
        Self { names, base }
    }

    /// The names it reads with.
    pub fn names(&self) -> &CitationNames {
        &self.names
    }

    /// The address that uris of the corpus begin with.
    pub fn base(&self) -> &Base {
        &self.base
    }

    /// Reads a query; None when it is not a citation. Only the names of the corpus are used.
    pub fn read(&self, query: &str) -> Option<CandidateReading> {
        let query = CleanQuery::new(query)?;
        let found = self.uncorrected(&query).or_else(|| self.corrected(&query));
        Some(self.reading(&query, found?))
    }

    /// Reads a query as [`Resolver::read`], but without names with a typing error and names amid words, which are tried last. That saves
    /// a comparison with all names.
    pub fn read_uncorrected(&self, query: &str) -> Option<CandidateReading> {
        let query = CleanQuery::new(query)?;
        let found = self.uncorrected(&query)?;
        Some(self.reading(&query, found))
    }

    fn reading(&self, query: &CleanQuery, (start, mut found): (usize, CitationMatch)) -> CandidateReading {
        if start == 0 && self.is_title_of(query, &found) {
            found.end = query.text().len();
        }
        for target in &mut found.targets {
            if let Some(judgment) = self.names.joint_judgment(&target.document) {
                target.document = judgment;
            }
        }
        found.targets.dedup();
        if let [only] = found.targets.as_mut_slice()
            && only.anchor.is_none()
            && (only.document.starts_with("dom/") || only.document.starts_with("celex/6"))
            && let Some((anchor, end)) = judgment::paragraph(Cursor::new(query).to(found.end), &only.document)
        {
            only.anchor = Some(anchor);
            found.end = end.at();
        }
        CandidateReading {
            matched: start..found.end.min(query.text().len()),
            query: query.text().to_owned(),
            targets: found.targets,
            how: found.how,
            spelling: found.spelling,
        }
    }

    /// Reads a query and looks up the locations it names.
    pub fn resolve(&self, query: &str, holdings: &impl Holdings) -> Resolution {
        settle(self.read(query), holdings)
    }

    /// Whether a query that was read by its number is the whole title of the statute with that number.
    fn is_title_of(&self, query: &CleanQuery, found: &CitationMatch) -> bool {
        if found.how != CitedBy::Number || !query.text().contains('(') {
            return false;
        }
        let Some(title) = CleanQuery::new(&without_number(query.text())) else { return false };
        let at = Cursor::new(&title);
        self.names.longest(at, &[ActForm::SwedishAct], Spelling::AsWritten).is_some_and(|hit| {
            let same = hit.rows.iter().any(|row| found.targets.iter().any(|t| t.document == *row.document));
            same && at.to(hit.end).at_end()
        })
    }

    /// The strongest reading without a typing error, and where in the query it begins.
    fn uncorrected(&self, query: &CleanQuery) -> Option<(usize, CitationMatch)> {
        let at = Cursor::new(query);
        let names = &self.names;
        let exact = self.lookup(Spelling::AsWritten);
        // Text inside an address is read as nothing else. An address of an unknown source is not a citation.
        if query.text().contains("://") {
            return uri::address_amid_words(query.text(), &self.base);
        }
        let at_start = || {
            uri::address(query.text(), Some(&self.base))
                .or_else(|| self.whole_part_or_case(at))
                .or_else(|| self.whole_name(at, Spelling::AsWritten))
                .or_else(|| statute::whole_former_name(at, exact))
                .or_else(|| statute::whole_number(at, names))
                .or_else(|| reports::report(at))
                .or_else(|| regulation::regulation(at, names))
                .or_else(|| with_provision(at, exact))
                .or_else(|| eu_court::number(at))
                .or_else(|| international::identifier(at))
        };
        at_start()
            // This comes before citations inside the query: `konsument köplagen` is not köplagen.
            .or_else(|| self.loosely(at, Spelling::Loose))
            .map(|found| (0, found))
            .or_else(|| self.anywhere(at))
            .or_else(|| self.held(at))
            .or_else(|| self.name_and_words(at, Spelling::AsWritten).map(|found| (0, found)))
    }

    /// The reading of a query that has no other: a name with a typing error, or a name amid words. The first value is where in the query
    /// it begins.
    fn corrected(&self, query: &CleanQuery) -> Option<(usize, CitationMatch)> {
        let at = Cursor::new(query);
        // Text inside an address is read as nothing else, and so is the known name of a part: `arrendelagen` is not a misspelt
        // `ärendelagen`.
        let is_part = |word: &str| self.names.part(word).is_some();
        if query.text().contains("://") || query.lower().split([' ', ',']).any(is_part) {
            return None;
        }
        let corrected = self.loosely(at, Spelling::Corrected).map(|found| (0, found));
        corrected
            .or_else(|| self.name_and_words(at, Spelling::Loose).map(|found| (0, found)))
            .or_else(|| self.mention(at))
    }

    fn lookup(&self, spelling: Spelling) -> NameLookup<'_> {
        NameLookup { names: &self.names, spelling, amid_words: false }
    }

    /// The query is the popular name of a part of an act, or the name of a case.
    fn whole_part_or_case(&self, at: Cursor<'_>) -> Option<CitationMatch> {
        let end = at.whole().len();
        if let Some((act, anchor, _)) = self.names.part(at.whole()) {
            let targets = vec![CitedLocation::parse(&format!("{act}#{anchor}"))];
            return Some(CitationMatch {
                targets,
                end,
                how: CitedBy::PartName,
                spelling: Spelling::AsWritten,
            });
        }
        let mut targets: Vec<CitedLocation> = Vec::new();
        for row in self.names.case(at.whole()) {
            let documents = match row {
                NamedCase::Shared => return None,
                NamedCase::Document(document) => vec![document.clone()],
                NamedCase::CaseNumber(number) => {
                    let entries = self.names.held.case_number(&case_number_key(number)?);
                    entries.iter().filter(|e| e.court == "HDO").map(|e| e.document.clone()).collect()
                }
            };
            targets.extend(documents.into_iter().map(CitedLocation::document));
        }
        let mut seen = HashSet::new();
        targets.retain(|target| seen.insert(target.document.clone()));
        (!targets.is_empty() && targets.len() <= MAX_CASES).then_some(CitationMatch {
            targets,
            end,
            how: CitedBy::CaseName,
            spelling: Spelling::AsWritten,
        })
    }

    /// The query is the name of a law, an EU act or a treaty.
    fn whole_name(&self, at: Cursor<'_>, spelling: Spelling) -> Option<CitationMatch> {
        let hit = ALL.iter().find_map(|form| {
            self.names.longest(at, &[*form], spelling).filter(|hit| at.to(hit.end).at_end())
        });
        hit.map(|hit| named(&hit)).or_else(|| {
            let act = eu::act_by_name(at, self.lookup(spelling)).filter(|act| act.end.at_end())?;
            let targets = act.documents.into_iter().map(CitedLocation::document).collect();
            Some(CitationMatch { targets, end: act.end.at(), how: act.how, spelling: act.spelling })
        })
    }

    /// A name in a loose spelling or with a typing error, alone or beside a provision.
    fn loosely(&self, at: Cursor<'_>, spelling: Spelling) -> Option<CitationMatch> {
        self.whole_name(at, spelling).or_else(|| with_provision(at, self.lookup(spelling)))
    }

    /// A citation at any word of the query.
    fn anywhere(&self, at: Cursor<'_>) -> Option<(usize, CitationMatch)> {
        let lookup = NameLookup { amid_words: true, ..self.lookup(Spelling::AsWritten) };
        word_starts(at).find_map(|place| {
            let found = with_provision(place, lookup)
                .or_else(|| statute::marked_number(place, lookup))
                .or_else(|| regulation::regulation(place, &self.names))
                .or_else(|| eu::number(place, lookup))
                .or_else(|| reports::report(place))
                .or_else(|| eu_court::number(place))
                .or_else(|| forarbete::work(place))
                .or_else(|| agency::decision(place))
                .or_else(|| international::identifier(place))?;
            Some((place.at(), found))
        })
    }

    /// A citation by an identifier that only held documents have.
    fn held(&self, at: Cursor<'_>) -> Option<(usize, CitationMatch)> {
        let names = &self.names;
        let whole = CitationMatch::held(documents(&names.held.identifier(at.whole())), at.whole().len());
        let whole = whole.or_else(|| strasbourg::parties(at, names)).map(|found| (0, found));
        whole
            .or_else(|| {
                word_starts(at).find_map(|place| {
                    let found = agency::jo_report_page(place, names)
                        .or_else(|| international::icj_reports(place, names))
                        .or_else(|| strasbourg::application(place, names))
                        .or_else(|| ecli(place, names))?;
                    Some((place.at(), found))
                })
            })
            .or_else(|| case_numbers::held(at, names))
    }

    /// A name at the start, followed by other words.
    fn name_and_words(&self, at: Cursor<'_>, spelling: Spelling) -> Option<CitationMatch> {
        let hit = ALL
            .iter()
            .filter_map(|form| self.names.longest(at, &[*form], spelling))
            .filter(|hit| self.stands_amid_words(hit, at))
            // Among hits of equal length the first form of act is kept, which is that of statutes.
            .reduce(|best, hit| if hit.end > best.end { hit } else { best })?;
        Some(named(&hit))
    }

    /// A full name somewhere in the query. An act that amends or repeals another is not the act it names.
    fn mention(&self, at: Cursor<'_>) -> Option<(usize, CitationMatch)> {
        const OTHER_ACTS: [&str; 5] =
            ["ändring i ", "ändringar i ", "ändring av ", "införande av ", "upphävande av "];
        word_starts(at).find_map(|place| {
            let before = &place.whole()[..place.at()];
            if OTHER_ACTS.iter().any(|words| before.ends_with(words)) {
                return None;
            }
            let hit = self.names.longest(place, &ALL, Spelling::AsWritten)?;
            let full =
                hit.is(NameKind::Name) && hit.end - place.at() >= 6 && self.stands_amid_words(&hit, place);
            full.then(|| (place.at(), named(&hit)))
        })
    }

    /// Whether a name counts with other words around it.
    fn stands_amid_words(&self, hit: &NameHit<'_>, at: Cursor<'_>) -> bool {
        let end = at.to(hit.end);
        let name = end.whole().get(at.at()..hit.end).unwrap_or_default();
        let free = end.at_end() || end.rest().starts_with([' ', ',', ':', '?', '(', '!']);
        free && !statute::is_former(at)
            && !foreign::is_owned_abroad(at)
            && foreign::serial_and_year(end).is_none()
            && match hit.row().map(|row| (row.kind, row.form)) {
                Some((NameKind::Name, _)) => !self.names.is_no_law(name),
                Some((NameKind::Abbreviation, ActForm::SwedishAct)) => hit.own_case,
                // `GDPR` counts in any case; `mar` and `cra` are also words.
                Some((NameKind::Abbreviation, _)) => hit.own_case || name.len() > 3,
                _ => false,
            }
    }
}

/// An act and a provision of it, in either order: EU acts and treaties before statutes, since an act that incorporates
/// a treaty may have its name.
fn with_provision(at: Cursor<'_>, lookup: NameLookup<'_>) -> Option<CitationMatch> {
    if !at.at_word_start() {
        return None;
    }
    eu::place_then_act(at, lookup)
        .or_else(|| eu::number_then_place(at, lookup))
        .or_else(|| longer(eu::name_then_place(at, lookup), statute::law_then_provision(at, lookup)))
        .or_else(|| statute::part_then_provision(at, lookup.names))
        .or_else(|| statute::provision_then_law(at, lookup))
}

/// The longer of two readings; the first if they are equally long.
fn longer(first: Option<CitationMatch>, second: Option<CitationMatch>) -> Option<CitationMatch> {
    match (first, second) {
        (Some(first), Some(second)) => Some(if second.end > first.end { second } else { first }),
        (first, second) => first.or(second),
    }
}

fn named(hit: &NameHit<'_>) -> CitationMatch {
    let targets = hit.rows.iter().map(|row| CitedLocation::document(row.document.to_string())).collect();
    CitationMatch { targets, end: hit.end, how: how(hit), spelling: hit.spelling }
}

/// An ECLI among other words.
fn ecli(at: Cursor<'_>, names: &CitationNames) -> Option<CitationMatch> {
    let word = at.rest().split(' ').next().filter(|word| word.starts_with("ecli:"))?;
    let identifier = word.trim_end_matches([',', '.', ';', ')']);
    CitationMatch::held(documents(&names.held.identifier(identifier)), at.at() + identifier.len())
}

/// The positions where a word or a punctuation mark begins.
fn word_starts(at: Cursor<'_>) -> impl Iterator<Item = Cursor<'_>> {
    let starts = at.whole().char_indices().filter(|(_, c)| *c != ' ').map(move |(start, _)| at.to(start));
    starts.filter(|place| place.at_word_start())
}
