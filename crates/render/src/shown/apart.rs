//! Words that run together where a line ended, as in treaties that were read from columns: `world,Recognizing`, `as such:(a) Killing`.

use std::borrow::Cow;

use super::designation::is_designation;
use crate::event::{LinkedText, OwnedPiece};

/// A text with a blank between words that run together.
pub(super) fn parted(text: LinkedText<'_>) -> LinkedText<'_> {
    let letter = text.pieces().next().and_then(|(words, _)| letter_of_item(words));
    if letter.is_none() && !text.pieces().any(|(words, _)| may_join(words) || words.ends_with(')')) {
        return text;
    }
    let mut pieces: Vec<OwnedPiece> = Vec::new();
    for (words, uri) in text.pieces() {
        if let (Some(letter), []) = (letter, &pieces[..])
            && begins_as_word(&words[letter..])
        {
            let (letter, words) = words.split_at(letter);
            pieces.push(OwnedPiece::new(format!("{letter} {}", apart(words)), uri));
            continue;
        }
        if let ([first], Some(letter)) = (&mut pieces[..], letter)
            && first.words.len() == letter
            && begins_as_word(words)
        {
            first.words.push(' ');
        }
        // The first word of an item may be a link: `a)` and `Artikel 4`.
        if begins_as_sentence(words)
            && let Some(last) = pieces.last_mut()
            && last.words.strip_suffix(')').is_some_and(ends_with_letter_of_item)
        {
            last.words.push(' ');
        }
        pieces.push(OwnedPiece::new(apart(words), uri));
    }
    LinkedText::of_pieces(pieces)
}

/// Whether words may run together in a text: hardly any text has such a pair of characters.
#[expect(clippy::needless_bitwise_bool, reason = "without branches the compiler looks at many bytes at once")]
fn may_join(text: &str) -> bool {
    let pair = |pair: &[u8]| {
        let is_mark = matches!(pair[0], b',' | b';' | b':' | b'.' | b')');
        let begins = pair[1].is_ascii_uppercase() | (pair[1] == 0xc3) | (pair[1] == b'(');
        let goes_on = matches!(pair[0], b',' | b';') & pair[1].is_ascii_lowercase();
        (is_mark & begins) | goes_on | (matches!(pair[0], b'r' | b'd') & (pair[1] == b'('))
    };
    text.as_bytes().windows(2).fold(false, |found, two| found | pair(two))
}

/// A text with a blank where two words run together at a punctuation mark, before the sign of an item, and between the letter of an
/// item and its first word (`a)Villkor`). Addresses and words of other forms stay (`e.g.The`, `Art.Nr`, `name(s)`, `Article 6(1)`).
fn apart(text: &str) -> Cow<'_, str> {
    let mut mended = String::new();
    let mut at = 0;
    for (mark, sign) in text.match_indices([',', ';', ':', '.', '(', ')']) {
        let cut = mark + usize::from(sign != "(");
        let (before, after) = (&text[..mark], &text[cut..]);
        let runs_on = match sign {
            "(" => matches!(last_word(before), "or" | "and") && begins_with_item(after),
            ")" => ends_with_letter_of_item(before) && begins_as_sentence(after),
            _ if after.starts_with('(') => ends_before_item(before, sign, after) && begins_with_item(after),
            _ => runs_on(before, sign, after),
        };
        if runs_on {
            mended.push_str(&text[at..cut]);
            mended.push(' ');
            at = cut;
        }
    }
    if at == 0 {
        return Cow::Borrowed(text);
    }
    mended.push_str(&text[at..]);
    Cow::Owned(mended)
}

/// Whether two words run together at a mark: a capital begins the second, or a comma or semicolon stands between plain words.
fn runs_on(before: &str, mark: &str, after: &str) -> bool {
    let Some(first) = after.chars().next().filter(|c| c.is_alphabetic()) else { return false };
    let (word, next) = (last_word(before), first_word(after));
    if is_address(word) || is_address(next) {
        return false;
    }
    let small = next.chars().skip(1).take_while(|c| c.is_lowercase()).count();
    if first.is_uppercase() {
        let ends = small_at_end(word);
        // `Covenant.No restriction`, but not a file or a host.
        let is_short_word = small == 1 && next.chars().count() == 2 && after.len() > next.len();
        (ends >= 2 && small >= 2) || (ends >= 4 && is_short_word)
    } else {
        let word = word.rsplit([',', ';', '(']).next().unwrap_or_default();
        let next = next.split([',', ';']).next().unwrap_or_default().trim_end_matches(['.', ':', ')']);
        let are_plain = [word, next].iter().all(|word| word.chars().skip(1).all(char::is_lowercase));
        matches!(mark, "," | ";") && are_plain && word.chars().count() >= 3 && next.chars().count() >= 2
    }
}

/// Whether an item can begin after a text and a mark. A colon between numbers, `1:(2)`, or after a single letter is
/// not such a mark.
fn ends_before_item(before: &str, mark: &str, item: &str) -> bool {
    let word = last_word(before);
    let counts = item.chars().nth(1).is_some_and(|c| c.is_ascii_digit());
    let is_word = match mark {
        ";" => true,
        ":" if word.ends_with(|c: char| c.is_ascii_digit()) => word.len() > 1 && !counts,
        ":" => word.len() != 1 && !word.ends_with(['(', '[']),
        _ => small_at_end(word) >= 2,
    };
    is_word && !is_address(word)
}

/// Whether a text begins with the sign of an item, such as `(a)`, and words.
fn begins_with_item(text: &str) -> bool {
    let Some((sign, rest)) = text.find(')').filter(|end| *end <= 7).map(|end| text.split_at(end + 1)) else {
        return false;
    };
    let follows =
        rest.chars().next().is_none_or(|c| c.is_whitespace() || c.is_alphabetic() || "“‘\"".contains(c));
    follows
        && is_designation(&sign.replace(' ', ""))
        && !sign.contains(char::is_uppercase)
        && !rest.is_empty()
}

/// Whether a text ends with the letter of an item, without the parenthesis after it: `a` or `(a`.
fn ends_with_letter_of_item(text: &str) -> bool {
    // Behind a mark another item may begin: `as such:(a)`.
    let word = last_word(text).rsplit([':', ';', ',']).next().unwrap_or_default();
    let mut letters = word.strip_prefix('(').unwrap_or(word).chars();
    letters.next().is_some_and(char::is_lowercase) && letters.next().is_none()
}

/// The bytes of the letter of an item with which a text begins: `a)`, `(a)`.
fn letter_of_item(text: &str) -> Option<usize> {
    let sign = text.strip_prefix('(').unwrap_or(text);
    let mut characters = sign.chars();
    let letter = characters.next().filter(|letter| letter.is_lowercase())?;
    (characters.next() == Some(')')).then(|| text.len() - sign.len() + letter.len_utf8() + ")".len())
}

/// Whether a text begins with a word.
fn begins_as_word(text: &str) -> bool {
    let mut letters = text.chars();
    letters.next().is_some_and(char::is_alphabetic)
        && letters.next().is_some_and(|next| next.is_alphabetic() || next.is_whitespace())
}

/// Whether a text begins with a word that has a capital and small letters.
fn begins_as_sentence(text: &str) -> bool {
    let mut letters = text.chars();
    letters.next().is_some_and(char::is_uppercase) && letters.next().is_some_and(char::is_lowercase)
}

/// How many small letters a word ends with.
fn small_at_end(word: &str) -> usize {
    word.chars().rev().take_while(|c| c.is_lowercase()).count()
}

fn is_address(word: &str) -> bool {
    word.contains(['/', '@', '&']) || word.contains("www")
}

/// Characters of a word that are read. The limit keeps the work linear for a text without blanks.
const WORD: usize = 64;

fn last_word(text: &str) -> &str {
    let letters = text.char_indices().rev().take(WORD).take_while(|(_, c)| !c.is_whitespace());
    letters.last().map_or("", |(start, _)| &text[start..])
}

fn first_word(text: &str) -> &str {
    let letters = text.char_indices().take(WORD).take_while(|(_, c)| !c.is_whitespace());
    letters.last().map_or("", |(at, last)| &text[..at + last.len_utf8()])
}

#[cfg(test)]
mod tests {
    use super::parted;
    use crate::event::{LinkedText, OwnedPiece};

    #[test]
    fn words_that_run_together_are_parted() {
        for (text, expected) in [
            ("in the world,Recognizing that", "in the world, Recognizing that"),
            ("of health.The Parties;Having", "of health. The Parties; Having"),
            ("andra lag.Ändringar", "andra lag. Ändringar"),
            ("the Compact.No sheep", "the Compact. No sheep"),
            ("a flock,punishing him", "a flock, punishing him"),
            // Before the sign of an item.
            ("as such:(a) Shearing;(b) Causing;(ii)any", "as such: (a) Shearing; (b) Causing; (ii)any"),
            ("paragraph 1(c);(z) take", "paragraph 1(c); (z) take"),
            (
                "the sheep,(a) if; and(d)in all or(b) of;(b)“ram”",
                "the sheep, (a) if; and (d)in all or (b) of; (b)“ram”",
            ),
            (
                "the fees;and the State,this,in Article 31:(a)leaves",
                "the fees; and the State, this, in Article 31: (a)leaves",
            ),
            // After the letter of an item.
            ("a)Villkor för får, (b)Äldre och c)Ull", "a) Villkor för får, (b) Äldre och c) Ull"),
            ("b)hålla får i 3 §, c)ull", "b) hålla får i 3 §, c)ull"),
            ("(å)i hagen", "(å) i hagen"),
            ("a)EU och bens(a)Pyren", "a) EU och bens(a)Pyren"),
            ("a)b) och c) gäller får", "a)b) och c) gäller får"),
            ("their State:(a)Heads of farms", "their State: (a) Heads of farms"),
            ("recognized herein.(3) All 23 ;(d ) Notices", "recognized herein. (3) All 23 ; (d ) Notices"),
        ] {
            assert_eq!(parted(text.into()).collapsed(), expected);
        }
    }

    #[test]
    fn a_link_after_the_letter_of_an_item_is_parted_from_it() {
        let uri = Some("https://lag.example/2031:4");
        for (before, link, expected) in [
            ("a)", "Artikel 4", "a) Artikel 4"),
            ("4 (a)", "Artikel 4", "4 (a) Artikel 4"),
            ("ull)", "Artikel 4", "ull)Artikel 4"),
            ("a)", "artikel 4", "a) artikel 4"),
            ("i fall b)", "artikel 4", "i fall b)artikel 4"),
        ] {
            let pieces = vec![OwnedPiece::new(before, None), OwnedPiece::new(link, uri)];
            assert_eq!(parted(LinkedText::of_pieces(pieces)).collapsed(), expected);
        }
    }

    #[test]
    fn other_words_stay() {
        for text in [
            "www.Exempel.example",
            "https://lag.example/a.Bok",
            "https://lag.example/a;(b) c",
            "e.g.The",
            "A.B. mot C,Dx",
            "1,4-Dioxan, N,N-dimetyl, abc,d-efg och bens(a)pyren",
            "kl.10 och nr.B",
            "R&amp;Wales &amp;Wales",
            "kl.No",
            "the name(s) of Article 6(1)(a) or paragraph 2(b), dB(A)",
            "1:(2) och f:(x) och 31:(2) x; y;z och a;bc",
            "sub-paragraph j),(b) is",
            "for(b) it or(future) fee",
            "in the flock;(",
            "EU och bens(a)Pyren, 1)Ull, A)Ull, (ii)Ull, a)får",
            "in the flock;()",
        ] {
            assert_eq!(parted(text.into()).collapsed(), text);
        }
    }
}
