//! The register of amendments: the acts that have changed a document, and what each of them changed.

use std::borrow::Cow;

use lagrum_artifact::{Artifact, RegisterChange};
use lagrum_sources::name_of_local_id;
use serde_json::Value;

/// One act in the register. The first entry in the register of a statute is the statute itself.
#[derive(Clone, Copy, Debug)]
pub struct Amendment<'a>(&'a Value);

/// The name of the fact that lists the preparatory works of an act, and what stands between them.
pub(crate) const PREPARATORY_WORKS: &str = "Förarbeten";
pub(crate) const WORK_SEPARATOR: &str = ", ";

/// The register, in its own order; empty for a document without one.
pub fn amendments(artifact: &Artifact) -> impl Iterator<Item = Amendment<'_>> {
    artifact.list(&["amendments"]).iter().filter(|entry| entry.is_object()).map(Amendment)
}

impl<'a> Amendment<'a> {
    /// The act's uri.
    pub fn uri(self) -> Option<&'a str> {
        self.own("uri")
    }

    /// The name of the act: its printed id, or what its uri says without one (`SFS 2031:47`).
    pub fn name(self) -> Option<Cow<'a, str>> {
        let printed = self.property("dcterms:identifier").or_else(|| self.own("identifier"));
        printed.map(Cow::Borrowed).or_else(|| {
            let uri = self.uri()?;
            let local_id = uri.split_once("://").and_then(|(_, path)| Some(path.split_once('/')?.1));
            Some(local_id.map_or(Cow::Borrowed(uri), |local_id| Cow::Owned(name_of_local_id(local_id))))
        })
    }

    /// The provisions it changed, in the words of the register.
    pub fn omfattning(self) -> Option<&'a str> {
        self.property("rpubl:andrar")
    }

    /// The anchors of the provisions it changed, where the register names them: replaced, new and repealed ones.
    pub fn changed_anchors(self) -> impl Iterator<Item = &'a str> {
        self.anchors_by_change().map(|(_, anchor)| anchor)
    }

    /// The anchors of the provisions that it gave a new wording, that it inserted, and that it repealed.
    pub fn anchors_by_change(self) -> impl Iterator<Item = (RegisterChange, &'a str)> {
        let lists = [
            ("rpubl:ersatter", RegisterChange::Amended),
            ("rpubl:inforsI", RegisterChange::New),
            ("rpubl:upphaver", RegisterChange::Repealed),
        ];
        lists
            .into_iter()
            .flat_map(move |(name, change)| self.listed(name).map(move |anchor| (change, anchor)))
    }

    fn listed(self, name: &'static str) -> impl Iterator<Item = &'a str> {
        let anchors = self.uris(name).filter_map(|uri| Some(uri.split_once('#')?.1));
        anchors.filter(|anchor| !anchor.is_empty())
    }

    fn uris(self, name: &'static str) -> impl Iterator<Item = &'a str> {
        let list = self.0.get("properties").and_then(|properties| properties.get(name));
        let uris = list
            .into_iter()
            .flat_map(|list| list.as_array().map_or(std::slice::from_ref(list), Vec::as_slice));
        uris.filter_map(Value::as_str)
    }

    /// The uris of the directives that it transposes.
    pub fn transposes(self) -> impl Iterator<Item = &'a str> {
        self.uris("rpubl:genomforDirektiv")
    }

    /// The day it entered into force.
    pub fn ikraft(self) -> Option<&'a str> {
        self.property("rpubl:ikrafttradandedatum")
    }

    /// The day it was decided.
    pub fn beslutad(self) -> Option<&'a str> {
        self.own("beslutsdatum")
    }

    /// Its preparatory works, as printed.
    pub fn forarbeten(self) -> impl Iterator<Item = &'a str> {
        let list = self.0.get("forarbeten").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        list.iter().filter_map(Value::as_str).filter(|text| !text.trim().is_empty())
    }

    /// Its own transitional provisions.
    pub fn content(self) -> Option<&'a Value> {
        self.0.get("content")
    }

    fn own(self, field: &str) -> Option<&'a str> {
        text(self.0.get(field))
    }

    fn property(self, name: &str) -> Option<&'a str> {
        text(self.0.get("properties")?.get(name))
    }
}

fn text(value: Option<&Value>) -> Option<&str> {
    value?.as_str().filter(|text| !text.trim().is_empty())
}
