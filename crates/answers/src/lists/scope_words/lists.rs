//! Lists of provisions in the words of a register: `4 kap. 13 §, 5 kap. 1, 2 §§, bil. 3`.

/// A list in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Listed {
    pub(super) text: String,
    pub(super) is_plural: bool,
    /// Whether it is one whole kapitel.
    pub(super) is_kapitel: bool,
}

/// What the numbers of a group are of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Of {
    /// Not known until the word after them.
    Unknown,
    Bilagor,
    Points,
}

/// Numbers that one word belongs to: `5 kap. 1, 2 §§`, `bil. 1, 3`.
struct Group<'a> {
    of: Of,
    pieces: Vec<&'a str>,
    is_closed: bool,
}

/// A list in words; None for an empty one.
pub(super) fn listed(text: &str) -> Option<Listed> {
    let groups = groups(text);
    let shown: Vec<String> = groups.iter().map(shown).filter(|text| !text.is_empty()).collect();
    let (last, before) = shown.split_last()?;
    let is_plural = !before.is_empty()
        || groups.iter().any(|group| group.pieces.len() > 1)
        || !last.starts_with("punkt ")
            && ["§§", " och ", "–", "bestämmelserna", "paragrafer"].iter().any(|mark| last.contains(mark));
    let text = if before.is_empty() { last.clone() } else { format!("{} och {last}", before.join(", ")) };
    Some(Listed { is_kapitel: !is_plural && text.ends_with("kap."), is_plural, text })
}

fn groups(text: &str) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    for piece in text.split(',').map(str::trim).filter(|piece| !piece.is_empty()) {
        let first = piece.split([' ', '.']).next().unwrap_or_default();
        let of = match first {
            "bil" | "bilaga" | "bilagan" | "bilagor" => Some(Of::Bilagor),
            "p" | "punkt" | "punkterna" => Some(Of::Points),
            _ => None,
        };
        let is_closed = piece.contains('§') || piece.ends_with("kap.") || is_name(piece);
        let open = groups.last_mut().filter(|group| !group.is_closed);
        match (of, open) {
            (Some(of), _) => groups.push(Group { of, pieces: vec![piece], is_closed }),
            // What has its own word is no bilaga.
            (None, Some(open)) if !(open.of == Of::Bilagor && is_closed) => {
                open.pieces.push(piece);
                open.is_closed = is_closed;
            }
            (None, _) => groups.push(Group { of: Of::Unknown, pieces: vec![piece], is_closed }),
        }
    }
    groups
}

/// Whether a piece names something by words: transitional provisions, the heading of the act, another act.
fn is_name(piece: &str) -> bool {
    piece.contains("best") || piece.contains("rubr") || piece.contains(':')
}

fn shown(group: &Group<'_>) -> String {
    let several = group.pieces.len() > 1;
    let joined = match group.pieces.split_last() {
        Some((last, before)) if several && (group.of == Of::Points || !last.contains(" och ")) => {
            format!("{} och {last}", before.join(", "))
        }
        _ => group.pieces.join(", "),
    };
    let numbers = |beginnings: &[&str]| {
        let rest = beginnings.iter().find_map(|beginning| joined.strip_prefix(beginning)).unwrap_or(&joined);
        spelt_out(rest.trim_start_matches(['.', ',', ' ']).trim())
    };
    match group.of {
        Of::Bilagor => {
            let numbers = numbers(&["bilagan", "bilagor", "bilaga", "bil"]);
            let name = if several { "bilagorna" } else { "bilaga" };
            if numbers.is_empty() { "bilagan".to_owned() } else { format!("{name} {numbers}") }
        }
        Of::Points => {
            let numbers = numbers(&["punkterna", "punkt", "p"]);
            let name = if several { "punkterna" } else { "punkt" };
            let (before, after) = numbers
                .find("ikraft")
                .or_else(|| numbers.find("övergång"))
                .map_or((numbers.as_str(), ""), |at| numbers.split_at(at));
            if after.is_empty() {
                format!("{name} {before}")
            } else {
                format!("{name} {}i {after}", with_blank(before))
            }
        }
        Of::Unknown => {
            let text = spelt_out(&joined);
            let is_number = text.ends_with(|last: char| last.is_ascii_alphanumeric())
                && !is_name(&text)
                && !text.contains("paragrafer");
            match (is_number && !group.is_closed, several) {
                (true, true) => format!("{text} §§"),
                (true, false) => format!("{text} §"),
                (false, _) => text,
            }
        }
    }
}

fn with_blank(text: &str) -> String {
    if text.is_empty() || text.ends_with(' ') { text.to_owned() } else { format!("{text} ") }
}

/// Shortened words of registers, with what they stand for.
const SHORTENED: [(&str, &str); 17] = [
    ("ikrafttr.- och övergångsbest.", "ikraftträdande- och övergångsbestämmelserna"),
    ("ikrafttr.- och övergångsbest", "ikraftträdande- och övergångsbestämmelserna"),
    ("ikrafttr.- och övergångbest.", "ikraftträdande- och övergångsbestämmelserna"),
    ("ikrafttr. och övergångsbest.", "ikraftträdande- och övergångsbestämmelserna"),
    ("ikrafttr.best.", "ikraftträdandebestämmelserna"),
    ("övergångsbest.", "övergångsbestämmelserna"),
    ("övergångsbest", "övergångsbestämmelserna"),
    ("ikrafttr.", "ikraftträdandet"),
    ("författningsrubrik", "författningens rubrik"),
    ("författningsrubr.", "författningens rubrik"),
    ("författningsrubr", "författningens rubrik"),
    ("tilläggsbest.", "tilläggsbestämmelserna"),
    ("anvisn.", "anvisningarna"),
    ("bil.", "bilagan"),
    ("avd.", "avdelningen"),
    ("art.", "artikel"),
    ("rubr.", "rubriken"),
];

/// Words of a register with shortened ones spelt out, and ranges and numbers of acts as texts print them.
pub(super) fn spelt_out(text: &str) -> String {
    let mut told = String::with_capacity(text.len() + 32);
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let at_start = told.is_empty() || told.ends_with([' ', '(', '-']);
        let long = SHORTENED.iter().find(|(short, _)| at_start && rest.starts_with(short));
        if let Some((short, long)) = long {
            told.push_str(long);
            rest = &rest[short.len()..];
            continue;
        }
        let word = rest.split([' ', ',']).next().unwrap_or_default();
        if at_start && is_act_number(word) && !told.ends_with("SFS ") {
            told.push_str("SFS ");
        }
        if at_start && first.is_ascii_digit() {
            told.push_str(&word.replace('-', "–"));
            rest = &rest[word.len()..];
            continue;
        }
        told.push(first);
        rest = &rest[first.len_utf8()..];
    }
    told.replace(" - ", "–")
}

/// Whether a word is the number of an act: `2022:735`.
fn is_act_number(word: &str) -> bool {
    let Some((year, number)) = word.split_once(':') else { return false };
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    year.len() == 4 && is_digits(year) && is_digits(number)
}
