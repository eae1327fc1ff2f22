//! EU law and international law.

use serde_json::json;

use crate::{Expected, check};

#[test]
fn eu_law() {
    check(
        "eurlex",
        json!({"uri": "celex/32031R0077", "celex": "32031R0077", "doctype": "regulation", "title": "Förordning om getter",
            "label": "(EU) 2031/77 Getförordningen", "shortname": "Getförordningen", "abbr": "GETF"}),
        &Expected {
            kind: "regulation",
            label: "32031R0077",
            title: "Förordning om getter",
            display: "Getförordningen (GETF)",
            short_id: "(EU) 2031/77",
            short_title: "Getförordningen (GETF)",
            descriptive: "(EU) 2031/77 Getförordningen (GETF)",
            abbr: "GETF",
        },
    );
    check(
        "eurlex",
        json!({"uri": "celex/31999L0002", "doctype": "directive", "label": "99/2/EG Om getter", "title": "Direktiv 99/2/EG"}),
        &Expected {
            kind: "directive",
            label: "31999L0002",
            title: "Direktiv 99/2/EG",
            short_id: "99/2/EG",
            short_title: "Om getter",
            descriptive: "99/2/EG Om getter",
            ..Expected::default()
        },
    );
    check(
        "eurlex",
        json!({"uri": "celex/62031CJ0012", "celex": "62031CJ0012", "doctype": "judgment", "title": "Domstolens dom",
            "label": "C-12/31 (Getfallet)"}),
        &Expected {
            kind: "judgment",
            label: "62031CJ0012",
            title: "C-12/31 (Getfallet)",
            short_id: "C-12/31",
            descriptive: "C-12/31 (Getfallet)",
            ..Expected::default()
        },
    );
    for (celex, kind, title, number, descriptive) in [
        ("62031CC0012", "opinion", "Förslag", "C-12/31", "Förslag till avgörande i mål C-12/31"),
        ("62031TO0012", "order", "Beslut", "T-12/31", "Beslut i mål T-12/31"),
    ] {
        check(
            "eurlex",
            json!({"uri": format!("celex/{celex}"), "celex": celex, "doctype": kind, "title": title, "label": title}),
            &Expected {
                kind,
                label: celex,
                title,
                display: descriptive,
                short_id: number,
                descriptive,
                ..Expected::default()
            },
        );
    }
    // The table of treaties knows the first; its corrections go by the same name.
    let charter = "Europeiska unionens stadga om de grundläggande rättigheterna (2007)";
    for celex in ["12007P/TXT", "12007P/TXT(02)", "12007P/TXTR(01)"] {
        check(
            "eurlex",
            json!({"uri": format!("celex/{celex}"), "celex": celex, "doctype": "treaty", "title": "Charter", "shortname": "stadgan"}),
            &Expected {
                kind: "treaty",
                label: celex,
                title: "Charter",
                display: charter,
                short_title: charter,
                descriptive: charter,
                ..Expected::default()
            },
        );
    }
    check(
        "eurlex",
        json!({"uri": "celex/11111V", "doctype": "treaty"}),
        &Expected {
            kind: "treaty",
            label: "11111V",
            title: "11111V",
            descriptive: "11111V",
            ..Expected::default()
        },
    );
}

#[test]
fn international_law() {
    check(
        "hudoc",
        json!({"uri": "dom/echr/001-7", "itemid": "001-7", "title": "CASE OF DOE v. SWEDEN", "doctype": "decision",
            "ecli": "ECLI:CE:ECHR:2031:1", "metadata": {"applicationNumber": ["1234/25", "2/25"]}}),
        &Expected {
            kind: "decision",
            label: "ECLI:CE:ECHR:2031:1",
            title: "CASE OF DOE v. SWEDEN",
            display: "Doe v. Sweden",
            short_id: "no. 1234/25",
            short_title: "Doe v. Sweden",
            descriptive: "Doe v. Sweden",
            ..Expected::default()
        },
    );
    check(
        "hudoc",
        json!({"uri": "dom/echr/001-8", "itemid": "001-8"}),
        &Expected {
            kind: "case-law",
            label: "001-8",
            title: "001-8",
            short_id: "001-8",
            short_title: "001-8",
            descriptive: "001-8",
            ..Expected::default()
        },
    );
    check(
        "coe",
        json!({"uri": "coe/005", "number": "005", "identifier": "ETS No. 005", "title": "Convention", "doctype": "treaty"}),
        &Expected {
            kind: "treaty",
            label: "ETS No. 005",
            title: "Convention",
            display: "Europakonventionen (EKMR)",
            short_id: "ETS No. 005",
            short_title: "Europakonventionen (EKMR)",
            descriptive: "Europakonventionen (EKMR)",
            abbr: "EKMR",
        },
    );
    check(
        "coe",
        json!({"uri": "coe/999", "number": "999"}),
        &Expected {
            kind: "treaty",
            label: "CETS 999",
            title: "CETS 999",
            short_id: "CETS 999",
            descriptive: "CETS 999",
            ..Expected::default()
        },
    );
    check(
        "icrc",
        json!({"uri": "icrc/375", "number": "375", "identifier": "Convention (III)", "title": "On goats"}),
        &Expected {
            kind: "treaty",
            label: "Convention (III)",
            title: "On goats",
            display: "Tredje Genèvekonventionen (GK III)",
            short_id: "GK III",
            short_title: "Tredje Genèvekonventionen (GK III)",
            descriptive: "tredje Genèvekonventionen (GK III)",
            abbr: "GK III",
        },
    );
    check(
        "untc",
        json!({"uri": "untc/I-7", "number": "I-7"}),
        &Expected {
            kind: "treaty",
            label: "MTDSG I-7",
            title: "MTDSG I-7",
            short_id: "UNTS I-7",
            descriptive: "UNTS I-7",
            ..Expected::default()
        },
    );
    check(
        "icc",
        json!({"uri": "icc/ICC-01_31-7", "docnumber": "ICC-01/31-7", "title": "The Prosecutor v. Doe", "doctype": "sentence",
            "metadata": {"caseNumber": "ICC-01/31", "documentNumber": "ICC-01/31-7"}}),
        &Expected {
            kind: "sentence",
            label: "ICC-01/31-7",
            title: "The Prosecutor v. Doe",
            short_id: "ICC-01/31",
            short_title: "The Prosecutor v. Doe",
            descriptive: "ICC-01/31-7",
            ..Expected::default()
        },
    );
    check(
        "icj",
        json!({"uri": "icj/070", "doctype": "dom", "identifier": "ICJ 70 (Judgment)", "metadata": {"caseNumber": "70", "caseName": "Goats (A v. B)"}}),
        &Expected {
            kind: "dom",
            label: "ICJ 70 (Judgment)",
            title: "Goats (A v. B)",
            short_id: "ICJ 70",
            short_title: "Goats (A v. B)",
            descriptive: "ICJ 70 (Judgment)",
            ..Expected::default()
        },
    );
}

#[test]
fn names_of_eu_acts() {
    let act = |celex: &str, label: &str, title: &str, shortname: &str| {
        let found = crate::describe(
            "eurlex",
            json!({"uri": format!("celex/{celex}"), "celex": celex, "doctype": "directive", "label": label,
                "title": title, "shortname": shortname}),
        );
        let text = |value: Option<String>| value.unwrap_or_default();
        [text(found.short_id), text(found.short_title), found.descriptive, found.display]
    };
    // The label goes on with the beginning of the title.
    assert_eq!(
        act(
            "32031L0077",
            "(EU) 2031/77 Of the Parliament on goats",
            "Directive (EU) 2031/77 of the Parliament of 1 May 2031 on goats (Text with EEA relevance)",
            ""
        ),
        [
            "(EU) 2031/77",
            "",
            "(EU) 2031/77",
            "Directive (EU) 2031/77 of the Parliament of 1 May 2031 on goats"
        ]
    );
    // A remark was taken for a name.
    assert_eq!(
        act(
            "32031L0077",
            "2031/77/EU Text with EEA relevance.",
            "Directive on goats",
            "Text with EEA relevance."
        ),
        ["2031/77/EU", "", "2031/77/EU", "Directive on goats"]
    );
    // The designation is that of another act.
    assert_eq!(
        act("32031L0077", "2006/112/EC On goats", "Directive on goats", ""),
        ["32031L0077", "", "32031L0077", "Directive on goats"]
    );
    assert_eq!(
        act(
            "32031L0077",
            "2031/77/EU ‘Goat Directive’",
            "Directive on goats (‘Goat Directive’)",
            "‘Goat Directive’"
        ),
        ["2031/77/EU", "Goat Directive", "2031/77/EU Goat Directive", "Goat Directive"]
    );
    assert_eq!(
        act("32031L0077", "(EU) 2031/77", "Directive on goats", "eGoat-direktivet")[3],
        "eGoat-direktivet"
    );
}

#[test]
fn rulings_of_the_eu_courts() {
    let opinion = crate::describe(
        "eurlex",
        json!({"uri": "celex/62031CC0012", "celex": "62031CC0012", "doctype": "opinion", "title": "Förslag den 1 maj"}),
    );
    assert_eq!(opinion.display, "Förslag till avgörande i mål C-12/31");
    assert_eq!(opinion.title, "Förslag den 1 maj");
    // The table of names knows this judgment.
    let judgment = crate::describe(
        "eurlex",
        json!({"uri": "celex/62016CJ0064", "celex": "62016CJ0064", "doctype": "judgment", "label": "C-64/16"}),
    );
    assert_eq!(judgment.title, "C-64/16 (Associação Sindical dos Juízes Portugueses)");
    assert_eq!(judgment.display, "Associação Sindical dos Juízes Portugueses");
    assert_eq!(judgment.short_id.as_deref(), Some("C-64/16"));
}
