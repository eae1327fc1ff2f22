//! Hostile PDFs cost only the worker process that draws them, within its limits.

use std::io::Write as _;
use std::time::Duration;

use bytes::Bytes;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use lagrum_print_pool::{
    PageJob, PrintError, PrintInput, PrintJob, PrintRejection, PrintRequest, PrintWorker, WorkerProcess,
};

use crate::support::{Home, Server};

fn worker() -> WorkerProcess {
    WorkerProcess::new(env!("CARGO_BIN_EXE_lagrum"), ["print-worker"]).with_timeout(Duration::from_secs(4))
}

fn draw(pdf: &[u8]) -> Result<Bytes, PrintError> {
    let job = PrintJob::Page(PageJob { number: 1, dpi: 150, crop: None });
    let request = PrintRequest { job, input: PrintInput::Bytes(Bytes::copy_from_slice(pdf)) };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(worker().print(request))
}

/// A PDF of one page with these entries, this content, and further objects from number 5 on.
pub(crate) fn pdf(entries: &str, content: &[u8], further: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let mut bytes = b"%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n".to_vec();
    bytes.extend(b"2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n");
    bytes.extend(format!("3 0 obj<</Type/Page/Parent 2 0 R/Contents 4 0 R {entries}>>endobj\n").as_bytes());
    let streams = std::iter::once(("", content.to_vec())).chain(further.iter().cloned());
    for (number, (dict, stream)) in (4..).zip(streams) {
        bytes.extend(format!("{number} 0 obj<</Length {}{dict}>>stream\n", stream.len()).as_bytes());
        bytes.extend(&stream);
        bytes.extend(b"\nendstream endobj\n");
    }
    bytes.extend(b"trailer<</Root 1 0 R>>\n%%EOF\n");
    bytes
}

fn deflated(piece: &[u8], times: usize) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
    let many = piece.repeat(1000);
    for _ in 0..times / 1000 {
        encoder.write_all(&many).unwrap();
    }
    encoder.finish().unwrap()
}

pub(crate) const SHEET: &str = "/MediaBox[0 0 200 200]";

#[test]
fn pages_that_are_too_large_are_rejected_before_they_are_drawn() {
    assert!(draw(&pdf(SHEET, b"0 0 100 100 re f", &[])).is_ok());
    for sides in [
        "0 0 4000 4000",
        "0 0 1000000000 10",
        "-1000000000 -1000000000 1000000000 1000000000",
        "0 0 100000000000000000000 100000000000000000000",
        "0 0 99999999999999 1",
    ] {
        let drawn = draw(&pdf(&format!("/MediaBox[{sides}]"), b"", &[]));
        assert_eq!(drawn, Err(PrintError::Rejected(PrintRejection::TooLarge)), "{sides}");
    }
}

#[test]
fn drawing_a_hostile_pdf_ends() {
    // Checks that a worker can draw at all; otherwise the cases below would pass.
    assert!(draw(&pdf(SHEET, b"0 0 100 100 re f", &[])).is_ok_and(|png| png.starts_with(b"\x89PNG")));
    let image = |entries: &str| {
        let image = format!("/Type/XObject/Subtype/Image/BitsPerComponent 1/ColorSpace/DeviceGray {entries}");
        pdf(
            &format!("{SHEET}/Resources<</XObject<</I 5 0 R>>>>"),
            b"200 0 0 200 0 0 cm /I Do",
            &[(image.as_str(), b"\x00\x10\x01".repeat(50))],
        )
    };
    let form = |content: &[u8]| {
        pdf(
            &format!("{SHEET}/Resources<</XObject<</F 5 0 R>>>>"),
            b"/F Do",
            &[(
                "/Type/XObject/Subtype/Form/BBox[0 0 200 200]/Resources<</XObject<</F 5 0 R>>>>",
                content.to_vec(),
            )],
        )
    };
    let looped = b"%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[2 0 R 2 0 R]/Count 9999999>>endobj\ntrailer<</Root 1 0 R>>\n";
    let compressed = |piece: &[u8], times| {
        let bytes = deflated(piece, times);
        let mut made = pdf(SHEET, &bytes, &[]);
        let plain = format!("4 0 obj<</Length {}", bytes.len());
        let at = made.windows(plain.len()).position(|window| window == plain.as_bytes()).unwrap();
        made.splice(at + plain.len()..at + plain.len(), *b"/Filter/FlateDecode");
        made
    };
    let cases = [
        (
            "a fax of two thousand million columns",
            image(
                "/Width 2000000000/Height 2000000000/Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns 2000000000/Rows 2000000000>>",
            ),
        ),
        (
            "a fax of many rows",
            image(
                "/Width 60000/Height 2000000000/Filter/CCITTFaxDecode/DecodeParms<</K 0/Columns 60000/Rows 2000000000>>",
            ),
        ),
        ("an image larger than its data", image("/Width 100000/Height 100000")),
        ("an image of negative size", image("/Width -1/Height -1")),
        ("a form in itself", form(b"/F Do")),
        ("a form in itself, often", form(&b"/F Do ".repeat(50))),
        ("a tree of pages in itself", looped.to_vec()),
        ("arrays in arrays", pdf(SHEET, &b"[".repeat(3_000_000), &[])),
        ("dictionaries in dictionaries", pdf(&format!("{SHEET}/X{}", "<</X".repeat(300_000)), b"", &[])),
        ("states in states", pdf(SHEET, &b"q ".repeat(2_000_000), &[])),
        ("clips in clips", pdf(SHEET, &b"0 0 9 9 re W n ".repeat(100_000), &[])),
        ("a content that unpacks to much", compressed(b"0 0 m 9 9 l S\n", 5_000_000)),
        ("blanks that unpack to more", compressed(&[b' '; 64], 5_000_000)),
        ("numbers without end", pdf(SHEET, &b"9".repeat(5_000_000), &[])),
        (
            "a pattern of nothing",
            pdf(
                &format!("{SHEET}/Resources<</Pattern<</P 5 0 R>>>>"),
                b"/Pattern cs /P scn 0 0 200 200 re f",
                &[(
                    "/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 1 1]/XStep 0.0001/YStep 0.0001/Resources<<>>",
                    b"0 0 1 1 re f".to_vec(),
                )],
            ),
        ),
    ];
    for (what, case) in cases {
        // It may be drawn or rejected, or exceed a limit of its worker.
        match draw(&case) {
            Ok(png) => assert!(png.starts_with(b"\x89PNG"), "{what}"),
            Err(PrintError::Rejected(_) | PrintError::WorkerFailed(_) | PrintError::TimedOut) => {}
            Err(error) => panic!("{what}: {error}"),
        }
    }
}

#[test]
fn damaged_pdfs_are_drawn_or_rejected() {
    let files: Vec<_> = lagrum_demo::pdfs().filter(|(name, _)| name.ends_with("sjofs-2032-1.pdf")).collect();
    let whole = files[0].1;
    let mut failed = Vec::new();
    for part in 0..12 {
        let cut = &whole[..whole.len() * part / 12];
        failed.extend(draw(cut).err().filter(|error| !matches!(error, PrintError::Rejected(_))));
    }
    let mut random = 0x2545_f491_4f6c_dd1d_u64;
    for _ in 0..24 {
        let mut damaged = whole.to_vec();
        for _ in 0..40 {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            let at = random as usize % damaged.len();
            damaged[at] = random.to_le_bytes()[7];
        }
        failed.extend(draw(&damaged).err().filter(|error| !matches!(error, PrintError::Rejected(_))));
    }
    assert!(failed.is_empty(), "{failed:?}");
}

#[test]
fn a_server_survives_hostile_pdfs() {
    let home = Home::new();
    let bomb = pdf(
        &format!("{SHEET}/Resources<</XObject<</I 5 0 R>>>>"),
        b"200 0 0 200 0 0 cm /I Do",
        &[(
            "/Type/XObject/Subtype/Image/BitsPerComponent 1/ColorSpace/DeviceGray/Width 2000000000/Height 2000000000\
             /Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns 2000000000/Rows 2000000000>>",
            vec![0; 100],
        )],
    );
    home.write("a/pdf/bomb.pdf", bomb);
    home.write("a/pdf/large.pdf", pdf("/MediaBox[0 0 1000000 1000000]", b"", &[]));
    home.write("a/pdf/sound.pdf", pdf(SHEET, b"0 0 100 100 re f", &[]));
    let entry = |name: &str| format!(r#"{{"file":"{name}.pdf","uri":"https://lag.example/{name}"}}"#);
    home.write("a/pdf/index.json", format!("[{},{},{}]", entry("bomb"), entry("large"), entry("sound")));
    home.publish(&[("sfs", &crate::corpora::statutes(1..3, "own"))]);
    let folder = home.path("a").display().to_string();
    home.done(&["import", "--attachments", &folder, "--base", crate::corpora::BASE]);
    home.done(&["build"]);
    let server = Server::start(&home, &[]);
    let own = [("sec-fetch-site", "same-origin")];
    let page = |name: &str| format!("/api/v1/facsimile?uri={}/{name}&sid=1", crate::corpora::BASE);
    std::thread::scope(|scope| {
        let asked: Vec<_> = (0..6)
            .map(|n| {
                let (server, name) = (&server, ["bomb", "large"][n % 2]);
                scope.spawn(move || server.get_with(&page(name), &own).status)
            })
            .collect();
        for answer in asked {
            let status = answer.join().unwrap();
            assert!([200, 500, 503].contains(&status), "{status}");
        }
    });
    assert_eq!(server.get_with(&page("large"), &own).status, 500);
    assert_eq!(server.get_with(&page("sound"), &own).status, 200);
    assert_eq!(server.json("/readyz")["ready"], true);
}
