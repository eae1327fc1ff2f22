//! Anchors as eIds and back, letter for letter.
//!
//! An eId has a segment for each segment of the anchor, joined by `__`: the kind of the part, `_` and its number.
//! `K2aP7bS1N2Na` is `chp_2a__sec_7b__al_1__point_2__point_a`. The anchor follows from the eId alone: each kind stands for one
//! letter of the anchor. A part without an anchor has `nn_` before a number of its own, which no anchor has.
//! What the forms below do not have is `anchor_` and the anchor, percent-encoded.

use lagrum_artifact::Anchor;
use lagrum_sources::ActForm;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// The kind of a segment and what it is in an anchor.
type Kinds = &'static [(&'static str, &'static str)];

/// Statutes and regulations. `Sec` stands before `S`, which it begins with.
const SWEDISH: Kinds = &[
    ("dvs", "Sec"),
    ("part", "A"),
    ("subpart", "U"),
    ("chp", "K"),
    ("sec", "P"),
    ("subsec", "O"),
    ("al", "S"),
    ("point", "N"),
    ("art", "A"),
    ("att", "B"),
    ("crossHeading", "R"),
    ("img", "G"),
    ("transitional", "L"),
];

/// Treaties.
const TREATY: Kinds = &[
    ("annex", "Annex"),
    ("pream", "Preamble"),
    ("conc", "Testimonium"),
    ("dvs", "Sec"),
    ("art", "A"),
    ("para", "P"),
    ("al", "S"),
    ("point", "L"),
];

/// EU acts, whose anchors are numbers with dots between them.
const EU: Kinds =
    &[("rec", "recital-"), ("att", "bilaga-"), ("subpara", "S"), ("art", ""), ("para", ""), ("point", "")];

/// The kind of what no form has.
const ANY: &str = "anchor";

/// Characters of an anchor that an eId may have.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC.remove(b'.').remove(b':').remove(b'-');

fn kinds(form: ActForm) -> Kinds {
    match form {
        ActForm::SwedishAct => SWEDISH,
        ActForm::EuAct => EU,
        ActForm::Treaty => TREATY,
    }
}

/// The eId of an anchor. Of an EU act `is_point` says that its last number is that of a point and not of a paragraph.
pub(crate) fn eid_of(form: ActForm, anchor: &str, is_point: bool) -> String {
    let eid = match form {
        ActForm::EuAct => eu(anchor, is_point),
        ActForm::SwedishAct | ActForm::Treaty => lettered(form, anchor),
    };
    let is_plain =
        |eid: &String| !eid.contains(['"', '&', '<', '>', '\'']) && !eid.contains(char::is_control);
    eid.filter(|eid| is_plain(eid) && anchor_of(form, eid).as_deref() == Some(anchor))
        .unwrap_or_else(|| format!("{ANY}_{}", utf8_percent_encode(anchor, PLAIN)))
}

/// The anchor of an eId; None of an eId that no anchor has.
pub fn anchor_of(form: ActForm, eid: &str) -> Option<String> {
    if let Some(anchor) = eid.strip_prefix(ANY).and_then(|rest| rest.strip_prefix('_')) {
        let anchor = percent_decode_str(anchor).decode_utf8().ok()?.into_owned();
        return Anchor::new(&anchor).map(|anchor| anchor.to_string());
    }
    let mut anchor = String::new();
    for segment in eid.split("__") {
        let (kind, number) = segment.split_once('_').unwrap_or((segment, ""));
        let (_, letter) = kinds(form).iter().find(|(name, _)| *name == kind)?;
        if number.starts_with("nn_") || (segment == kind) != matches!(kind, "pream" | "conc") {
            return None;
        }
        if form == ActForm::EuAct && !anchor.is_empty() {
            anchor.push('.');
        }
        anchor.push_str(letter);
        if kind == "transitional" {
            anchor.push_str(&number.replacen('-', ":", 1));
        } else {
            anchor.push_str(number);
        }
    }
    Some(anchor)
}

fn lettered(form: ActForm, anchor: &str) -> Option<String> {
    let mut eid = String::new();
    let mut rest = anchor;
    while !rest.is_empty() {
        let (kind, letter) = kinds(form).iter().find(|(_, letter)| rest.starts_with(letter))?;
        // `A1` in a bilaga is an article, elsewhere a part of the act.
        let kind = if *kind == "part" && !eid.is_empty() { "art" } else { kind };
        rest = &rest[letter.len()..];
        let number = if matches!(kind, "pream" | "conc") { "" } else { number_of(rest) };
        if number.contains("__") || (number.is_empty() && !matches!(kind, "pream" | "conc")) {
            return None;
        }
        rest = &rest[number.len()..];
        if !eid.is_empty() {
            eid.push_str("__");
        }
        eid.push_str(kind);
        if !number.is_empty() {
            eid.push('_');
            match kind {
                "transitional" => eid.push_str(&number.replacen(':', "-", 1)),
                _ => eid.push_str(number),
            }
        }
    }
    (!eid.is_empty()).then_some(eid)
}

/// The number at the beginning of the rest of an anchor: `7b` of `7bS1`, `II` of `II`, `1A` of `1AP2`, `2` of `2UII`.
fn number_of(rest: &str) -> &str {
    let is_roman = |c: char| matches!(c, 'I' | 'V' | 'X' | 'L' | 'C');
    let mut end = 0;
    for (at, c) in rest.char_indices() {
        let mut after = rest[at + c.len_utf8()..].chars();
        let next = after.next();
        let is_own = match c {
            'A'..='Z' if at == 0 => !rest.starts_with("Sec"),
            // Letters of a roman number, and the one after a number with nothing of its own behind it.
            'A'..='Z' if rest.starts_with(is_roman) => {
                is_roman(c) && next.is_none_or(|c| !c.is_ascii_digit())
            }
            'A'..='Z' if rest[..at].bytes().all(|b| b.is_ascii_digit()) => next.is_none_or(|next| {
                next.is_ascii_uppercase()
                    && !(c == 'U' && is_roman(next))
                    && !(next == 'S' && after.next() == Some('e'))
            }),
            'A'..='Z' => false,
            _ => !c.is_whitespace(),
        };
        if !is_own {
            break;
        }
        end = at + c.len_utf8();
    }
    &rest[..end]
}

fn eu(anchor: &str, is_point: bool) -> Option<String> {
    for (kind, prefix) in &EU[..2] {
        if let Some(number) = anchor.strip_prefix(prefix) {
            let is_number = !number.is_empty() && !number.contains([' ', '_', '.']);
            return is_number.then(|| format!("{kind}_{number}"));
        }
    }
    let last = anchor.matches('.').count();
    let mut eid = String::new();
    for (at, number) in anchor.split('.').enumerate() {
        let is_number = number.starts_with(|c: char| c.is_ascii_digit());
        if number.is_empty() || number.contains(|c: char| c == '_' || c.is_whitespace()) {
            return None;
        }
        let counted = number.strip_prefix('S').filter(|rest| rest.bytes().all(|b| b.is_ascii_digit()));
        let (kind, number) = match counted {
            _ if at == 0 => ("art", number),
            Some(counted) if !counted.is_empty() => ("subpara", counted),
            _ if at == 1 && is_number && !(is_point && at == last) => ("para", number),
            _ => ("point", number),
        };
        if at > 0 {
            eid.push_str("__");
        }
        eid.push_str(&format!("{kind}_{number}"));
    }
    Some(eid)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const FORMS: [ActForm; 3] = [ActForm::SwedishAct, ActForm::EuAct, ActForm::Treaty];

    #[test]
    fn anchors_as_eids() {
        let (se, eu, treaty) = (ActForm::SwedishAct, ActForm::EuAct, ActForm::Treaty);
        for (form, anchor, eid) in [
            (se, "K2aP7bS1N2Na", "chp_2a__sec_7b__al_1__point_2__point_a"),
            (se, "P12", "sec_12"),
            (se, "K4P3-2", "chp_4__sec_3-2"),
            (se, "P3O2S1", "sec_3__subsec_2__al_1"),
            (se, "ACUII", "part_C__subpart_II"),
            (se, "A2UII", "part_2__subpart_II"),
            (se, "K1AP2", "chp_1A__sec_2"),
            (se, "P7ES1", "sec_7E__al_1"),
            (se, "B1P9U", "att_1__sec_9U"),
            (se, "B1SecII", "att_1__dvs_II"),
            (se, "B1P1A1", "att_1__sec_1__art_1"),
            (se, "L2019:236N2Na", "transitional_2019-236__point_2__point_a"),
            (se, "L1902:71_s.1S1", "transitional_1902-71_s.1__al_1"),
            (se, "P1S1Nmm", "sec_1__al_1__point_mm"),
            (se, "P1S1Nnn", "sec_1__al_1__point_nn"),
            (se, "G3", "img_3"),
            (se, "K1R2", "chp_1__crossHeading_2"),
            (se, "sid12", "anchor_sid12"),
            (se, "a b__c", "anchor_a%20b%5F%5Fc"),
            (eu, "6.1.c", "art_6__para_1__point_c"),
            (eu, "9.2.S2", "art_9__para_2__subpara_2"),
            (eu, "8A", "art_8A"),
            (eu, "1.1.f.ii", "art_1__para_1__point_f__point_ii"),
            (eu, "recital-83", "rec_83"),
            (eu, "bilaga-1", "att_1"),
            (treaty, "A6P1La", "art_6__para_1__point_a"),
            (treaty, "A5-2P1-3", "art_5-2__para_1-3"),
            (treaty, "AIVS2", "art_IV__al_2"),
            (treaty, "AMP3La", "art_M__para_3__point_a"),
            (treaty, "PreambleS1", "pream__al_1"),
            (treaty, "Testimonium", "conc"),
            (treaty, "Annex1", "annex_1"),
        ] {
            assert_eq!(eid_of(form, anchor, false), eid, "{anchor}");
            assert_eq!(anchor_of(form, eid).as_deref(), Some(anchor), "{eid}");
        }
        assert_eq!(eid_of(eu, "2.19", true), "art_2__point_19");
        for eid in ["", "sec", "sec_nn_1", "chp_1__sec_nn_2", "hcontainer_nn_1", "x_1", "pream_1", "anchor_"]
        {
            assert_eq!(anchor_of(se, eid), None, "{eid}");
        }
    }

    proptest! {
        #[test]
        fn every_anchor_has_an_eid_that_leads_back(anchor in "\\PC{1,12}|[A-Z0-9a-z.:_-]{1,12}|([KPSNABRLGUO][0-9]{1,2}[a-zA-Z]?){1,4}") {
            for form in FORMS {
                for is_point in [false, true] {
                    let eid = eid_of(form, &anchor, is_point);
                    prop_assert!(!eid.contains(char::is_whitespace));
                    let back = anchor_of(form, &eid);
                    prop_assert_eq!(back.as_deref(), Some(&*anchor));
                }
            }
        }
    }
}
