//! The generic rules: documents are named by their identifier, and their year is that of their date.

use crate::listing_row::ListingRow;
use crate::names::DocumentNames;
use crate::reading::ArtifactFields;
use crate::year;

pub(crate) fn names(reading: &ArtifactFields) -> DocumentNames {
    let id = reading.identifier().to_owned();
    DocumentNames {
        kind: reading.str("doctype").or_else(|| reading.str("type")).unwrap_or_default().to_owned(),
        title: reading.str("title").or_else(|| reading.meta("title")).unwrap_or(&id).to_owned(),
        short_id: id.clone(),
        descriptive: id.clone(),
        label: id,
        ..DocumentNames::default()
    }
}

pub(crate) fn year(row: &ListingRow) -> Option<u16> {
    year::of_date(row)
}
