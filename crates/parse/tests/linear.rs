//! The time of parsing is linear in the length of a raw file, whatever its text is made of.
//!
//! Each text has one shape, at some length and at four times that length. The longer one may cost little more than four times as much;
//! quadratic work costs sixteen times as much. Work is measured as processor time of the thread.

#![allow(clippy::unwrap_used, reason = "a fault ends the test")]

use std::fmt::Write as _;
use std::sync::LazyLock;

use lagrum_artifact::Base;
use lagrum_citation::CitationNames;
use lagrum_parse::{Numbering, ParseContext, RawParts, parse};
use lagrum_test_support::processor_nanoseconds;
use serde_json::{Value, json};

static NAMES: LazyLock<CitationNames> = LazyLock::new(CitationNames::shipped);

/// Bytes of the smaller of two texts.
const SMALL: usize = 20_000;

/// The greatest ratio of costs for four times the text.
const AT_MOST: f64 = 8.0;

/// Work below this time, in nanoseconds, is too short to compare.
const TOO_LITTLE: f64 = 4_000_000.0;

/// How often a measurement is repeated. A disturbance does not recur; quadratic work does.
const TRIES: usize = 4;

fn cost(act: &Value) -> f64 {
    let base = Base::parse("https://lag.example").unwrap();
    let numbering = Numbering::default();
    let context = ParseContext { base: &base, as_of: "2031-01-01", names: &NAMES, numbering: &numbering };
    let body = act.to_string();
    let raw = RawParts { body: body.as_bytes(), key: Some("2031:1"), ..RawParts::default() };
    let before = processor_nanoseconds();
    parse("sfs", &raw, &context).unwrap();
    processor_nanoseconds() - before
}

fn record(text: &str, amendments: &[Value]) -> Value {
    json!({"beteckning": "2031:1", "rubrik": "Fårlag (2031:1)", "publicerad": true, "register": {},
        "fulltext": {"forfattningstext": text}, "andringsforfattningar": amendments})
}

/// An act with this text again and again.
fn repeated(unit: &str, bytes: usize) -> Value {
    record(&unit.repeat(bytes.div_ceil(unit.len())), &[])
}

/// An act with what `unit` gives for 1, 2, 3 and so on.
fn numbered(bytes: usize, unit: impl Fn(usize) -> String) -> String {
    let mut text = String::new();
    let mut number = 0;
    while text.len() < bytes {
        number += 1;
        text.push_str(&unit(number));
    }
    text
}

fn wide_table(bytes: usize) -> Value {
    let row = "x   ".repeat(bytes / 8);
    record(&format!("Tabell\ty\n\n{row}\n{}", "a\tb\n".repeat(bytes / 8)), &[])
}

fn ranges(bytes: usize) -> Value {
    let text = numbered(bytes / 2, |number| format!("{number} § Får.\r\n \r\n"));
    let words = format!("ändr. {}", numbered(bytes / 2, |number| format!("{number}-99999, ")));
    record(&text, &[json!({"beteckning": "2032:1", "anteckningar": words})])
}

fn rows_of_ranges(bytes: usize) -> Value {
    let text = numbered(bytes / 2, |number| format!("{number} § Får.\r\n \r\n"));
    let row =
        |number: usize| json!({"beteckning": format!("2032:{number}"), "anteckningar": "ändr. 1-99999 §§"});
    record(&text, &(1..=bytes / 120).map(row).collect::<Vec<_>>())
}

fn transitional(bytes: usize) -> Value {
    let unit = |number: usize| format!("2032:{number}\r\n \r\nDenna lag träder i kraft.\r\n \r\n");
    let text = format!("1 § Får.\r\n \r\nÖvergångsbestämmelser\r\n \r\n{}", numbered(bytes, unit));
    let row = |number: usize| json!({"beteckning": format!("2032:{number}")});
    record(&text, &(1..=bytes / 60).map(row).collect::<Vec<_>>())
}

fn kapitel(bytes: usize) -> Value {
    record(&numbered(bytes, |number| format!("{number} kap. Om får\r\n \r\n1 § Får.\r\n \r\n")), &[])
}

/// What texts of statutes are made of, right and broken.
const UNITS: [&str; 34] = [
    "1 § Får.\r\n \r\n",
    "1 § ",
    "2 a § Får\n",
    "§§ ",
    "1 kap. Om får\r\n \r\n",
    "1 kap. ",
    "AVD. A\r\n \r\n",
    "FÖRSTA AVDELNINGEN\r\n \r\n",
    "Bilaga\r\n \r\n",
    "Övergångsbestämmelser\r\n \r\n2032:1\r\n \r\n1. Får.\r\n \r\n",
    "2032:7 s. 3\r\n \r\n",
    "1. Får\r\n \r\n",
    "a) får\r\n",
    "- får\r\n",
    "/Träder i kraft I:2031-01-01/\r\n",
    "/Upphör att gälla U:2030-01-01/ 1 § Får.\r\n \r\n",
    "/",
    "/Ny beteckning 3 § U:2031-01-01/",
    "\n",
    "\r\n \r\n",
    "\t",
    "x\ty\n",
    "x    y    z\n",
    "            z\n",
    " ",
    "(",
    ".",
    "får-\n",
    "Lag (2032:7). ",
    "2 kap. 3 § fårlagen (2031:1), ",
    "enligt 3–5 §§ lagen ",
    "Har upphävts genom lag (2032:7).\r\n \r\n",
    "Med får avses djur.\r\n \r\n",
    "ord ",
];

/// An act of about this many bytes.
type Shape = fn(usize) -> Value;

#[test]
fn texts_of_every_shape_are_parsed_in_linear_time() {
    let shapes: [(&str, Shape); 6] = [
        ("a table with one wide row", wide_table),
        ("ranges of a row", ranges),
        ("rows with ranges", rows_of_ranges),
        ("transitional provisions of many acts", transitional),
        ("kapitel", kapitel),
        ("amendments of nothing", |bytes| record("1 § Får.", &vec![json!({"": 0}); bytes / 6])),
    ];
    let all = shapes
        .iter()
        .map(|(name, shape)| (String::from(*name), Box::new(*shape) as Box<dyn Fn(usize) -> Value>));
    let units = UNITS.iter().map(|unit| {
        let shape: Box<dyn Fn(usize) -> Value> = Box::new(|bytes| repeated(unit, bytes));
        (format!("{unit:?}"), shape)
    });
    let mut found = String::new();
    for (name, shape) in all.chain(units) {
        let (small, large) = (shape(SMALL), shape(4 * SMALL));
        let mut told = name;
        let is_linear = (0..TRIES).any(|_| {
            let (of_small, of_large) = (cost(&small), cost(&large));
            let _ = write!(told, ", {:.1} and {:.1} ms", of_small / 1e6, of_large / 1e6);
            of_large < AT_MOST * of_small.max(TOO_LITTLE)
        });
        if !is_linear {
            let _ = writeln!(found, "{told}");
        }
    }
    assert!(found.is_empty(), "four times as much is far more than four times the work:\n{found}");
}
