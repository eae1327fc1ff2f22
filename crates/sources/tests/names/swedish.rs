//! Swedish sources and pages of our own.

use serde_json::{Value, json};

use crate::{Expected, check, describe};

#[test]
fn statutes() {
    let statute =
        |id: &str, title: &str| json!({"uri": id, "metadata": {"properties": {"dcterms:title": title}}});
    check(
        "sfs",
        statute("1931:47", "Lag (1931:47) om får"),
        &Expected {
            kind: "lag",
            label: "SFS 1931:47",
            title: "Lag (1931:47) om får",
            short_id: "SFS 1931:47",
            short_title: "Lag om får",
            descriptive: "Lag om får",
            ..Expected::default()
        },
    );
    // The table of names knows these two numbers; the titles here are made up.
    check(
        "sfs",
        statute("1915:218", "Lag (1915:218) om löften"),
        &Expected {
            kind: "lag",
            label: "SFS 1915:218",
            title: "Lag (1915:218) om löften",
            display: "Avtalslagen (AvtL)",
            short_id: "SFS 1915:218",
            short_title: "Avtalslagen",
            descriptive: "avtalslagen",
            abbr: "AvtL",
        },
    );
    check(
        "sfs",
        statute("1990:52", "Kungörelse (1990:52) om lamm"),
        &Expected {
            kind: "forordning",
            label: "SFS 1990:52",
            title: "Kungörelse (1990:52) om lamm",
            short_id: "SFS 1990:52",
            short_title: "Kungörelse om lamm",
            descriptive: "Kungörelse om lamm",
            abbr: "LVU",
            ..Expected::default()
        },
    );
    check(
        "sfs",
        json!({"uri": "1931:48"}),
        &Expected {
            kind: "forordning",
            label: "SFS 1931:48",
            title: "SFS 1931:48",
            short_id: "SFS 1931:48",
            short_title: "SFS 1931:48",
            descriptive: "SFS 1931:48",
            ..Expected::default()
        },
    );
}

#[test]
fn cases() {
    let case = |label, short_id, short_title, abbr| Expected {
        kind: "case",
        label,
        title: label,
        short_id,
        short_title,
        descriptive: label,
        abbr,
        ..Expected::default()
    };
    let table = [
        (
            json!({"uri": "dom/nja/2031s12", "label": "Bojen (NJA 2031 s. 12)"}),
            case("Bojen (NJA 2031 s. 12)", "NJA 2031 s. 12", "Bojen", ""),
        ),
        (
            json!({"uri": "dom/nja/2031s12", "label": "Bojen (Ö 3043-30)"}),
            case("Bojen (Ö 3043-30)", "Ö 3043-30", "Bojen", "Ö 3043-30"),
        ),
        (
            json!({"uri": "dom/nja/2031s12", "label": null, "referat": ["NJA 2031 s. 12", "NJA 2031:2"]}),
            case("NJA 2031 s. 12", "NJA 2031 s. 12", "", ""),
        ),
        (
            json!({"uri": "dom/hd/T_1-31/2031-02-03", "court": "HDO", "malnummer": ["T 1-31"]}),
            case("HDO T 1-31", "HDO T 1-31", "", ""),
        ),
        // The table of names knows this decision, and the one of this number, whose page it does not know.
        (
            json!({"uri": "dom/nja/2011s638", "referat": ["NJA 2011 s. 638"]}),
            case("Bevisprovokationen (NJA 2011 s. 638)", "NJA 2011 s. 638", "Bevisprovokationen", ""),
        ),
        (
            json!({"uri": "dom/hd/B4130-24/2031-02-03", "court": "HDO", "malnummer": ["B 4130-24"]}),
            // As the series' own numbers are, the number in parentheses is taken for an acronym.
            case("Andnöden (HDO B 4130-24)", "HDO B 4130-24", "Andnöden", "HDO B 4130-24"),
        ),
        (json!({"uri": "dom/HDO_B_1_31", "court": "HDO", "malnummer": []}), case("HDO", "HDO", "", "")),
        (json!({"uri": "dom/HDO_B_1_31"}), case("dom/HDO_B_1_31", "dom/HDO_B_1_31", "", "")),
    ];
    for (artifact, expected) in table {
        check("dv", artifact, &expected);
    }
}

#[test]
fn a_verdict_is_shown_with_its_court() {
    let found = |referat: Value| {
        describe(
            "dv",
            json!({"uri": "dom/hfd/x", "court": "HFD", "court_namn": "Högsta förvaltningsdomstolen",
            "malnummer": ["1-31"], "referat": referat}),
        )
    };
    assert_eq!(found(json!([])).display, "Högsta förvaltningsdomstolen 1-31");
    assert_eq!(found(json!([])).label, "HFD 1-31");
    assert_eq!(found(json!(["HFD 2031 ref. 2"])).display, "HFD 2031 ref. 2");
}

#[test]
fn preparatory_works_and_regulations() {
    check(
        "forarbete",
        json!({"uri": "prop/2030/31:7", "doctype": "prop", "type": "x", "identifier": "Prop. 2030/31:7", "title": "En ny fårlag"}),
        &Expected {
            kind: "prop",
            label: "Prop. 2030/31:7",
            title: "En ny fårlag",
            short_id: "Prop. 2030/31:7",
            short_title: "En ny fårlag",
            descriptive: "Prop. 2030/31:7",
            ..Expected::default()
        },
    );
    check(
        "forarbete",
        json!({"uri": "pm/ju/1", "title": ""}),
        &Expected {
            kind: "forarbete",
            label: "pm/ju/1",
            title: "pm/ju/1",
            short_id: "pm/ju/1",
            short_title: "pm/ju/1",
            descriptive: "pm/ju/1",
            ..Expected::default()
        },
    );
    check(
        "foreskrift",
        json!({"uri": "fffs/2030:4", "fs": "fffs", "identifier": "FFFS 2030:4", "metadata": {"title": "Föreskrifter om får"}}),
        &Expected {
            kind: "fffs",
            label: "FFFS 2030:4",
            title: "Föreskrifter om får",
            short_id: "FFFS 2030:4",
            short_title: "Föreskrifter om får",
            descriptive: "FFFS 2030:4",
            ..Expected::default()
        },
    );
    check(
        "foreskrift",
        json!({"uri": "fffs/2030:5", "identifier": "FFFS 2030:5"}),
        &Expected {
            kind: "fffs",
            label: "FFFS 2030:5",
            title: "FFFS 2030:5",
            short_id: "FFFS 2030:5",
            descriptive: "FFFS 2030:5",
            ..Expected::default()
        },
    );
}

#[test]
fn decisions_positions_and_guidance() {
    check(
        "avg",
        json!({"uri": "avg/jo/12-2031", "org": "jo", "identifier": "JO dnr 12-2031",
            "metadata": {"title": "Kritik. Mot en nämnd", "officialReport": "JO 2031/32 s. 5"}}),
        &Expected {
            kind: "jo",
            label: "JO dnr 12-2031",
            title: "Kritik. Mot en nämnd",
            short_id: "JO dnr 12-2031",
            short_title: "Kritik. Mot en nämnd",
            descriptive: "JO 2031/32 s. 5",
            ..Expected::default()
        },
    );
    check(
        "avg",
        json!({"uri": "avg/arn/2031-1", "org": "arn", "identifier": "ARN 2031-1", "metadata": {"title": "Om får. Också getter."}}),
        &Expected {
            kind: "arn",
            label: "ARN 2031-1",
            title: "Om får. Också getter.",
            display: "Om får.",
            short_id: "ARN 2031-1",
            short_title: "Om får.",
            descriptive: "ARN 2031-1",
            ..Expected::default()
        },
    );
    check(
        "rs",
        json!({"uri": "rs/fk/2030:02", "org": "fk", "identifier": "FKRS 2030:02", "designation": "2030:02",
            "metadata": {"title": "Om fårpenning", "status": "upphävt"}}),
        &Expected {
            kind: "fk",
            label: "FKRS 2030:02",
            title: "Om fårpenning",
            short_id: "FKRS 2030:02",
            short_title: "Om fårpenning",
            descriptive: "2030:02 (upphävt)",
            ..Expected::default()
        },
    );
    check(
        "edpb",
        json!({"uri": "edpb/riktlinjer/05-2030", "serie": "riktlinjer", "identifier": "Riktlinjer 05/2030", "metadata": {"title": "Om får", "sprak": "en"}}),
        &Expected {
            kind: "riktlinjer",
            label: "Riktlinjer 05/2030",
            title: "Om får",
            short_id: "Riktlinjer 05/2030",
            short_title: "Om får",
            descriptive: "Riktlinjer 05/2030 (engelsk version)",
            ..Expected::default()
        },
    );
}

#[test]
fn pages_of_our_own() {
    check(
        "begrepp",
        json!({"uri": "begrepp/Stor_vall"}),
        &Expected {
            kind: "begrepp",
            label: "Stor vall",
            title: "Stor vall",
            short_id: "Stor vall",
            short_title: "Stor vall",
            descriptive: "Stor vall",
            ..Expected::default()
        },
    );
    for (annotates, name) in [
        // The table of names knows this number.
        ("1915:218", "Kommentar till avtalslagen"),
        ("1931:47", "Kommentar till SFS 1931:47"),
        ("dom/echr/001-7", "Kommentar till Europadomstolens avgörande med HUDOC-nummer 001-7"),
        ("celex/32031R0077", "Kommentar till EU-förordning 2031/77"),
        ("ny/1", "Kommentar till ny/1"),
    ] {
        let uri = format!("https://lag.example/{annotates}");
        check(
            "kommentar",
            json!({"uri": "kommentar/x", "annotates": uri, "author": "N. N."}),
            &Expected {
                kind: "kommentar",
                label: "Kommentar",
                title: name,
                short_id: "Kommentar",
                descriptive: name,
                ..Expected::default()
            },
        );
    }
}

#[test]
fn a_commentary_is_named_after_what_it_is_about() {
    let described = |author: Value| {
        describe(
            "kommentar",
            json!({"uri": "kommentar/1931:47", "author": author, "annotates": "https://lag.example/1931:47"}),
        )
    };
    let author = |text: &str| described(text.into()).description;
    assert_eq!(author("[[User:Ada|Ada Herde]]").as_deref(), Some("Författare: Ada Herde"));
    assert_eq!(author("[https://wiki.example/User:Ada Ada Herde]").as_deref(), Some("Författare: Ada Herde"));
    assert_eq!(author("N. N.").as_deref(), Some("Författare: N. N."));
    assert_eq!(described(Value::Null).description, None);

    let mut commentary = described(Value::Null);
    assert_eq!(commentary.about.as_deref(), Some("https://lag.example/1931:47"));
    let title = |title: &str| json!({"uri": "1931:47", "metadata": {"properties": {"dcterms:title": title}}});
    commentary.name_after(&describe("sfs", title("Lag (1931:47) om får")).in_text);
    assert_eq!(commentary.display, "Kommentar till lagen (1931:47) om får");
    assert_eq!((&commentary.title, &commentary.descriptive), (&commentary.display, &commentary.display));
    assert_eq!(commentary.short_id.as_deref(), Some("Kommentar"));
    assert_eq!(commentary.label, "Kommentar");
}

#[test]
fn names_inside_a_sentence() {
    let table = [
        ("sfs", json!({"uri": "1915:218"}), "avtalslagen"),
        ("coe", json!({"uri": "coe/005"}), "Europakonventionen"),
        (
            "eurlex",
            json!({"uri": "celex/32031R0077", "shortname": "getförordningen", "abbr": "GETF"}),
            "getförordningen",
        ),
        ("hudoc", json!({"uri": "dom/echr/001-7", "title": "CASE OF DOE v. SWEDEN"}), "Doe v. Sweden"),
        (
            "dv",
            json!({"uri": "dom/nja/2031s12", "label": "Bojen (NJA 2031 s. 12)"}),
            "Bojen (NJA 2031 s. 12)",
        ),
        (
            "forarbete",
            json!({"uri": "prop/2030/31:7", "identifier": "Prop. 2030/31:7", "title": "Får"}),
            "Prop. 2030/31:7",
        ),
        ("lawreview", json!({"uri": "x", "title": "Fårkonventionen (FK)"}), "Fårkonventionen"),
    ];
    for (source, artifact, expected) in table {
        assert_eq!(describe(source, artifact).in_text, expected, "{source}");
    }
}

#[test]
fn a_concept_without_a_page_is_called_as_one_with() {
    let page = describe("begrepp", json!({"uri": "begrepp/Stor_vall"}));
    let stub = lagrum_sources::Description::stub("Stor vall");
    assert_eq!((stub.short_id, stub.short_title), (page.short_id, page.short_title));
}
