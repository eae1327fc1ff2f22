//! How much of the text of a document is held, as answers say it.

use lagrum_catalog::CatalogDocument;
use lagrum_sources::TextExtent;
use serde::Serialize;
use utoipa::ToSchema;

/// How much of the text of a document is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum HeldExtent {
    /// A text of its own. It may still be an excerpt: artifacts do not say that they are whole.
    Text,
    /// The summary of a preparatory work alone.
    Summary,
    /// The headnote of a decision alone.
    Headnote,
    /// No text: only what a register or a publisher's page says of it.
    Record,
}

impl From<TextExtent> for HeldExtent {
    fn from(extent: TextExtent) -> Self {
        match extent {
            TextExtent::Text => Self::Text,
            TextExtent::Summary => Self::Summary,
            TextExtent::Headnote => Self::Headnote,
            TextExtent::Nothing => Self::Record,
        }
    }
}

impl HeldExtent {
    /// The extent with this name on the wire.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "text" => Some(Self::Text),
            "summary" => Some(Self::Summary),
            "headnote" => Some(Self::Headnote),
            "record" => Some(Self::Record),
            _ => None,
        }
    }
}

/// How much of a document is held, and what a reader is told of that; nothing of a stub.
pub(crate) fn held_extent(document: &CatalogDocument) -> (Option<HeldExtent>, Option<&'static str>) {
    (document.extent.map(Into::into), document.extent.and_then(TextExtent::note))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lists copy the names that the catalog has stored, other answers write their own.
    #[test]
    fn an_extent_has_one_name_in_all_answers() {
        for (extent, _) in TextExtent::NAMES {
            let stored = serde_json::to_value(extent).unwrap();
            assert_eq!(stored, serde_json::to_value(HeldExtent::from(extent)).unwrap());
            assert_eq!(stored.as_str().and_then(HeldExtent::named), Some(HeldExtent::from(extent)));
            assert_eq!(extent.note().is_none(), extent == TextExtent::Text, "{extent:?}");
        }
    }
}
