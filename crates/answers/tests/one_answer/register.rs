//! The register of amendments of an act, and which provisions its entries name, by a plain reading of the words.

use jiff::civil::Date;
use serde_json::Value;

/// Whether an entry of the register names a provision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Named {
    Yes,
    No,
    /// The words do not say.
    Unclear,
}

/// An act of the register.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    /// Its number: `2019:805`.
    pub(crate) number: String,
    /// The day on which it enters into force.
    pub(crate) day: Option<Date>,
    words: Option<String>,
    /// The anchors that it lists.
    anchors: Vec<String>,
}

impl Entry {
    /// An entry of an artifact.
    pub(crate) fn of(entry: &Value) -> Option<Self> {
        let properties = &entry["properties"];
        let lists = ["rpubl:ersatter", "rpubl:inforsI", "rpubl:upphaver"];
        let listed = lists.iter().flat_map(|list| properties[*list].as_array().into_iter().flatten());
        Some(Self {
            number: entry["uri"].as_str()?.rsplit('/').next()?.to_owned(),
            day: properties["rpubl:ikrafttradandedatum"].as_str().and_then(|day| day.parse().ok()),
            words: properties["rpubl:andrar"].as_str().map(str::to_owned),
            anchors: listed.filter_map(|uri| Some(uri.as_str()?.split_once('#')?.1.to_owned())).collect(),
        })
    }

    /// Whether it repeals the whole act: the register has "upph." and nothing else.
    pub(crate) fn repeals_all(&self) -> bool {
        self.words.as_deref().is_some_and(|words| words.trim().trim_end_matches('.') == "upph")
    }

    /// Whether it names a provision.
    pub(crate) fn names(&self, anchor: &str) -> Named {
        if self.repeals_all() || self.anchors.iter().any(|listed| listed == anchor) {
            return Named::Yes;
        }
        let Some(words) = self.words.as_deref() else { return Named::Unclear };
        let Some(provision) = Numbered::of(anchor) else {
            return if words.contains("bil") || !words.contains('§') { Named::Unclear } else { Named::No };
        };
        let kapitel = provision.kapitel.as_ref();
        if words_name(words, kapitel, &provision.paragraf) {
            return Named::Yes;
        }
        let speaks_of_others = ["§", "rubr", "bil", "omtryck", "giltighet", "ikrafttr", "övergångsbest"];
        let is_of_kapitel = words.contains("kap") && (kapitel.is_none() || names_kapitel(words));
        if is_of_kapitel || !speaks_of_others.iter().any(|word| words.contains(word)) {
            return Named::Unclear;
        }
        Named::No
    }
}

/// Whether a part of the words ends with a kapitel, and so may speak of the whole.
fn names_kapitel(words: &str) -> bool {
    let whole = |part: &str| part.contains("kap") && !part.contains('§') && !part.contains("rubr");
    words.split(';').any(whole)
        || words.contains("kap,")
        || words.contains("kap.,")
        || words.contains("nytt")
        || words.contains("nya kap")
}

/// A number in order: `12 a` is (12, "a").
type Number = (u32, String);

struct Numbered {
    kapitel: Option<Number>,
    paragraf: Number,
}

impl Numbered {
    fn of(anchor: &str) -> Option<Self> {
        let (kapitel, paragraf) = anchor.split_once('P')?;
        let kapitel = match kapitel {
            "" => None,
            kapitel => Some(number(kapitel.strip_prefix('K')?)?),
        };
        Some(Self { kapitel, paragraf: number(paragraf)? })
    }
}

fn number(text: &str) -> Option<Number> {
    let text = text.trim();
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    Some((text[..digits].parse().ok()?, text[digits..].trim().to_lowercase()))
}

/// Whether the words of a register name a paragraf: each run of numbers that ends in `§` is looked at, and its kapitel is
/// the last number before the `kap` that it follows.
fn words_name(words: &str, kapitel: Option<&Number>, wanted: &Number) -> bool {
    for section in words.split(';') {
        let section = section.replace("författningsrubr.,", "");
        // Headings stand last in a section.
        let section = section.split("rubr").next().unwrap_or_default();
        let (mut run, mut current, mut rest) = (String::new(), None, section);
        while let Some(letter) = rest.chars().next() {
            let length = letter.len_utf8();
            if rest.starts_with("kap") {
                current = run.rsplit([',', 'n']).next().and_then(number);
                run.clear();
            } else if letter == '§' {
                if (kapitel.is_none() || kapitel == current.as_ref())
                    && run.split(',').any(|part| covers(part, wanted))
                {
                    return true;
                }
                run.clear();
            } else if letter.is_ascii_digit()
                || matches!(letter, ',' | '-' | '–' | ' ')
                || letter.is_ascii_lowercase()
                    && run.ends_with(' ')
                    && !rest[length..].starts_with(char::is_alphabetic)
            {
                run.push(letter);
            } else if !run.trim_end().ends_with(',') {
                run.clear();
            }
            rest = &rest[length..];
        }
    }
    false
}

/// Whether a number, or a range of numbers, has a number.
fn covers(part: &str, wanted: &Number) -> bool {
    let (first, last) = part.split_once(['-', '–']).unwrap_or((part, part));
    let (Some(first), Some(last)) = (number(first), number(last)) else { return false };
    first <= *wanted && *wanted <= last
}

#[test]
fn what_words_name() {
    let entry = |words: &str| Entry {
        number: "2031:1".to_owned(),
        day: None,
        words: Some(words.to_owned()),
        anchors: Vec::new(),
    };
    for (words, anchor, expected) in [
        ("ändr. 7, 9, 11 §§", "P9", Named::Yes),
        ("ändr. 7, 9, 11 §§", "P8", Named::No),
        ("upph. 5, 6-8 §§; ändr. 4 kap. 9 c, 10 §§", "P7", Named::Yes),
        ("ändr. 4 kap. 9 c, 10 §§", "K4P9c", Named::Yes),
        ("ändr. 4 kap. 9 c, 10 §§", "K5P10", Named::No),
        ("nytt 3 kap.", "K3P1", Named::Unclear),
        ("nuv. 3, 4 §§ betecknas 4, 5 §§", "P4", Named::Yes),
        ("ändr.", "P4", Named::Unclear),
        ("omtryck", "P4", Named::No),
        ("upph.", "P4", Named::Yes),
        ("ändr. bil.", "B1", Named::Unclear),
        ("ändr. 2 §", "B1", Named::No),
    ] {
        assert_eq!(entry(words).names(anchor), expected, "{words} {anchor}");
    }
}
