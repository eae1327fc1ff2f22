//! The numbered protocols to the European Convention on Human Rights.
//!
//! They are cited by number in many ways ("tilläggsprotokoll 1 till EKMR", "Europakonventionens fjärde
//! tilläggsprotokoll", "Protocol No. 7 to the Convention"), always with the Convention beside. Articles of treaties
//! are read with those of EU acts, in [`crate::eu`].

use lagrum_sources::ActForm;

use crate::act::CitedAct;
use crate::cursor::Cursor;
use crate::lookup::NameLookup;
use crate::provision::ordinal;
use crate::target::{CitedBy, Spelling};

pub(crate) const CONVENTION: &str = "coe/005";
const PROTOCOL: [&str; 5] =
    ["tilläggsprotokollet", "tilläggsprotokoll", "protokollet", "protokoll", "protocol"];

/// A protocol to the European Convention, if one is named here.
pub(crate) fn echr_protocol<'q>(at: Cursor<'q>, lookup: NameLookup<'_>) -> Option<CitedAct<'q>> {
    let (number, end) =
        protocol_then_convention(at, lookup).or_else(|| convention_then_protocol(at, lookup))?;
    let document = lookup.names.echr_protocol(&number)?.to_owned();
    Some(CitedAct {
        documents: vec![document],
        treaty: true,
        end,
        how: CitedBy::Name,
        spelling: Spelling::AsWritten,
    })
}

/// `protokoll nr 4 till Europakonventionen`, `första tilläggsprotokollet till EKMR`.
fn protocol_then_convention<'q>(at: Cursor<'q>, lookup: NameLookup<'_>) -> Option<(String, Cursor<'q>)> {
    let (number, mut next) = protocol(at)?;
    next.blank();
    if !next.words_without_stop(&["till", "to", "av", "of"]) {
        return None;
    }
    next.blank();
    if next.words_without_stop(&["the"]) {
        next.blank();
    }
    let mut parent = next;
    if parent.words_without_stop(&["konventionen", "convention"]) && parent.at_end() {
        return Some((number, parent));
    }
    Some((number, convention(next, lookup)?))
}

/// `EKMR protokoll 1`, `Europakonventionens första tilläggsprotokoll`.
fn convention_then_protocol<'q>(at: Cursor<'q>, lookup: NameLookup<'_>) -> Option<(String, Cursor<'q>)> {
    let mut next = convention(at, lookup)?;
    next.eat(":s");
    next.eat(",");
    if !next.blank() {
        return None;
    }
    protocol(next)
}

pub(crate) fn protocol(mut at: Cursor<'_>) -> Option<(String, Cursor<'_>)> {
    if let Some(number) = ordinal(&mut at) {
        at.blank();
        return at.words_without_stop(&PROTOCOL).then(|| (number.to_string(), at));
    }
    if !at.words_without_stop(&PROTOCOL) {
        return None;
    }
    at.blank();
    if at.word(&["nr", "no"]) {
        at.blank();
    }
    let number = at.digits(2)?;
    at.at_boundary().then(|| (number.to_owned(), at))
}

fn convention<'q>(at: Cursor<'q>, lookup: NameLookup<'_>) -> Option<Cursor<'q>> {
    let hit = lookup.names.longest(at, &[ActForm::Treaty], lookup.spelling)?;
    (hit.row()?.document.as_ref() == CONVENTION).then(|| at.to(hit.end))
}
