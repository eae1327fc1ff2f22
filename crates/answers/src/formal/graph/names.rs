//! The identifiers of things in graphs.

use lagrum_artifact::{Base, Location};
use lagrum_linked::{FOAF, Iri, LinkedGraph, RDFS};
use lagrum_sources::FormalName;

use super::super::facts::{FormalFacts, StatedAct};
use super::super::form::FormalForm;
use super::super::wordings::FormalWording;

/// Names things: by ELI identifiers where the address of the service is known, else by canonical uris.
pub(super) struct LinkedNames<'a> {
    base: &'a Base,
    address: Option<&'a str>,
}

impl<'a> LinkedNames<'a> {
    pub(super) fn new(base: &'a Base, address: Option<&'a str>) -> Self {
        Self { base, address }
    }

    /// An act, or a place in one, by its uri.
    pub(super) fn of_uri(&self, uri: &str) -> String {
        let (root, anchor) = Location::split(uri);
        let eli = || {
            // A place is named by its canonical uri in every form.
            let local = self.base.strip(root).filter(|_| anchor.is_none())?;
            self.eli(FormalName::of_local_id(local, None).as_ref())
        };
        eli().unwrap_or_else(|| uri.to_owned())
    }

    fn eli(&self, name: Option<&FormalName>) -> Option<String> {
        Some(format!("{}{}", self.address?, name?.eli()?))
    }

    /// The act itself.
    pub(super) fn work(&self, facts: &FormalFacts) -> Option<Iri> {
        let name = facts.act.as_ref().and_then(|act| act.name.as_ref());
        Iri::new(&self.eli(name).unwrap_or_else(|| facts.uri.clone()))
    }

    /// A text of an act; None for one that has no name beside that of the act.
    pub(super) fn wording(
        &self,
        facts: &FormalFacts,
        act: &StatedAct,
        wording: &FormalWording,
    ) -> Option<Iri> {
        match self.eli(act.name.as_ref()) {
            Some(_) if wording.token.is_empty() => None,
            Some(work) => Iri::new(&format!("{work}/{}", wording.token)),
            None if wording.uri == facts.uri => None,
            None => Iri::new(&wording.uri),
        }
    }

    /// The words of a text in their language. `text` is the text or, without one, the act.
    pub(super) fn expression(&self, act: &StatedAct, text: &Iri) -> Option<Iri> {
        match self.eli(act.name.as_ref()) {
            Some(_) => Iri::new(&format!("{text}/{}", act.expression_language)),
            None => Iri::new(&format!("{text}#text")),
        }
    }

    /// A form of a text: its identifier and the address that answers it. None where the address of the service is not known.
    pub(super) fn form(&self, facts: &FormalFacts, expression: &Iri, form: FormalForm) -> Option<(Iri, Iri)> {
        let at = Iri::new(&self.form_address(facts, form)?)?;
        let is_eli = facts.act.as_ref().is_some_and(|act| self.eli(act.name.as_ref()).is_some());
        let name = if is_eli { Iri::new(&format!("{expression}/{}", form.name()))? } else { at.clone() };
        Some((name, at))
    }

    /// The address of a form of a text.
    pub(super) fn form_address(&self, facts: &FormalFacts, form: FormalForm) -> Option<String> {
        let address = self.address?;
        if form == FormalForm::Html {
            return Some(format!("{address}/{}", self.base.strip(&facts.text_uri)?));
        }
        let uri: String = form_urlencoded::byte_serialize(facts.text_uri.as_bytes()).collect();
        Some(format!("{address}/api/v1/document?uri={uri}&format={}", form.name()))
    }

    /// Who issued or decided something, with the name.
    pub(super) fn agent(&self, graph: &mut LinkedGraph, name: &str) -> Option<Iri> {
        let namespace = self.address.unwrap_or(self.base.as_str());
        let id: String = form_urlencoded::byte_serialize(name.trim().to_lowercase().as_bytes()).collect();
        let agent = Iri::new(&format!("{namespace}/ns/lagrum#agent-{id}"))?;
        graph.a(&agent, FOAF.term("Agent"));
        graph.words(&agent, RDFS.term("label"), name.trim(), None);
        Some(agent)
    }
}

/// The entry of the authority list of languages.
pub(super) fn language(tag: &str) -> Option<String> {
    const LANGUAGES: [(&str, &str); 6] =
        [("sv", "SWE"), ("en", "ENG"), ("fr", "FRA"), ("de", "DEU"), ("da", "DAN"), ("no", "NOR")];
    let (_, entry) = LANGUAGES.into_iter().find(|(known, _)| *known == tag)?;
    Some(format!("http://publications.europa.eu/resource/authority/language/{entry}"))
}
