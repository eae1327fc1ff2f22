//! A small PDF with words.

/// A PDF of one small page with these lines. Letters are those of Swedish.
pub fn invented_pdf(lines: &[&str]) -> Vec<u8> {
    let mut content = b"BT /F 10 Tf 14 TL 20 180 Td\n".to_vec();
    for line in lines {
        content.push(b'(');
        // A letter below 256 has its number as its code in the font's encoding.
        for code in line.chars().map(|c| u8::try_from(c).unwrap_or(b'?')) {
            if matches!(code, b'(' | b')' | b'\\') {
                content.push(b'\\');
            }
            content.push(code);
        }
        content.extend(b") Tj T*\n");
    }
    // A number of a paragraph that is a picture, as courts print them.
    content.extend(b"ET 10 100 5 5 re f");
    let font = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>";
    let page = format!("/MediaBox[0 0 200 200]/Resources<</Font<</F{font}>>>>");
    let mut bytes = b"%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n".to_vec();
    bytes.extend(b"2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n");
    bytes.extend(format!("3 0 obj<</Type/Page/Parent 2 0 R/Contents 4 0 R {page}>>endobj\n").as_bytes());
    bytes.extend(format!("4 0 obj<</Length {}>>stream\n", content.len()).as_bytes());
    bytes.extend(content);
    bytes.extend(b"\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n");
    bytes
}
