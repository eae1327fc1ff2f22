//! Words of the section on older and newer law, Union law and authorisations.

use lagrum_answers::{RelatedAs, RelatedMethod};

use super::number;

pub(crate) const HEADING: &str = "Äldre och nyare rätt, EU-rätt och bemyndiganden";
pub(crate) const CITING_IT: &str = "hänvisningar dit";
pub(crate) const ALL: &str = "alla som data";

/// What a place is. `part` is the part of the subject that it belongs to, if it is not the subject itself.
pub(crate) fn relation(relation: RelatedAs, part: Option<&str>) -> String {
    let words = match relation {
        RelatedAs::Predecessor => "Tidigare",
        RelatedAs::Successor => "Numera",
        RelatedAs::Implements => "Genomför",
        RelatedAs::ImplementedBy => "Genomförs av",
        RelatedAs::IssuedUnder => "Meddelad med stöd av",
        RelatedAs::Authorises => "Har meddelats med stöd härav",
    };
    part.map_or_else(|| words.to_owned(), |part| format!("{words} ({part})"))
}

/// Since when and until when it holds; empty where neither is known.
pub(crate) fn days(from: Option<&str>, until: Option<&str>) -> String {
    match (from, until) {
        (Some(from), Some(until)) => format!("från {from} till {until}"),
        (Some(from), None) => format!("från {from}"),
        (None, Some(until)) => format!("till {until}"),
        (None, None) => String::new(),
    }
}

/// What says it.
pub(crate) fn method(method: RelatedMethod) -> &'static str {
    match method {
        RelatedMethod::Register => "enligt ändringsregistret",
        RelatedMethod::Table => "enligt jämförelsetabellen",
        RelatedMethod::Commentary => "enligt författningskommentaren",
        RelatedMethod::Record => "enligt uppgifterna om föreskriften",
        RelatedMethod::TransitionalProvisions => "enligt övergångsbestämmelserna",
    }
}

/// How many rows are left out.
pub(crate) fn more(value: u64) -> String {
    format!("och {} till", number(value))
}
