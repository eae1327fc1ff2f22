//! Removes white space from JSON, and unescapes letters.

/// Copies a JSON text without white space outside strings, and with `\u00e5` written as `å`. Nothing else changes: keys
/// keep their order and numbers their spelling. The input must be valid JSON in UTF-8, as everything in the store is. For
/// other input the result is unspecified. It takes one pass.
pub fn minify(json: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(json.len());
    let mut rest = json;
    while let Some((&byte, after)) = rest.split_first() {
        match byte {
            b' ' | b'\t' | b'\n' | b'\r' => rest = after,
            b'"' => {
                out.push(b'"');
                rest = copy_string(after, &mut out);
            }
            _ => {
                out.push(byte);
                rest = after;
            }
        }
    }
    out
}

/// Copies a string after its opening quote, including the closing one. Returns the rest.
fn copy_string<'a>(mut rest: &'a [u8], out: &mut Vec<u8>) -> &'a [u8] {
    loop {
        let plain = rest.iter().position(|b| matches!(b, b'"' | b'\\')).unwrap_or(rest.len());
        out.extend_from_slice(&rest[..plain]);
        rest = &rest[plain..];
        match rest {
            [b'\\', b'u', ..] => {
                let (letter, length) = escaped_letter(rest);
                match letter {
                    Some(letter) => out.extend_from_slice(letter.encode_utf8(&mut [0; 4]).as_bytes()),
                    None => out.extend_from_slice(&rest[..length]),
                }
                rest = &rest[length..];
            }
            [b'\\', escaped, after @ ..] => {
                out.extend_from_slice(&[b'\\', *escaped]);
                rest = after;
            }
            [b'"', after @ ..] => {
                out.push(b'"');
                return after;
            }
            _ => return &[],
        }
    }
}

/// The non-ASCII letter that begins with this `\u` escape, None when it must stay escaped, and the escape's length.
fn escaped_letter(escape: &[u8]) -> (Option<char>, usize) {
    let unit = |at: usize| -> Option<u16> {
        let text = std::str::from_utf8(escape.get(at..at + 6)?).ok()?;
        u16::from_str_radix(text.strip_prefix("\\u")?, 16).ok()
    };
    let Some(first) = unit(0) else { return (None, escape.len().min(2)) };
    if !(0xD800..0xE000).contains(&first) {
        return (char::from_u32(u32::from(first)).filter(|c| !c.is_ascii() && !c.is_control()), 6);
    }
    let pair = unit(6).and_then(|second| char::decode_utf16([first, second]).next()?.ok());
    match pair {
        Some(letter) => (Some(letter), 12),
        None => (None, 6),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::Value;

    use super::*;

    #[test]
    fn white_space_goes_and_letters_stand_as_themselves() {
        let table = [
            ("{ \"a\" : [ 1 , 2.50e+1 ] }\n", r#"{"a":[1,2.50e+1]}"#),
            (r#"{"b":" a  b ","a":1}"#, r#"{"b":" a  b ","a":1}"#),
            (r#""\u00e5\u00C4 \"\\ \n""#, r#""åÄ \"\\ \n""#),
            (r#""\ud83d\udc11""#, "\"\u{1f411}\""),
            (r#""\u0022\u000a\u0085""#, r#""\u0022\u000a\u0085""#),
            (r#""\ud83d x""#, r#""\ud83d x""#),
        ];
        for (json, expected) in table {
            assert_eq!(String::from_utf8(minify(json.as_bytes())).unwrap(), expected, "{json}");
        }
    }

    proptest! {
        #[test]
        fn the_value_stays_the_same(text in "\\PC*", number in any::<i64>()) {
            let value = serde_json::json!({"text": text, "list": [number, [], {}]});
            let pretty = serde_json::to_vec_pretty(&value).unwrap();
            let minified = minify(&pretty);
            prop_assert_eq!(serde_json::from_slice::<Value>(&minified).unwrap(), value.clone());
            prop_assert_eq!(minified, serde_json::to_vec(&value).unwrap());
        }

        #[test]
        fn any_bytes_can_be_given(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = minify(&bytes);
        }
    }
}
