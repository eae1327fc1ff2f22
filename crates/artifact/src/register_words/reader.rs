//! Reads the words of an entry as changes. Numbers are pending until a word states what they number.

use super::changes::{RegisterChange, RegisterPlace, RegisterWords, RegisteredChange};
use super::tokens::{Token, tokens};
use crate::provision_number::UnitNumber;

/// Changes of one entry that are kept. Real ones have up to a few hundred.
const MAX_CHANGES: usize = 4096;

/// Reads the words of one entry of a register. It never fails: numbers whose meaning is not stated are counted as
/// `unread`.
pub fn read_register_words(words: &str) -> RegisterWords {
    let mut reader = Reader::default();
    let tokens = tokens(words);
    for (at, token) in tokens.iter().enumerate() {
        reader.read(*token, &tokens, at);
    }
    reader.end_section();
    reader.found.changes.truncate(MAX_CHANGES);
    reader.found
}

/// What the numbers that are being read refer to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Listing {
    #[default]
    Provisions,
    Headings,
    Bilagor,
    /// Points, articles, tables.
    Others,
}

type Pending = (RegisterChange, UnitNumber, UnitNumber);

#[derive(Default)]
struct Reader {
    found: RegisterWords,
    change: Option<RegisterChange>,
    listing: Listing,
    /// Numbers that no word has settled yet.
    pending: Vec<Pending>,
    /// Numbers that `kap.` has just followed: whole kapitel, unless a number follows directly.
    kapitel: Vec<Pending>,
    /// The kapitel of the paragrafer that follow.
    current: Option<UnitNumber>,
    /// Whether the pending numbers follow `kap.` directly.
    is_attached: bool,
    /// Whether `bil.` was read and no number after it.
    bare_bilaga: bool,
    /// The index of the first change of the list before `i 2025:729`: what the last `§` added, and what stands before it of other
    /// kapitel (`3 kap. 12 j §, 28 kap. 12 § i 2025:729`).
    last_list: usize,
    /// Whether what the last `§` added has a kapitel of its own.
    has_own_kapitel: bool,
}

impl Reader {
    fn read<'a>(&mut self, token: Token<'a>, all: &[Token<'a>], at: usize) {
        let before = at.checked_sub(1).and_then(|before| all.get(before)).copied();
        match token {
            Token::Number(number, letters) => {
                self.number(UnitNumber { number, letters: letters.to_ascii_lowercase() }, before);
            }
            Token::Letter(letter) => self.letter(letter, before),
            Token::Section => self.section(),
            Token::Comma => self.comma(before),
            Token::Break => self.end_section(),
            Token::Dash => {}
            Token::Other => {
                if before == Some(Token::Word("i")) {
                    for change in &mut self.found.changes[self.last_list..] {
                        change.in_amendment = true;
                    }
                }
            }
            Token::Word(word) => {
                let word = word.to_lowercase();
                let is_new = matches!(word.as_str(), "ny" | "nya" | "nytt") && before != Some(Token::Break);
                if !(is_new && self.is_renumbered(&all[at + 1..])) {
                    self.word(&word, before);
                }
            }
        }
    }

    /// Whether `nya` in a list of what is amended only says that a provision has a new number: the first of the list that follows is one
    /// that the entry gave (`nuvarande 4 § betecknas 6 §; ändr. 1 §, nya 6 §, 9 §`).
    fn is_renumbered(&self, after: &[Token<'_>]) -> bool {
        let first = after.split(|token| matches!(token, Token::Section | Token::Comma | Token::Break)).next();
        let (mut kapitel, mut number) = (None, None);
        for token in first.unwrap_or_default() {
            match token {
                Token::Number(own, letters) => {
                    number = Some(UnitNumber { number: *own, letters: letters.to_ascii_lowercase() });
                }
                Token::Word(word) if word.eq_ignore_ascii_case("kap") => kapitel = number.take(),
                _ => {}
            }
        }
        let is_given = |place: &RegisterPlace| match (place, &number) {
            (RegisterPlace::Paragraf(own, first, last), Some(number)) => {
                own.as_ref() == kapitel.as_ref().or(self.current.as_ref()) && (first..=last).contains(&number)
            }
            (RegisterPlace::Kapitel(first, last), None) => {
                kapitel.as_ref().is_some_and(|kapitel| (first..=last).contains(&kapitel))
            }
            _ => false,
        };
        let is_new_number = |found: &&RegisteredChange| found.change == RegisterChange::RenumberedTo;
        self.change == Some(RegisterChange::Amended)
            && self.found.changes.iter().filter(is_new_number).any(|found| is_given(&found.place))
    }

    fn change(&self) -> RegisterChange {
        match self.listing {
            Listing::Headings => RegisterChange::Heading,
            _ => self.change.unwrap_or(RegisterChange::Amended),
        }
    }

    fn push(&mut self, change: RegisterChange, place: RegisterPlace) {
        self.found.changes.push(RegisteredChange { change, place, in_amendment: false });
    }

    fn number(&mut self, number: UnitNumber, before: Option<Token<'_>>) {
        if let Some((_, kapitel, _)) = self.kapitel.pop() {
            self.whole_kapitel();
            self.current = Some(kapitel);
            self.is_attached = true;
        }
        match (before, self.pending.last_mut()) {
            (Some(Token::Dash), Some((_, _, last))) => *last = number,
            _ => self.pending.push((self.change(), number.clone(), number)),
        }
        self.bare_bilaga = false;
    }

    /// A letter without its number: the next of a list (`17, a`), or the end of a range (`21 a-c`).
    fn letter(&mut self, letter: &str, before: Option<Token<'_>>) {
        let Some((change, _, last)) = self.pending.last_mut() else { return };
        let number = UnitNumber { number: last.number, letters: letter.to_owned() };
        if let Some(Token::Dash) = before {
            *last = number;
        } else {
            let change = *change;
            self.pending.push((change, number.clone(), number));
        }
    }

    /// `§`: the pending numbers are paragrafer.
    fn section(&mut self) {
        if !(self.is_attached && self.has_own_kapitel) {
            self.last_list = self.found.changes.len();
        }
        self.has_own_kapitel = self.is_attached;
        let skipped = match self.listing {
            Listing::Provisions | Listing::Headings => 0,
            // Only the last number is certain not to belong to the list.
            Listing::Bilagor | Listing::Others => self.pending.len().saturating_sub(1),
        };
        let mut pending = std::mem::take(&mut self.pending);
        let paragrafer = pending.split_off(skipped);
        self.bilagor(pending);
        for (change, first, last) in paragrafer {
            self.push(change, RegisterPlace::Paragraf(self.current.clone(), first, last));
        }
        self.is_attached = false;
        if self.listing != Listing::Headings {
            self.listing = Listing::Provisions;
        }
    }

    /// `kap.`: the pending numbers are kapitel. After a kapitel and numbers without `§`, only the last one is.
    fn kap(&mut self) {
        let is_last_only = self.is_attached || matches!(self.listing, Listing::Bilagor | Listing::Others);
        if is_last_only && let Some(kapitel) = self.pending.pop() {
            if self.is_attached {
                self.section();
            }
            let others = std::mem::take(&mut self.pending);
            self.bilagor(others);
            self.kapitel.push(kapitel);
        } else {
            self.kapitel.append(&mut self.pending);
        }
        self.is_attached = false;
        if self.listing != Listing::Headings {
            self.listing = Listing::Provisions;
        }
    }

    /// The numbers that `kap.` has followed are whole kapitel.
    fn whole_kapitel(&mut self) {
        for (change, first, last) in std::mem::take(&mut self.kapitel) {
            self.push(change, RegisterPlace::Kapitel(first, last));
            self.current = None;
        }
    }

    /// Adds numbers as bilagor, if the current list is one of bilagor.
    fn bilagor(&mut self, numbers: Vec<Pending>) {
        if self.listing == Listing::Bilagor {
            for (change, first, last) in numbers {
                self.push(change, RegisterPlace::Bilaga(Some((first, last))));
            }
        }
    }

    fn comma(&mut self, before: Option<Token<'_>>) {
        self.whole_kapitel();
        self.only_bilaga();
        let ends_others = matches!(before, Some(Token::Word(_) | Token::Other)) && self.pending.is_empty();
        if self.listing == Listing::Others && ends_others {
            self.listing = Listing::Provisions;
        }
    }

    /// Adds the only bilaga of an act, if `bil.` was read without a number.
    fn only_bilaga(&mut self) {
        if std::mem::take(&mut self.bare_bilaga) {
            self.push(self.change(), RegisterPlace::Bilaga(None));
        }
    }

    /// Settles the kapitel and numbers that are pending at the end of a list: no later word can refer to them.
    fn settle(&mut self) {
        self.whole_kapitel();
        self.only_bilaga();
        // Numbers after a kapitel are paragrafer, also without the sign.
        if self.is_attached && self.listing == Listing::Provisions && !self.pending.is_empty() {
            self.section();
        }
        let pending = std::mem::take(&mut self.pending);
        match self.listing {
            Listing::Bilagor => self.bilagor(pending),
            Listing::Others => {}
            Listing::Provisions | Listing::Headings => self.found.unread += pending.len(),
        }
        self.is_attached = false;
    }

    fn end_section(&mut self) {
        self.settle();
        self.listing = Listing::Provisions;
        self.current = None;
        self.has_own_kapitel = false;
    }

    /// Begins a list of another kind and settles the numbers before it.
    fn list(&mut self, listing: Listing) {
        self.settle();
        self.listing = listing;
    }

    /// Begins another change. Pending numbers before the word keep the change before it.
    fn begin(&mut self, change: RegisterChange) {
        self.whole_kapitel();
        self.only_bilaga();
        if self.listing == Listing::Bilagor {
            self.settle();
        }
        self.change = Some(change);
        self.listing = Listing::Provisions;
        self.has_own_kapitel = false;
    }

    fn word(&mut self, word: &str, before: Option<Token<'_>>) {
        let follows = |words: &[&str]| matches!(before, Some(Token::Word(before)) if words.contains(&before.to_lowercase().as_str()));
        match word {
            "kap" | "kapitel" | "kapitlet" => self.kap(),
            "mom" => {
                self.pending.clear();
            }
            "samt" | "och" | "respektive" | "resp" => self.comma(before),
            "den" | "de" | "det" | "tidigare" => {}
            "ny" | "nya" | "nytt" if !follows(&["den", "de", "det", "före", "efter"]) => {
                self.begin(RegisterChange::New);
            }
            "ändr" | "änr" | "ändras" | "ändring" => self.begin(RegisterChange::Amended),
            "upph" | "upphör" | "upphävs" | "utgår" if !follows(&["tidigare"]) => {
                self.begin(RegisterChange::Repealed);
            }
            "nuvarande" if !follows(&["före", "efter"]) => {
                self.begin(RegisterChange::RenumberedFrom);
            }
            "betecknas" | "becknas" => {
                let current = self.current.clone();
                self.begin(RegisterChange::RenumberedTo);
                self.current = current;
            }
            "av" if self.change == Some(RegisterChange::EntryIntoForce) => self.listing = Listing::Provisions,
            "avser" => self.listing = Listing::Provisions,
            "bil" | "bilaga" | "bilagan" | "bilagor" => {
                // `1-3 i bil.`: numbers of something in the bilaga.
                if before == Some(Token::Word("i")) {
                    self.pending.clear();
                }
                self.list(Listing::Bilagor);
                self.bare_bilaga = true;
            }
            "rubr" | "rubriken" | "rubriker" | "rubrik" | "kapitelrubr" => self.list(Listing::Headings),
            "ikrafttr" | "ikraftr" | "ikraftträdande" if self.change.is_none() && before.is_none() => {
                self.change = Some(RegisterChange::EntryIntoForce);
            }
            _ if is_of_others(word) => {
                // `bil. 1 nr 88`: the bilaga ends here; `6 p övergångsbest.`: the numbers are points.
                if self.listing != Listing::Bilagor {
                    self.pending.clear();
                }
                self.list(Listing::Others);
            }
            _ => {}
        }
    }
}

/// Whether a word begins or ends a list of something that is no provision.
fn is_of_others(word: &str) -> bool {
    const WORDS: &[&str] = &[
        "p",
        "nr",
        "art",
        "artikel",
        "avd",
        "avsnitt",
        "avsn",
        "tabell",
        "formulär",
        "anvisn",
        "anvisningar",
        "tilläggsbest",
        "del",
        "punkt",
        "punkterna",
    ];
    WORDS.contains(&word)
        || ["övergångs", "överg", "ikrafttr", "ikraftträdande"].iter().any(|begin| word.starts_with(begin))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The changes in short: `~` amended, `-` repealed, `+` new, `<` and `>` renumbered, `r` heading, `!` entry into force.
    fn shown(words: &str) -> String {
        let RegisterWords { changes, unread } = read_register_words(words);
        let range = |first: &UnitNumber, last: &UnitNumber| {
            if first == last { first.to_string() } else { format!("{first}-{last}") }
        };
        let mut shown: Vec<String> = changes
            .iter()
            .map(|RegisteredChange { change, place, in_amendment }| {
                let sign = match change {
                    RegisterChange::Amended => "~",
                    RegisterChange::Repealed => "-",
                    RegisterChange::New => "+",
                    RegisterChange::RenumberedFrom => "<",
                    RegisterChange::RenumberedTo => ">",
                    RegisterChange::Heading => "r",
                    RegisterChange::EntryIntoForce => "!",
                };
                let place = match place {
                    RegisterPlace::Kapitel(first, last) => format!("K{}", range(first, last)),
                    RegisterPlace::Paragraf(None, first, last) => format!("P{}", range(first, last)),
                    RegisterPlace::Paragraf(Some(kapitel), first, last) => {
                        format!("K{kapitel}P{}", range(first, last))
                    }
                    RegisterPlace::Bilaga(None) => "B".to_owned(),
                    RegisterPlace::Bilaga(Some((first, last))) => format!("B{}", range(first, last)),
                };
                format!("{sign}{place}{}", if *in_amendment { "i" } else { "" })
            })
            .collect();
        if unread > 0 {
            shown.push(format!("?{unread}"));
        }
        shown.join(" ")
    }

    #[test]
    fn what_the_words_of_a_register_name() {
        for (words, expected) in [
            ("ändr. 1 §", "~P1"),
            ("ändr. 1, 2 a, 4-6 §§", "~P1 ~P2a ~P4-6"),
            ("ändr 3§", "~P3"),
            ("nya 2 kap. 3 a, 4 b §§", "+K2P3a +K2P4b"),
            ("ändr. 4 kap. 9 c, 10 §§, 5 kap 1 §", "~K4P9c ~K4P10 ~K5P1"),
            ("upph. 5, 6-8 §§; ändr. 9 §", "-P5 -P6-8 ~P9"),
            ("nuvarande 7 § betecknas 9 §", "<P7 >P9"),
            (
                "nuvarande 2 kap 4, 5 §§ betecknas 2 kap 5, 6 §§; ny 2 kap 4 §",
                "<K2P4 <K2P5 >K2P5 >K2P6 +K2P4",
            ),
            ("nuvarande 5, 6 kap betecknas 8, 9 kap", "<K5 <K6 >K8 >K9"),
            ("nuvarande 3 kap. 5 § betecknas 7 §", "<K3P5 >K3P7"),
            ("nuvarande 4 § ska betecknas 4 a §", "<P4 >P4a"),
            ("ändr. 2 §, rubr. närmast före 3 §", "~P2 rP3"),
            ("rubr. närmast före 3 § sätts närmast före nya 4 §", "rP3 rP4"),
            ("ändr. 1 §, rubr. till 3, 4 kap; nya 5 §", "~P1 rK3 rK4 +P5"),
            ("upph. rubr. närmast före den tidigare upph. 8 kap 16, 18 §§; ny 2 §", "rK8P16 rK8P18 +P2"),
            ("ändr. 9 kap.", "~K9"),
            ("nya 22 d, 49 f kap., 22 a kap. 4 a §", "+K22d +K49f +K22aP4a"),
            ("upph. 12, 17 kap, 19 kap 17 §", "-K12 -K17 -K19P17"),
            ("nya 3 kap 6 a §, 5-7 kap, 9 kap 5 a §", "+K3P6a +K5-7 +K9P5a"),
            ("ändr. 19 kap 5, 9 §§, den nya 17 §; 20 kap 2 §", "~K19P5 ~K19P9 ~K19P17 ~K20P2"),
            ("ändr. 3 kap. 1, den nya 10, 11 §§", "~K3P1 ~K3P10 ~K3P11"),
            ("ändr. 1, 2, 4, nya 14 §§", "~P1 ~P2 ~P4 +P14"),
            (
                "nuvarande 4, 5 §§ betecknas 6, 7 §§; ändr. 1 §, nya 6, 7 §§, 9 §; nya 4, 5 §§",
                "<P4 <P5 >P6 >P7 ~P1 ~P6 ~P7 ~P9 +P4 +P5",
            ),
            ("nuvarande 4 § betecknas 6 §, ändr. 1 §, ny 4 §", "<P4 >P6 ~P1 +P4"),
            ("nuvarande 4 § betecknas 6 §; ändr. 1 §; ny 6 §", "<P4 >P6 ~P1 +P6"),
            (
                "nuvarande 4 kap 9 § betecknas 4 kap 10 §; ändr. 1 kap 2 §, nya 1 kap 10 §",
                "<K4P9 >K4P10 ~K1P2 +K1P10",
            ),
            (
                "nuvarande 5 kap betecknas 8 kap; ändr. 2 §, rubr. till nya 8 kap, nya 7 kap",
                "<K5 >K8 ~P2 rK8 +K7",
            ),
            (
                "nuvarande 2 kap 2 §, 6 kap 3, 4 §§ betecknas 2 kap 4 §, 6 kap 4, 5; ändr. 1 kap 1 §",
                "<K2P2 <K6P3 <K6P4 >K2P4 >K6P4 >K6P5 ~K1P1",
            ),
            ("rubr. närmast före 21 kap. 7, 59 kap. 25 §§", "rK21P7 rK59P25"),
            ("upph. 6 kap samt 222 §; ändr. 11 kap samt 7-9, 188 §§", "-K6 -P222 ~K11 ~P7-9 ~P188"),
            ("ändr. bil.", "~B"),
            ("ändr. 1 §, bil. 1, 2, 4; ny bil. 3", "~P1 ~B1 ~B2 ~B4 +B3"),
            ("ny bil. 3 a", "+B3a"),
            ("upph. bil. 2, 3 kap. 4 §", "-B2 -K3P4"),
            ("upph. bil.1 nr 88, 90, bil. 4.2 nr 5", "-B1 -B"),
            ("ändr. 4 §, tabell 1-3 i bil., rubr. i tabell 6 i bil.", "~P4 ~B ~B"),
            ("ändr. 1 p anvisn. till art. 5 i bil. 2", "~B2"),
            ("upph. 7 § 11, 12 mom, 10 § 2-6 mom, 19 §", "-P7 -P10 -P19"),
            ("ändr. 27 § 1 B mom, 28 §", "~P27 ~P28"),
            ("ändr. 37 §; upph. ikrafttr.best. till 1970:280 såvitt avser 37 §", "~P37 -P37"),
            ("ändr. 7 p övergångsbest. till 1990:651, 5 §", "~P5"),
            ("ändr. p 12, 13 i ikrafttr.- och övergångsbest. till 2008:1; ny 26 p §", "+P26p"),
            ("ändr. 26 i, 26 j, 26 p §§", "~P26i ~P26j ~P26p"),
            ("ändr. 7 § i 1992:668", "~P7i"),
            ("ändr. 2 §, 4 kap 6, 7 §§ i 1988:616", "~P2 ~K4P6i ~K4P7i"),
            ("ändr. 6 a kap. 1, 2 §§, 9 kap. 5 § i 2009:1497", "~K6aP1i ~K6aP2i ~K9P5i"),
            ("ändr. 3, 34 §§, 40 § i 1989:1102", "~P3 ~P34 ~P40i"),
            ("ändr. 1 kap. 2 §; ny 3 kap. 4 § i 1989:1102", "~K1P2 +K3P4i"),
            ("ändr. 9 kap 3 §, tilläggsbest. 2.6.1, 3.9.1, rubr. närmast före 4 §", "~K9P3 rK9P4"),
            ("ändr. 8, 8 a-8 c, 21 a-c §§", "~P8 ~P8a-8c ~P21a-21c"),
            ("ändr. 17, a, 17 b §§", "~P17 ~P17a ~P17b"),
            ("ändr. 16 A kap. 2 §", "~K16aP2"),
            ("ändr. 1 kap.4 a §;ändr.13 §", "~K1P4a ~P13"),
            ("ändr. författningsrubr., 2 §; omtryck", "~P2"),
            ("1991:294 upph. genom 1991:2028", ""),
            ("upph. såvitt avser Danmark", ""),
            ("upph.", ""),
            ("forts. giltighet", ""),
            ("ikrafttr. av 1973:1132 såvitt avser 71, 73 §§", "!P71 !P73"),
            ("ikrafttr. av 6, 7 §§ i 1992:1137", "!P6i !P7i"),
            ("ändr. 3", "?1"),
            ("", ""),
            ("§ kap. , ; bil", "~B"),
        ] {
            assert_eq!(shown(words), expected, "{words}");
        }
    }
}
