//! One element of a written body.

use std::ops::Range;

use super::periods::PeriodGroups;
use super::text::attribute;
use super::writer::AknWriter;

/// The stretch of the element with an eId.
pub(super) fn element_of(xml: &str, eid: &str) -> Option<Range<usize>> {
    let mut name = String::new();
    attribute(&mut name, "eId", eid);
    let named = xml.find(&name)?;
    let start = xml[..named].rfind('<')?;
    let tag = tag_of(&xml[start..]);
    let (open, close) = (format!("<{tag}"), format!("</{tag}>"));
    let (mut at, mut depth) = (start, 0_usize);
    loop {
        let begin =
            xml[at..].find(&open).map(|found| at + found).filter(|found| tag_of(&xml[*found..]) == tag);
        let end = xml[at..].find(&close).map(|found| at + found);
        match (begin, end) {
            (Some(begin), _) if end.is_none_or(|end| begin < end) => {
                at = begin + xml[begin..].find('>')? + 1;
                let is_empty = xml[..at].ends_with("/>");
                depth += usize::from(!is_empty);
            }
            (_, Some(end)) => {
                at = end + close.len();
                depth = depth.saturating_sub(1);
            }
            // Another element whose name only begins the same stands before.
            _ => return None,
        }
        if depth == 0 {
            return Some(start..at);
        }
    }
}

/// The name of the element that begins a text.
fn tag_of(xml: &str) -> &str {
    let name = xml.trim_start_matches('<');
    &name[..name.find([' ', '>', '/', '\n']).unwrap_or(name.len())]
}

/// The periods that a stretch uses, with the numbers that they have in the document.
pub(super) fn periods_of(xml: &str, periods: &PeriodGroups) -> PeriodGroups {
    periods.only(|number| xml.contains(&format!(" period=\"#tmpg_{number}\"")))
}

/// Appends an element as the body of a portion: what is no part of the hierarchy in a container.
pub(super) fn push(out: &mut String, body: &AknWriter<'_, '_>, uri: &str, part: Range<usize>, eid: &str) {
    let tag = tag_of(&body.xml.out[part.clone()]);
    let (before, after) = match tag {
        "crossHeading" => ("", ""),
        "p" | "table" => ("<content>", "</content>"),
        _ => return body.xml.push_to(out, &body.eids, uri, part),
    };
    out.push_str(&format!("<hcontainer name=\"text\" eId=\"{eid}__hcontainer_nn_1\">{before}"));
    body.xml.push_to(out, &body.eids, uri, part);
    out.push_str(&format!("{after}</hcontainer>\n"));
}
