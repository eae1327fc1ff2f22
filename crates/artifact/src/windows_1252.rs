//! Repairs control characters that should be printed signs.
//!
//! Some texts were written in Windows-1252 and decoded as Latin-1: a dash (byte 0x96) became the control character
//! U+0096, which shows nothing or a replacement sign. Such characters are replaced with the intended signs when an
//! artifact is parsed. The stored bytes do not change.
//!
//! Anchors and uris are compared byte for byte, so they are not repaired.

use serde_json::Value;

/// The signs of Windows-1252 from 0x80 on. Five of its bytes have no sign and stay the control character.
const SIGNS: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}',
    '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// A text written in Windows-1252.
pub fn decode(bytes: &[u8]) -> String {
    let sign = |byte: &u8| match byte {
        0x80..=0x9f => SIGNS.get(usize::from(byte - 0x80)).copied().unwrap_or(char::from(*byte)),
        _ => char::from(*byte),
    };
    bytes.iter().map(sign).collect()
}

/// Whether JSON may hold a character that `repair` replaces, raw or escaped. Few documents do.
#[expect(clippy::needless_bitwise_bool, reason = "without branches the compiler looks at many bytes at once")]
pub(crate) fn may_be_in(json: &[u8]) -> bool {
    // Every pair of bytes is looked at without a branch, which takes a tenth of the time.
    let may_begin =
        |pair: &[u8]| ((pair[0] == 0xc2) & (pair[1] < 0xa0)) | ((pair[0] == b'\\') & (pair[1] == b'u'));
    if !json.windows(2).fold(false, |found, pair| found | may_begin(pair)) {
        return false;
    }
    let escaped = |at: usize| {
        let digits = json.get(at + 1..at + 6).unwrap_or_default();
        digits.starts_with(b"u00") && matches!(digits.get(3), Some(b'8' | b'9'))
    };
    let raw = |at: usize| json.get(at + 1).is_some_and(|byte| (0x80..0xa0).contains(byte));
    json.iter().enumerate().any(|(at, byte)| match byte {
        0xc2 => raw(at),
        b'\\' => escaped(at),
        _ => false,
    })
}

/// Repairs every text of a value. The depth of the recursion is bounded by the JSON parser.
pub(crate) fn repair(value: &mut Value) {
    match value {
        Value::String(text) if text.chars().any(|c| sign(c) != c) => {
            *text = text.chars().map(sign).collect();
        }
        Value::Array(items) => items.iter_mut().for_each(repair),
        Value::Object(fields) => {
            let texts = fields.iter_mut().filter(|(name, _)| !matches!(name.as_str(), "uri" | "id"));
            texts.for_each(|(_, value)| repair(value));
        }
        _ => {}
    }
}

fn sign(c: char) -> char {
    let place = u32::from(c).checked_sub(0x80).and_then(|place| usize::try_from(place).ok());
    place.and_then(|place| SIGNS.get(place)).copied().unwrap_or(c)
}

#[cfg(test)]
mod tests {
    use crate::Artifact;

    #[test]
    fn signs_of_windows_1252_are_read_as_meant() {
        let table = [
            ("14\u{96}18 §§", "14–18 §§"),
            ("\u{93}får\u{94} \u{80}5 \u{9c}uvre\u{85}", "“får” €5 œuvre…"),
            ("\u{81}\u{8d}\u{8f}\u{90}\u{9d}", "\u{81}\u{8d}\u{8f}\u{90}\u{9d}"),
            ("\u{7f}\u{a0}§ÅÄÖ", "\u{7f}\u{a0}§ÅÄÖ"),
        ];
        for (text, expected) in table {
            let raw = serde_json::json!({"uri": "x:1", "title": text, "structure": [{"text": ["a ", {"text": text}]}]});
            let escaped: String = raw
                .to_string()
                .chars()
                .map(|c| {
                    if ('\u{80}'..'\u{a0}').contains(&c) {
                        format!("\\u{:04x}", u32::from(c))
                    } else {
                        c.to_string()
                    }
                })
                .collect();
            for json in [raw.to_string(), escaped.clone(), escaped.replace("9c", "9C")] {
                let artifact = Artifact::parse(json.as_bytes()).unwrap();
                assert_eq!(artifact.str(&["title"]), Some(expected), "{json}");
                assert_eq!(artifact.presented().plain_text(), format!("a {expected}").trim_end(), "{json}");
            }
        }
    }

    #[test]
    fn names_of_documents_and_places_are_left_alone() {
        let json = "{\"uri\":\"x:\u{96}\",\"structure\":[{\"id\":\"P\u{96}\",\"text\":[{\"uri\":\"y:\u{96}\",\"text\":\"\u{96}\"}]}]}";
        let artifact = Artifact::parse(json.as_bytes()).unwrap();
        assert_eq!(artifact.uri(), "x:\u{96}");
        let node = artifact.presented().nodes().next().unwrap();
        assert_eq!(node.id(), Some("P\u{96}"));
        let link = node.text().links().next().unwrap();
        assert_eq!((link.uri, link.text), ("y:\u{96}", "–"));
    }
}
