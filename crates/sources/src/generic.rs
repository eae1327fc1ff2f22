//! A source nobody has described: named by its identifier, titled by its title, filed under the year of its date.

use crate::names::Names;
use crate::reading::Reading;
use crate::{Row, Source, year};

pub(crate) static SOURCE: Source = Source::GENERIC;

pub(crate) fn names(reading: &Reading) -> Names {
    let id = reading.identifier().to_owned();
    Names {
        kind: reading.str("doctype").or_else(|| reading.str("type")).unwrap_or_default().to_owned(),
        title: reading.str("title").or_else(|| reading.meta("title")).unwrap_or(&id).to_owned(),
        short_id: id.clone(),
        descriptive: id.clone(),
        label: id,
        ..Names::default()
    }
}

pub(crate) fn year(row: &Row) -> Option<u16> {
    year::of_date(row)
}
