//! Makes the derivation of one artifact.
//!
//! A derivation depends only on the artifact's bytes, its source, its uri and the base. It depends neither on other
//! documents nor on status lists nor on the day, so it can be kept from build to build
//! ([`derivations`](mod@crate::derivations)).

use std::collections::HashSet;

use lagrum_artifact::{ActFamily, Artifact, Base, DocumentUri};
use lagrum_catalog::{ActRecord, PackedExcerpts, PackedParts, ProvisionText, Statement};
use lagrum_citation::HeldName;
use lagrum_snapshot::today;
use lagrum_sources::{
    ActForm, Description, ProposedLaw, Source, StatedRepeal, concept_name, is_bill, links, proposal_comments,
    repealed_regulations, source, stated_repeals, transpositions,
};
use serde::{Deserialize, Serialize};

use crate::acts;
use crate::application::{StatedApplication, stated_applications};
use crate::contexts::{self, DocumentContexts};
use crate::ends;
use crate::error::BuildError;
use crate::links::{DocumentLinks, PLAIN, RawLink};
use crate::meanings::citing_day::{CitingDay, citing_day};
use crate::packed_excerpts::packed_excerpts;
use crate::passages::{PassageKey, passages};
use crate::provision_texts::provision_texts;
use crate::register::{Register, register};
use crate::related::{ProposalStatement, StatingDocument, proposal_statements, statements};
use crate::topics::{defined_terms, headings};

/// The maximum number of relations of one artifact beside the plain reference. Real artifacts have up to four. Further
/// ones count as plain references, so that one artifact cannot use up the numbers of relations.
const RELATIONS: usize = 64;

/// The maximum number of links of one artifact, since an answer lists all of them with the names of their targets. Real
/// artifacts have up to 6,731 links. Further links are left out.
const LINKS: usize = 25_000;

/// The derivation of one artifact.
pub(crate) struct Derivation {
    pub(crate) facts: DocumentFacts,
    pub(crate) contribution: Contribution,
}

/// The facts of a document that are written to the snapshot.
#[derive(Default, Serialize, Deserialize)]
pub(crate) struct DocumentFacts {
    /// The description without the status list.
    pub(crate) description: Description,
    /// The day (`YYYY-MM-DD`) from which its title is another than that of the description, where that was ahead.
    pub(crate) title_until: Option<String>,
    pub(crate) names: Vec<HeldName>,
    /// The keywords that its publisher files it under.
    pub(crate) keywords: Vec<String>,
    /// The topics of its parts: the headings and the defined terms of an act.
    pub(crate) topics: Vec<String>,
    /// The terms that its provisions define, each with the anchor of the provision.
    pub(crate) defined: Vec<(String, String)>,
    /// The words that carry its links.
    pub(crate) surfaces: Vec<Box<str>>,
    /// The passages that get vectors.
    pub(crate) passages: Vec<PassageKey>,
}

impl DocumentFacts {
    /// Whether its title is still that of the description.
    pub(crate) fn is_titled(&self) -> bool {
        self.title_until.as_ref().is_none_or(|until| today().to_string() < *until)
    }
}

/// The data of an artifact that are combined with those of other documents, or written without them.
#[derive(Serialize, Deserialize)]
pub(crate) struct Contribution {
    /// Descriptions of parts of the artifact that were left out or changed.
    pub(crate) problems: Vec<String>,
    pub(crate) links: DocumentLinks,
    pub(crate) transpositions: Vec<StatedTransposition>,
    /// What it says of how places follow, carry out and rest on each other.
    pub(crate) statements: Vec<Statement>,
    /// What the commentary of a bill says so of the provisions that it proposes.
    pub(crate) proposal_statements: Vec<StatedProposal>,
    /// Whether an act numbers its paragrafer anew in each kapitel.
    pub(crate) numbers_by_kapitel: bool,
    pub(crate) section_comments: Vec<StatedComments>,
    /// Former names of a concept.
    pub(crate) aliases: Vec<String>,
    pub(crate) parts: PackedParts,
    /// The excerpts of a long document.
    pub(crate) excerpts: PackedExcerpts,
    /// The register of amendments, for archived lydelser; empty for a document without a register.
    pub(crate) register: Register,
    /// The citation contexts of the provisions that it cites.
    pub(crate) contexts: DocumentContexts,
    /// The uris of the acts that it amends by its title.
    pub(crate) amends: Vec<String>,
    /// The uris of the acts that it repeals, each with the day (`YYYY-MM-DD`).
    pub(crate) repeals: Vec<(String, String)>,
    /// The texts of the provisions of a statute or an EU act.
    pub(crate) provision_texts: Vec<ProvisionText>,
    /// The days from which an EU act applies, as its text states them.
    pub(crate) applications: Vec<StatedApplication>,
    /// The day whose law it cites, and the acts that it cannot mean; None for a document that cites the law of today.
    pub(crate) citing_day: Option<CitingDay>,
    /// Whether readers see a text.
    pub(crate) has_text: bool,
    /// The record of an act as JSON, since the catalog crate names the fields.
    act: Option<String>,
    /// The history of the provisions of a Swedish act, and the changes in its register, both as JSON; None for other
    /// documents.
    pub(crate) places: Option<(String, String)>,
}

impl Contribution {
    /// The record of an act; None for a document of neither family of acts.
    pub(crate) fn act(&self) -> Result<Option<ActRecord>, BuildError> {
        let act = self.act.as_deref().map(serde_json::from_str).transpose();
        act.map_err(|error| std::io::Error::other(error).into())
    }
}

/// A law as a preparatory work names it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct StatedLaw {
    pub(crate) number: Option<String>,
    pub(crate) name: String,
    /// The date of the preparatory work.
    pub(crate) stated: Option<String>,
}

impl StatedLaw {
    fn new(law: ProposedLaw<'_>, stated: Option<&str>) -> Self {
        Self { number: law.number.map(str::to_owned), name: law.name, stated: stated.map(str::to_owned) }
    }
}

/// A statement of a preparatory work that a law transposes articles of a directive.
#[derive(Serialize, Deserialize)]
pub(crate) struct StatedTransposition {
    pub(crate) law: StatedLaw,
    pub(crate) anchor: String,
    pub(crate) articles: Vec<String>,
    /// The label of the preparatory work.
    pub(crate) stated_in: String,
    /// The uri of the preparatory work.
    pub(crate) work: String,
    /// The sentence that states it.
    pub(crate) sentence: String,
    /// The printed page of the sentence.
    pub(crate) page: Option<i64>,
}

/// What the commentary of a bill states, with the law that it names.
#[derive(Serialize, Deserialize)]
pub(crate) struct StatedProposal {
    pub(crate) law: StatedLaw,
    pub(crate) statement: ProposalStatement,
}

fn of_law(statement: ProposalStatement, description: &Description) -> StatedProposal {
    let law = StatedLaw {
        number: statement.law_number.clone(),
        name: statement.law_name.clone(),
        stated: description.date.clone(),
    };
    StatedProposal { law, statement }
}

/// The provisions of a law that a preparatory work comments on.
#[derive(Serialize, Deserialize)]
pub(crate) struct StatedComments {
    pub(crate) law: StatedLaw,
    /// Their anchors, each with the printed page on which its comment begins.
    pub(crate) provisions: Vec<(String, Option<u32>)>,
}

/// The comments of a preparatory work. Consecutive comments on one law are joined.
fn stated_comments(artifact: &Artifact, stated: Option<&str>) -> Vec<StatedComments> {
    let mut all: Vec<StatedComments> = Vec::new();
    for comment in proposal_comments(artifact) {
        let law = StatedLaw::new(comment.law, stated);
        let provisions = comment.anchors.into_iter().map(|anchor| (anchor, comment.page));
        match all.last_mut().filter(|last| last.law == law) {
            Some(last) => last.provisions.extend(provisions),
            None => all.push(StatedComments { law, provisions: provisions.collect() }),
        }
    }
    all
}

/// Makes the derivation of an artifact. `source_name` and `uri` are those of its document. The error states why the
/// artifact cannot be read.
pub(crate) fn derive(bytes: &[u8], source_name: &str, uri: &str, base: &Base) -> Result<Derivation, String> {
    let artifact = Artifact::parse(bytes).map_err(|error| error.to_string())?;
    let source = source(source_name);
    let today = today().to_string();
    let mut description = source.describe_on(&artifact, base, &today);
    let record = acts::record(uri, &artifact, base);
    description.expired = ends::own_end(&description, record.as_ref());
    let (links, problems) = bounded_links(&artifact, source, base);
    let local_id = base.strip(uri).unwrap_or(uri);
    let former_names = artifact
        .strs(&["aliases"])
        .map(|alias| concept_name(base, alias).unwrap_or_else(|| alias.to_owned()));
    let keywords = artifact.strs(&["metadata", "nyckelord"]).map(str::to_owned).chain(former_names).collect();
    // `true` is a placeholder: whether the document is in force is determined when the names are loaded.
    let names = HeldName::of(&artifact, local_id, true);
    let (mut topics, mut defined) = (Vec::new(), Vec::new());
    if source.act_form.is_some() {
        defined = defined_terms(&links, source, base);
        topics = headings(&artifact);
        topics.extend(defined.iter().map(|(_, term)| term.clone()));
    }
    let stating = StatingDocument {
        uri,
        artifact: &artifact,
        source,
        description: &description,
        links: &links,
        record: record.as_ref(),
        base,
    };
    let statements = statements(&stating);
    let proposal_statements = if is_bill(local_id) { proposal_statements(&stating) } else { Vec::new() };
    let citing_day = citing_day(&artifact, source, &description, &links, base);
    let (links, surfaces) = DocumentLinks::new(&links).map_err(|error| error.to_string())?;
    let parts = artifact.presented().anchored_parts();
    let passages = passages(&artifact, source, &description).iter().map(PassageKey::from).collect();
    let group = source.group(description.kind.as_deref().unwrap_or_default());
    let contexts =
        contexts::contexts(&artifact, &description, group, base).map_err(|error| error.to_string())?;
    let family = DocumentUri::new(uri).and_then(|uri| ActFamily::of(&uri, base));
    let provision_texts = family.map(|family| provision_texts(&artifact, family)).unwrap_or_default();
    let applications =
        if family == Some(ActFamily::EuAct) { stated_applications(&artifact) } else { Vec::new() };
    let is_act = source.act_form == Some(ActForm::SwedishAct);
    let places = is_act.then(|| {
        let (history, changes) = acts::place_history(&artifact, record.as_ref(), base);
        Ok::<_, serde_json::Error>((serde_json::to_string(&history)?, serde_json::to_string(&changes)?))
    });
    let contribution = Contribution {
        problems,
        links,
        transpositions: stated_transpositions(&artifact, uri, &description),
        statements,
        proposal_statements: proposal_statements
            .into_iter()
            .map(|stated| of_law(stated, &description))
            .collect(),
        numbers_by_kapitel: is_act && artifact.place_notes().by_kapitel,
        section_comments: stated_comments(&artifact, description.date.as_deref()),
        aliases: artifact.strs(&["aliases"]).map(str::to_owned).collect(),
        parts: PackedParts::pack(parts).map_err(|error| error.to_string())?,
        excerpts: packed_excerpts(&artifact, bytes.len()).map_err(|error| error.to_string())?,
        register: register(&artifact),
        contexts,
        amends: acts::amends(source_name, &description, uri, base),
        repeals: repeals(&artifact, source, base),
        provision_texts,
        applications,
        citing_day,
        has_text: artifact.has_text(),
        act: record.map(|act| serde_json::to_string(&act)).transpose().map_err(|error| error.to_string())?,
        places: places.transpose().map_err(|error| error.to_string())?,
    };
    let title_until = artifact.title_changes_on().filter(|day| today.as_str() < *day).map(str::to_owned);
    let facts =
        DocumentFacts { description, title_until, names, keywords, topics, defined, surfaces, passages };
    Ok(Derivation { facts, contribution })
}

/// The links of an artifact within the limits of a build, and descriptions of what was left out.
fn bounded_links(artifact: &Artifact, source: &Source, base: &Base) -> (Vec<RawLink>, Vec<String>) {
    let mut links: Vec<RawLink> = links(artifact, source, base)
        .into_iter()
        .map(|link| RawLink {
            to: link.to.into_owned(),
            from_anchor: link.from_anchor.map(std::borrow::Cow::into_owned),
            from_page: link.from_page,
            predicate: link.predicate.to_owned(),
            text: link.text.into_owned(),
        })
        .collect();
    let mut problems = Vec::new();
    if links.len() > LINKS {
        problems.push(format!("has {} links, of which the first {LINKS} are kept", links.len()));
        links.truncate(LINKS);
    }
    let plain = bound_relations(&mut links);
    if plain > 0 {
        problems.push(format!(
            "has more than {RELATIONS} kinds of relations, so {plain} links count as plain references"
        ));
    }
    (links, problems)
}

fn stated_transpositions(
    artifact: &Artifact,
    uri: &str,
    description: &Description,
) -> Vec<StatedTransposition> {
    transpositions(artifact)
        .into_iter()
        .map(|stated| StatedTransposition {
            law: StatedLaw::new(stated.law, description.date.as_deref()),
            anchor: stated.anchor,
            articles: stated.articles.into_iter().map(str::to_owned).collect(),
            stated_in: description.label.clone(),
            work: uri.to_owned(),
            sentence: stated.sentence.unwrap_or_default().to_owned(),
            page: stated.page,
        })
        .collect()
}

/// The acts that a statute repeals by its text, or an agency's regulation by its fields.
fn repeals(artifact: &Artifact, source: &Source, base: &Base) -> Vec<(String, String)> {
    if source.act_form != Some(ActForm::SwedishAct) {
        return Vec::new();
    }
    if !source.holds_statutes {
        let stated = repealed_regulations(artifact).into_iter();
        return stated.map(|repealed| (repealed.uri, repealed.day.to_string())).collect();
    }
    let repeal =
        |stated: StatedRepeal| Some((base.document(&stated.number)?.to_string(), stated.day.to_string()));
    stated_repeals(artifact).into_iter().filter_map(repeal).collect()
}

/// Turns the links with a relation over the limit into plain references. Returns their number.
fn bound_relations(links: &mut [RawLink]) -> usize {
    let mut known: HashSet<String> = HashSet::new();
    let mut plain = 0;
    for link in links.iter_mut().filter(|link| link.predicate != PLAIN) {
        if known.contains(&link.predicate) {
            continue;
        }
        if known.len() < RELATIONS {
            known.insert(link.predicate.clone());
        } else {
            PLAIN.clone_into(&mut link.predicate);
            plain += 1;
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_artifact_has_no_more_relations_than_any_real_one() {
        let relation = |number: usize| RawLink {
            to: "https://lag.example/1931:47".to_owned(),
            from_anchor: None,
            from_page: None,
            predicate: if number == 0 { PLAIN.to_owned() } else { format!("x:{number}") },
            text: String::new(),
        };
        let mut links: Vec<RawLink> = (0..RELATIONS + 3).chain(1..3).map(relation).collect();
        assert_eq!(bound_relations(&mut links), 2);
        let names: HashSet<&str> = links.iter().map(|link| link.predicate.as_str()).collect();
        assert_eq!(names.len(), RELATIONS + 1);
        assert!(links.iter().rev().take(2).all(|link| link.predicate != PLAIN), "known ones are kept");
        assert_eq!(bound_relations(&mut links), 0);
    }
}
