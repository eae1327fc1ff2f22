//! The ordinance on fog as it was published, with the graphics that its consolidated text leaves out: the fog signal on
//! the first page, the map of the foggiest places on the second.

use pdf_writer::{Content, Finish, Name, Pdf, Rect, Ref};

use super::{Fallible, MARGIN, SHEET, show, win_ansi};

/// The ordinance, and the name of its file.
pub(super) const DOCUMENT: (&str, &str) = ("2030:78", "sfs-2030-78.pdf");

/// The two sheets.
pub(super) fn ordinance() -> Fallible<Vec<u8>> {
    let [catalog, tree, roman, bold] = [1, 2, 3, 4].map(Ref::new);
    let mut pdf = Pdf::new();
    let sheets = [(Ref::new(5), Ref::new(6), signal()?), (Ref::new(7), Ref::new(8), map()?)];
    let kids = sheets.each_ref().map(|sheet| sheet.0);
    for (page_id, content_id, content) in sheets {
        pdf.stream(content_id, &content.finish());
        let mut page = pdf.page(page_id);
        page.parent(tree).media_box(Rect::new(0.0, 0.0, SHEET.0, SHEET.1)).contents(content_id);
        page.resources().fonts().pair(Name(b"R"), roman).pair(Name(b"B"), bold);
        page.finish();
    }
    for (id, face) in [(roman, Name(b"Times-Roman")), (bold, Name(b"Times-Bold"))] {
        pdf.type1_font(id).base_font(face).encoding_predefined(Name(b"WinAnsiEncoding"));
    }
    pdf.pages(tree).kids(kids).count(2);
    pdf.catalog(catalog).pages(tree);
    Ok(pdf.finish())
}

/// A horn and three waves, between 200 and 320 points from the top.
fn signal() -> Fallible<Content> {
    let mut content = Content::new();
    let line = |content: &mut Content, face, size, down: f32, text: &str| -> Fallible<()> {
        show(content, Name(face), size, MARGIN, SHEET.1 - down, &win_ansi(text)?);
        Ok(())
    };
    line(&mut content, b"B", 16.0, 85.0, "Svensk dimförfattningssamling")?;
    line(&mut content, b"B", 12.5, 120.0, "Dimförordning")?;
    line(&mut content, b"R", 11.0, 150.0, "3 §  Dimvarning ges med den signal som visas i figuren.")?;
    let y = SHEET.1 - 260.0;
    content.set_line_width(2.0);
    content.move_to(120.0, y - 12.0).line_to(120.0, y + 12.0).line_to(190.0, y + 38.0);
    content.line_to(190.0, y - 38.0).close_path().stroke();
    for wave in [1_u8, 2, 3] {
        let (x, reach) = (190.0 + 40.0 * f32::from(wave), 12.0 * f32::from(wave));
        content.move_to(x, y - reach).cubic_to(
            x + 16.0,
            y - reach / 2.0,
            x + 16.0,
            y + reach / 2.0,
            x,
            y + reach,
        );
        content.stroke();
    }
    show(&mut content, Name(b"R"), 10.0, SHEET.0 / 2.0, MARGIN / 2.0, b"1");
    Ok(content)
}

/// A frame and a title: the places are printed in white.
fn map() -> Fallible<Content> {
    let mut content = Content::new();
    show(
        &mut content,
        Name(b"B"),
        12.5,
        MARGIN,
        SHEET.1 - 85.0,
        &win_ansi("Bilaga. Karta över rikets dimmigaste platser")?,
    );
    content.set_line_width(1.0);
    content.rect(MARGIN, 120.0, SHEET.0 - 2.0 * MARGIN, SHEET.1 - 230.0).stroke();
    content.set_fill_rgb(1.0, 1.0, 1.0);
    show(&mut content, Name(b"R"), 14.0, 240.0, 400.0, b"Lerhamn");
    content.set_fill_rgb(0.0, 0.0, 0.0);
    show(&mut content, Name(b"R"), 10.0, SHEET.0 / 2.0, MARGIN / 2.0, b"2");
    Ok(content)
}
