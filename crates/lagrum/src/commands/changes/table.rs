//! Tables: the list as the column of a spreadsheet, and its changes as rows of one.

use std::path::Path;

use lagrum_answers::ListChanges;
use lagrum_readable::{ReadLimits, text_of};
use rust_xlsxwriter::{Format, Workbook};

use super::followed;
use super::letter::Shown;
use crate::failure::Failure;

/// The names of the columns, and how wide each is in a spreadsheet, in characters.
const COLUMNS: [(&str, u16); 9] = [
    ("datum", 11),
    ("lag", 16),
    ("namn", 50),
    ("vad", 14),
    ("genom", 16),
    ("ändrat", 60),
    ("bakgrund", 40),
    ("formell", 8),
    ("id", 40),
];

/// The limits of the file of a list. A list has as many lines as are read, and may have empty ones beside.
const LIMITS: ReadLimits = ReadLimits { unpacked: 64 << 20, parts: 1_000, lines: 100_000 };

/// The lines of a file: of a spreadsheet (xlsx) the rows of its first sheet, with tabs between the cells.
pub(super) fn lines_of(file: &Path) -> Result<String, Failure> {
    let bytes = followed::bytes_of(file)?;
    let extension = file.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    text_of(&bytes, extension, &LIMITS)
        .map_err(|error| format!("cannot read {}: {error}", file.display()).into())
}

/// The cells of each change.
fn rows<'a>(
    found: &'a ListChanges,
    shown: &'a Shown<'_>,
) -> impl Iterator<Item = [String; COLUMNS.len()]> + 'a {
    found.changes.iter().map(|change| {
        let mut works: Vec<&str> = change.why.iter().map(|reason| reason.label.as_str()).collect();
        works.dedup();
        let by = change.act.as_ref().and_then(|act| act.identifier.clone()).unwrap_or_default();
        [
            change.date.clone().unwrap_or_default(),
            change.short_name(shown.base),
            change.name(shown.base),
            change.kind.verb(!change.coming).to_owned(),
            by,
            change.what().unwrap_or_default(),
            works.join(", "),
            if change.formal { "ja" } else { "nej" }.to_owned(),
            change.id.clone(),
        ]
    })
}

/// The changes with commas between the cells. A cell that a spreadsheet would take for a formula begins with an apostrophe.
pub(super) fn csv(found: &ListChanges, shown: &Shown<'_>) -> Result<String, Failure> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(COLUMNS.map(|(name, _)| name)).map_err(|error| error.to_string())?;
    for cells in rows(found, shown) {
        writer.write_record(cells.map(plain)).map_err(|error| error.to_string())?;
    }
    let bytes = writer.into_inner().map_err(|error| error.to_string())?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn plain(cell: String) -> String {
    if cell.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{cell}") } else { cell }
}

/// The changes as a spreadsheet. Its cells are texts, which no program takes for formulas.
pub(super) fn xlsx(found: &ListChanges, shown: &Shown<'_>) -> Result<Vec<u8>, Failure> {
    let written = || -> Result<Vec<u8>, rust_xlsxwriter::XlsxError> {
        let mut book = Workbook::new();
        let sheet = book.add_worksheet();
        sheet.set_name("Ändringar")?;
        let (bold, wrapped) = (Format::new().set_bold(), Format::new().set_text_wrap());
        for (at, (name, width)) in (0_u16..).zip(COLUMNS) {
            sheet.write_string_with_format(0, at, name, &bold)?;
            sheet.set_column_width(at, width)?;
        }
        for (row, cells) in (1_u32..).zip(rows(found, shown)) {
            for (at, cell) in (0_u16..).zip(cells) {
                sheet.write_string_with_format(row, at, within(cell), &wrapped)?;
            }
        }
        sheet.set_freeze_panes(1, 0)?;
        book.save_to_buffer()
    };
    Ok(written().map_err(|error| error.to_string())?)
}

/// A text of at most as many characters as a cell of a spreadsheet holds.
fn within(cell: String) -> String {
    const MOST: usize = 32_767;
    match cell.char_indices().nth(MOST) {
        None => cell,
        Some((end, _)) => cell[..end].to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use lagrum_answers::{ComingChangeBasis, ListedChange, ListedKind, ListedTextCounts};
    use lagrum_artifact::Base;

    use super::*;

    fn found() -> ListChanges {
        let change = ListedChange {
            id: "https://lag.example/1931:47?handelse=repealed&om=1931%3A47".to_owned(),
            date: Some("2031-05-01".to_owned()),
            coming: true,
            kind: ListedKind::Repealed,
            uri: "https://lag.example/1931:47".to_owned(),
            label: Some("SFS 1931:47".to_owned()),
            title: Some("=Fårlag".to_owned()),
            source: "sfs".to_owned(),
            act: None,
            provisions: Vec::new(),
            scope: None,
            scope_words: Some("x".repeat(40_000)),
            why: Vec::new(),
            formal: false,
            basis: ComingChangeBasis::Register,
            learned: None,
            updated: None,
        };
        ListChanges {
            changes: vec![change],
            total: 1,
            texts: ListedTextCounts::default(),
            next_cursor: None,
            not_found: Vec::new(),
            since: "2031-01-01".to_owned(),
            until: None,
        }
    }

    #[test]
    fn a_spreadsheet_is_read_back() {
        let base = Base::parse("https://lag.example").unwrap();
        let shown = Shown { base: &base, diff: false, why: false };
        let bytes = xlsx(&found(), &shown).unwrap();
        let lines = text_of(&bytes, "xlsx", &LIMITS).unwrap();
        let rows: Vec<Vec<&str>> = lines.lines().map(|line| line.split('\t').collect()).collect();
        assert_eq!(rows.len(), 2, "{lines}");
        assert_eq!(rows[0], COLUMNS.map(|(name, _)| name));
        assert_eq!(rows[1][..2], ["2031-05-01", "SFS 1931:47"]);
        assert!(rows[1][2].starts_with("=Fårlag"), "a text, whatever it begins with: {lines}");
        assert_eq!(rows[1][4].chars().count(), 32_767, "what a cell holds");
        assert!(csv(&found(), &shown).unwrap().contains(",'=Fårlag"));
    }
}
