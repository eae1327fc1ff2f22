//! The listings of a source: what is listed where, in which order, and what is added to the rows.
use jiff::civil::Date;
use lagrum_sources::{BrowseExtras, Leaf, LeafEntry, ListingRow, all, known, listing, parse_date, source};

fn day(text: &str) -> Date {
    parse_date(text).unwrap()
}

fn list(name: &str, rows: &[ListingRow]) -> Vec<Leaf> {
    listing(source(name), rows, day("2031-06-15"))
}

/// Each leaf as `keys: ids`, amendments in parentheses after their base.
fn check(name: &str, rows: &[ListingRow], expected: &[&str]) {
    let shown: Vec<_> = list(name, rows)
        .iter()
        .map(|leaf| {
            let keys: Vec<_> = leaf.path.iter().map(|bucket| bucket.key.as_str()).collect();
            let entry = |entry: &LeafEntry| {
                let under: Vec<_> = entry.amendments.iter().map(|entry| rows[entry.row].local_id).collect();
                let under = if under.is_empty() { String::new() } else { format!(" ({})", under.join(" ")) };
                format!("{}{under}", rows[entry.row].local_id)
            };
            format!("{}: {}", keys.join("/"), leaf.entries.iter().map(entry).collect::<Vec<_>>().join(" "))
        })
        .collect();
    assert_eq!(shown, expected);
}

fn row<'a>(local_id: &'a str, kind: &'a str, title: &'a str) -> ListingRow<'a> {
    ListingRow { local_id, kind, label: local_id, title, display: title, ..ListingRow::default() }
}

#[test]
fn statutes_by_subject() {
    let ended = day("2031-06-15");
    let ends = day("2031-06-16");
    let rows = [
        row("1931:47", "lag", "Lag (1931:47) om får"),
        row("1931:48", "forordning", "Förordning (1931:48) om åsnor"),
        row("1931:49", "lag", "Fålag (1931:49)"),
        row("1931:50", "forordning", "Kungörelse (1931:50)"),
        row("1931:100", "forordning", "Förordning (1931:100) om får"),
        ListingRow { expired: Some(ended), ..row("1931:51", "lag", "Lag (1931:51) om får") },
        ListingRow { expired: Some(ends), ..row("1931:52", "lag", "Lag (1931:52) om zebror") },
    ];
    check("sfs", &rows, &["F: 1931:49 1931:47 1931:100", "Z: 1931:52", "Å: 1931:48", "#: 1931:50"]);
    let leaves = list("sfs", &rows);
    let extras = |pre: &str, key: &str, subdued| BrowseExtras {
        pre: Some(pre.to_owned()),
        key: Some(key.to_owned()),
        subdued: Some(subdued),
        year: Some("1931".to_owned()),
        ..BrowseExtras::default()
    };
    assert_eq!(leaves[0].entries[1].extras, extras("Lag (1931:47) om ", "får", false));
    assert_eq!(leaves[3].entries[0].extras, extras("", "Kungörelse (1931:50)", true));
    assert_eq!(leaves[3].path[0].slug, "-");
}

#[test]
fn cases_by_court_and_year() {
    let case =
        |local_id, label| ListingRow { label, date: Some("2031-02-03"), ..row(local_id, "case", label) };
    let rows = [
        case("dom/nja/2030s12", "NJA 2030 s. 12"),
        case("dom/nja/2030s9", "NJA 2030 s. 9"),
        case("dom/ra/1999:3", "RÅ 1999 ref. 3"),
        case("dom/hd/T_1-31/2031-02-03", "HDO T 1-31"),
        case("dom/tr/x", "Utan år"),
    ];
    check(
        "dv",
        &rows,
        &[
            "nja/2031: dom/hd/T_1-31/2031-02-03",
            "nja/2030: dom/nja/2030s9 dom/nja/2030s12",
            "hfd/1999: dom/ra/1999:3",
            "övriga/okänt: dom/tr/x",
        ],
    );
    let extras = &list("dv", &rows)[0].entries[0].extras;
    assert_eq!((extras.variant.as_deref(), extras.date.as_deref()), (Some("dom"), Some("2031-02-03")));
}

#[test]
fn regulations_under_what_they_amend() {
    let amends = |local_id, target| ListingRow {
        amends: Some(target),
        ..row(local_id, "fffs", "Föreskrifter om får")
    };
    let rows = [
        row("fffs/2030:4", "fffs", "Föreskrifter om får"),
        amends("fffs/2031:10", "fffs/2031:2"),
        amends("fffs/2031:2", "fffs/2030:4"),
        amends("fffs/2031:3", "fffs/1999:1"),
        amends("nfs/2031:1", "nfs/2031:2"),
        amends("nfs/2031:2", "nfs/2031:1"),
        amends("nfs/2031:3", "nfs/2031:1"),
        row("difs/2010:1", "difs", "Föreskrifter om getter"),
        row("elsakfs/2010:1", "elsakfs", "Föreskrifter om el"),
        ListingRow { consolidated: true, ..row("nfs/2029:1", "nfs", "Föreskrifter om hagar") },
        row("nfs/2028:1/grund", "nfs", "Föreskrifter om vallar"),
        row("nfs/2028:1", "nfs", "Föreskrifter om vallar"),
        row("xfs/utan", "xfs", "Föreskrifter"),
    ];
    check(
        "foreskrift",
        &rows,
        &[
            "ELSAKFS/2010: elsakfs/2010:1",
            "FFFS/2031: fffs/2031:3",
            "FFFS/2030: fffs/2030:4 (fffs/2031:2 fffs/2031:10)",
            "IMYFS/2010: difs/2010:1",
            "NFS/2031: nfs/2031:1 nfs/2031:2 nfs/2031:3",
            "NFS/2029: nfs/2029:1",
            "NFS/2028: nfs/2028:1",
            "XFS/okänt: xfs/utan",
        ],
    );
    let leaves = list("foreskrift", &rows);
    assert_eq!(leaves[0].path[0].label, "ELSÄK-FS");
    let consolidated: Vec<_> = leaves.iter().map(|leaf| leaf.entries[0].extras.consolidated).collect();
    assert_eq!(consolidated, [None, None, None, None, None, Some(true), Some(true), None]);
}

#[test]
fn eu_documents_newest_first() {
    let dated = |local_id, kind, title, date| ListingRow { date: Some(date), ..row(local_id, kind, title) };
    let rows = [
        dated("celex/32031R0009", "regulation", "Rådets förordning", "2031-02-03"),
        dated("celex/32031R0010", "regulation", "Europaparlamentets förordning", "2031-02-03"),
        dated("celex/32031R0001", "regulation", "celex/32031R0001", "2031-02-04"),
        row("celex/32031R0002", "regulation", "32031R0002"),
        dated("celex/62031TO0002", "order", "Beslut", "2031-02-03"),
        row("celex/12016E/TXT", "treaty", "TFEU"),
        row("celex/12007L/TXT", "treaty", "Lisbon"),
    ];
    check(
        "eurlex",
        &rows,
        &[
            "treaty/tfeu: celex/12016E/TXT",
            "treaty/amending: celex/12007L/TXT",
            "regulation/2031: celex/32031R0001 celex/32031R0010 celex/32031R0009 celex/32031R0002",
            "judgment/2031: celex/62031TO0002",
        ],
    );
    let variants: Vec<_> = list("eurlex", &rows)
        .iter()
        .flat_map(|leaf| &leaf.entries)
        .map(|entry| entry.extras.variant.clone().unwrap())
        .collect();
    assert_eq!(variants, ["current", "amending", "other", "ep", "council", "untitled", "gc"]);
}

#[test]
fn concepts_by_letter() {
    let rows = [
        row("begrepp/Vall", "begrepp", "Vall"),
        row("begrepp/Öken", "begrepp", "Öken"),
        row("begrepp/Lag_om_får", "begrepp", "Lag om får"),
        row("begrepp/§_1", "begrepp", "§ 1"),
    ];
    check(
        "begrepp",
        &rows,
        &["L: begrepp/Lag_om_får", "V: begrepp/Vall", "Ö: begrepp/Öken", "#: begrepp/§_1"],
    );
}

#[test]
fn a_source_that_is_not_filed_has_no_listing() {
    check("kommentar", &[row("kommentar/1931:47", "kommentar", "N. N.")], &[]);
    check("lawreview", &[row("lawreview/1", "", "Om får")], &[]);
    assert!(known("kommentar").unwrap().scheme.is_none());
}

#[test]
fn any_row_is_listed_somewhere_in_every_filed_source() {
    let ids =
        ["", "x", "x/y", "x/y/z", "1931:47", "å/ä/ö", "#", "celex/", "dom/", "avg/jo/", "a/b/2031-02-30"];
    let rows: Vec<_> = ids.iter().map(|local_id| ListingRow { local_id, ..ListingRow::default() }).collect();
    for source in all().iter().filter(|source| source.scheme.is_some()) {
        let leaves = listing(source, &rows, day("2031-06-15"));
        assert_eq!(leaves.iter().map(|leaf| leaf.entries.len()).sum::<usize>(), ids.len(), "{}", source.name);
        for bucket in leaves.iter().flat_map(|leaf| &leaf.path) {
            assert!(!bucket.slug.is_empty() && !bucket.slug.contains('/'), "{}: {bucket:?}", source.name);
        }
    }
}
