//! What robots.txt asks of us (RFC 9309, and `Crawl-delay`).

use std::time::Duration;

/// The name by which robots.txt may address this program.
pub(crate) const NAME: &str = "lagrum";

/// Bytes of a robots.txt that are read, as the RFC requires.
const MAX_BYTES: usize = 500 << 10;

/// The rules of a robots.txt that are for this program.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Robots {
    /// Patterns of paths, and whether they may be asked for.
    rules: Vec<(String, bool)>,
    /// The least time between two requests.
    pub(crate) delay: Option<Duration>,
}

impl Robots {
    /// Reads a robots.txt: the groups that name this program, else those for everybody.
    pub(crate) fn parse(bytes: &[u8]) -> Self {
        let text = String::from_utf8_lossy(beginning(bytes));
        let (mut own, mut others) = (None, Self::default());
        let (mut is_own, mut is_others, mut in_names) = (false, false, false);
        for line in text.trim_start_matches('\u{feff}').split(['\r', '\n']) {
            let line = line.split('#').next().unwrap_or_default();
            let Some((field, value)) = line.split_once(':') else { continue };
            let (field, value) = (field.trim().to_ascii_lowercase(), value.trim());
            if field == "user-agent" {
                if !in_names {
                    (is_own, is_others) = (false, false);
                }
                in_names = true;
                is_own |= product(value).eq_ignore_ascii_case(NAME);
                is_others |= value == "*";
                if is_own {
                    own.get_or_insert_with(Self::default);
                }
                continue;
            }
            if matches!(&*field, "allow" | "disallow" | "crawl-delay") {
                in_names = false;
                if is_others {
                    others.add(&field, value);
                }
                if let Some(own) = own.as_mut().filter(|_| is_own) {
                    own.add(&field, value);
                }
            }
        }
        own.unwrap_or(others)
    }

    fn add(&mut self, field: &str, value: &str) {
        if field == "crawl-delay" {
            let seconds = value.parse::<f64>().ok().filter(|seconds| (0.0..1e6).contains(seconds));
            self.delay = self.delay.max(seconds.map(Duration::from_secs_f64));
        } else if !value.is_empty() {
            self.rules.push((normalised(value), field == "allow"));
        }
    }

    /// Whether a path with its query may be asked for: the longest pattern that matches decides, and allowing goes before forbidding.
    pub(crate) fn allows(&self, path: &str) -> bool {
        let path = normalised(path);
        let matching = self.rules.iter().filter(|(pattern, _)| matches(pattern, &path));
        matching
            .max_by_key(|(pattern, allowed)| (pattern.len(), *allowed))
            .is_none_or(|(_, allowed)| *allowed)
    }
}

/// The bytes that are read: of a longer file, the whole lines at its beginning, since half a path may forbid everything.
fn beginning(bytes: &[u8]) -> &[u8] {
    if bytes.len() < MAX_BYTES {
        return bytes;
    }
    let bytes = &bytes[..MAX_BYTES];
    let end = bytes.iter().rposition(|byte| matches!(byte, b'\r' | b'\n'));
    &bytes[..end.unwrap_or_default()]
}

/// The product token of a `User-Agent` line: `lagrum` of `lagrum/0.1`.
fn product(value: &str) -> &str {
    let end = value.find(|c: char| !(c.is_ascii_alphabetic() || matches!(c, '-' | '_')));
    &value[..end.unwrap_or(value.len())]
}

/// A path or a pattern in the form in which the RFC compares them: with unreserved characters as they are, and others that are encoded,
/// or not ASCII, as `%XX`.
fn normalised(path: &str) -> String {
    let bytes = path.as_bytes();
    let mut text = String::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let digits = bytes.get(at + 1..at + 3).and_then(|digits| std::str::from_utf8(digits).ok());
        let encoded = digits.filter(|_| *byte == b'%').and_then(|digits| u8::from_str_radix(digits, 16).ok());
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
        match encoded {
            Some(byte) if is_plain(byte) => text.push(char::from(byte)),
            Some(byte) => text.push_str(&format!("%{byte:02X}")),
            None if byte.is_ascii() => text.push(char::from(*byte)),
            None => text.push_str(&format!("%{byte:02X}")),
        }
        at += if encoded.is_some() { 3 } else { 1 };
    }
    text
}

/// Whether a pattern matches the beginning of a path. `*` stands for anything, `$` at the end for the end.
fn matches(pattern: &str, path: &str) -> bool {
    let (pattern, to_end) = match pattern.strip_suffix('$') {
        Some(pattern) => (pattern, true),
        None => (pattern, false),
    };
    let mut parts = pattern.split('*');
    let Some(mut rest) = path.strip_prefix(parts.next().unwrap_or_default()) else { return false };
    let mut last_is_open = false;
    for part in parts {
        last_is_open = part.is_empty();
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    if !to_end || last_is_open || rest.is_empty() {
        return true;
    }
    // The first occurrence of the last part was taken; a pattern with `$` also matches if the path ends with that part.
    let last = pattern.rsplit('*').next().unwrap_or_default();
    pattern.contains('*') && rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_pattern_decides() {
        for (text, path, allowed) in [
            ("", "/x", true),
            ("User-agent: *\nDisallow: /", "/x", false),
            ("User-agent: *\nDisallow:", "/x", true),
            ("User-agent: *\nDisallow: /a\nAllow: /a/b", "/a/b/c", true),
            ("User-agent: *\nDisallow: /a\nAllow: /a/b", "/a/c", false),
            ("User-agent: *\nAllow: /a\nDisallow: /a", "/a", true),
            ("user-agent : *\ndisallow : /a # why", "/a", false),
            ("User-agent: other\nDisallow: /", "/x", true),
            ("User-agent: LAGRUM\nDisallow: /x\n\nUser-agent: *\nDisallow: /y", "/y", true),
            ("User-agent: LAGRUM\nDisallow: /x\n\nUser-agent: *\nDisallow: /y", "/x", false),
            ("User-agent: other\nUser-agent: lagrum\nDisallow: /x", "/x", false),
            ("User-agent: lagrum\nUser-agent: other\nDisallow: /x", "/x", false),
            ("User-agent: lagrum\nDisallow: /x\nUser-agent: lagrum\nDisallow: /y", "/y", false),
            ("User-agent: lagrum\nAllow: /\nUser-agent: other\nDisallow: /y", "/y", true),
            ("User-agent: *\nDisallow: /*.pdf$", "/a.pdf", false),
            ("User-agent: *\nDisallow: /*.pdf$", "/a.pdf?x", true),
            ("User-agent: *\nDisallow: /*.pdf$", "/a.pdf.pdf", false),
            ("User-agent: *\nDisallow: /*.pdf$", "/a.pdf.html", true),
            ("User-agent: *\nDisallow: /a$", "/a", false),
            ("User-agent: *\nDisallow: /a$", "/ab", true),
            ("User-agent: *\nDisallow: /*/private*/x", "/a/privately/x", false),
            ("User-agent: *\nDisallow: /*/private*/x", "/private/x", true),
            ("<html><body>User-agent: *</body>", "/x", true),
            ("\u{feff}User-agent: *\nDisallow: /", "/x", false),
            ("User-agent: lagrum/0.1\nDisallow: /x", "/x", false),
            ("User-agent: Lagrum (of somebody)\nDisallow: /x", "/x", false),
            ("User-agent: lagrummet\nDisallow: /x", "/x", true),
            ("User-agent: *\rDisallow: /x\r", "/x", false),
            ("User-agent: *\nDisallow: /f%c3%a5r", "/får", false),
            ("User-agent: *\nDisallow: /får", "/f%C3%A5r/1", false),
            ("User-agent: *\nDisallow: /%61%2e%7E", "/a.~b", false),
            ("User-agent: *\nDisallow: /a%2Fb", "/a/b", true),
            ("User-agent: *\nDisallow: /100%", "/100%", false),
        ] {
            assert_eq!(Robots::parse(text.as_bytes()).allows(path), allowed, "{text:?} {path}");
        }
    }

    #[test]
    fn of_a_long_file_the_beginning_is_read() {
        let line = "User-agent: *\nDisallow: /a\n# ";
        let long = format!("{line}{}\nDisallow: /b", "x".repeat(MAX_BYTES));
        assert!(!Robots::parse(long.as_bytes()).allows("/a") && Robots::parse(long.as_bytes()).allows("/b"));
        // Cut inside a path, whose beginning would forbid more.
        let cut = format!("{line}{}\nDisallow: /private", "x".repeat(MAX_BYTES - line.len() - 12));
        assert!(Robots::parse(cut.as_bytes()).allows("/other"), "{}", &cut[MAX_BYTES - 12..]);
    }

    #[test]
    fn a_delay_is_that_of_the_own_group() {
        for (text, seconds) in [
            ("User-agent: *\nCrawl-delay: 10", Some(10.0)),
            ("User-agent: *\nCrawl-delay: 0.5", Some(0.5)),
            ("User-agent: *\nCrawl-delay: soon", None),
            ("User-agent: *\nCrawl-delay: -1", None),
            ("User-agent: *\nCrawl-delay: NaN", None),
            ("User-agent: *\nCrawl-delay: 10\nUser-agent: lagrum\nDisallow: /x", None),
            ("User-agent: other\nCrawl-delay: 10", None),
        ] {
            assert_eq!(
                Robots::parse(text.as_bytes()).delay,
                seconds.map(Duration::from_secs_f64),
                "{text:?}"
            );
        }
    }
}
