//! Text inside blocks: links, white space and escapes.

use serde_json::{Value, json};

use crate::check;

#[test]
fn links_are_kept_and_white_space_is_collapsed() {
    let link = |text: &str, uri: &str| json!({"predicate":"dcterms:references","uri":uri,"text":text});
    let stycke = |runs: Value| json!([{"type":"stycke","text":runs}]);
    check(
        &stycke(json!(["Se", link(" 7 §\u{a0}lagen ", "https://l.example/1#P7"), "."])),
        &["Se [7 § lagen](https://l.example/1#P7) ."],
    );
    check(
        &stycke(
            json!(["Se ", link("[1]", "https://l.example/x"), "(2) och ", link("", "https://l.example/y"), {"text":"z"}]),
        ),
        &["Se [\\[1\\]](https://l.example/x)(2) och z"],
    );
    check(&stycke(json!(["Hallå!", link("a", "https://x")])), &["Hallå\\![a](https://x)"]);
    check(&stycke(json!(["Not", {"uri":"#fn-1","text":"1","kind":"footnote"}])), &["Not\u{2060}¹"]);
    check(
        &stycke(json!([
            link("a", "https://u(1)"),
            link("b", "https://u)"),
            link("c", "https://a b<c>"),
            link("d", "https://a\\b"),
        ])),
        &["[a](https://u(1))[b](<https://u)>)[c](<https://a b\\<c\\>>)[d](https://a\\\\b)"],
    );
    // A link that is not a web address is text.
    check(
        &stycke(json!([
            link("a", "javascript:alert(1)"),
            link(" b ", "data:text/html,x"),
            link("c", "/1931:47"),
            link("d", "https://a\nb"),
            link("e", "mailto:a@b")
        ])),
        &["a b cde"],
    );
    check(&stycke(json!("bara text")), &["bara text"]);
    check(
        &json!([link("a", "https://x"), [link("b", "https://y")], "borta", 3, null]),
        &["[a](https://x)", "[b](https://y)"],
    );
}

#[test]
fn only_text_that_looks_like_markup_is_escaped() {
    let table = [
        ("Får & getter, 3 < 4 > 2; 5 * 6 = 30", "Får & getter, 3 < 4 > 2; 5 * 6 = 30"),
        ("<this> och </b>, <!-- x -->, a<b", "\\<this> och \\</b>, \\<!-- x -->, a\\<b"),
        ("&amp; &#167; & AT&T;", "\\&amp; \\&#167; & AT\\&T;"),
        ("*a* **b** _c_ __d__ snake_case_x", "\\*a\\* \\*\\*b\\*\\* \\_c\\_ \\_\\_d\\_\\_ snake_case_x"),
        ("`kod` ~~bort~~ C:\\dir\\*", "\\`kod\\` \\~\\~bort\\~\\~ C:\\dir\\\\\\*"),
        ("[a](b) [c][d] [e]: f [g] h", "[a\\](b) [c\\][d] [e\\]: f [g] h"),
        ("1. först", "1\\. först"),
        ("12) först", "12\\) först"),
        ("1.5 procent", "1.5 procent"),
        ("1931. ", "1931\\."),
        ("- streck", "\\- streck"),
        ("– streck", "– streck"),
        ("-", "\\-"),
        ("---", "\\---"),
        ("-5 grader", "-5 grader"),
        ("+ plus", "\\+ plus"),
        ("* stjärna", "\\* stjärna"),
        ("* * *", "\\* * *"),
        ("# rubrik", "\\# rubrik"),
        ("#rubrik", "#rubrik"),
        ("> citat", "\\> citat"),
        ("| a | b |", "| a | b |"),
        ("[x] gjort", "\\[x] gjort"),
        ("===", "==="),
    ];
    for (text, expected) in table {
        check(&json!([{"type":"stycke","text":[text]}]), &[expected]);
    }
    check(
        &json!([{"type":"punkt","ordinal":"1","text":["- a"]}, {"type":"punkt","ordinal":"a","text":["- b"]}]),
        &["1. \\- a", "- a) - b"],
    );
}
