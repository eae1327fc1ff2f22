//! `/kontrollera`: whether the citations and quotations of a text are right, and what changed in what it cites.
//!
//! The form is posted with a text (`text`) or a file (`fil`), and optionally a day (`sedan`) and which quotations are checked (`citat`). The
//! text is one block of the question that `/api/v1/citations/extract` answers, so the page says what the API says. Nothing of it is kept.

mod report;
mod rows;
mod words;

use std::path::Path;

use askama::Template;
use jiff::civil::Date;
use lagrum_answers::{
    self as answers, AnswerError, ExtractBlock, ExtractQuestion, MAX_TEXT_CHARS, QuoteMode,
};
use lagrum_pages::{FormRefusal, PageAnswer, PageRequest, PostedFile, PostedForm};
use lagrum_readable::{ReadLimits, UnreadableFile};

use self::report::Report;
use crate::frame::Frame;
use crate::markup::draw;
use crate::ord::kontrollera as ord;

/// What reading a file may cost.
const LIMITS: ReadLimits = ReadLimits { unpacked: 16 << 20, parts: 200, lines: MAX_TEXT_CHARS };

#[derive(Template)]
#[template(path = "kontrollera.html")]
struct CheckPage {
    frame: Frame,
    today: String,
    /// What was sent, to be sent again.
    text: String,
    since: String,
    quotes: SentQuotes,
    /// Why the form was not read; empty if it was, or if none was sent.
    refused: String,
    report: Option<Report>,
}

/// Which quotations the form asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum SentQuotes {
    #[default]
    Cited,
    All,
    None,
}

impl SentQuotes {
    fn read(sent: Option<&str>) -> Option<Self> {
        match sent {
            None | Some("vid") => Some(Self::Cited),
            Some("alla") => Some(Self::All),
            Some("inga") => Some(Self::None),
            Some(_) => None,
        }
    }

    fn mode(self) -> QuoteMode {
        match self {
            Self::Cited => QuoteMode::Cited,
            Self::All => QuoteMode::All,
            Self::None => QuoteMode::None,
        }
    }
}

/// Why a form was not read: the words for its reader, and the kind.
struct Refused {
    words: String,
    refusal: FormRefusal,
}

impl Refused {
    fn invalid(words: impl Into<String>) -> Self {
        Self { words: words.into(), refusal: FormRefusal::Invalid }
    }
}

/// What a form asks.
struct AskedCheck {
    text: String,
    /// The name of the file; empty for a text.
    file: String,
    since: Option<Date>,
    quotes: SentQuotes,
}

/// Draws the form, or the report of what was posted.
pub(super) fn page(request: &PageRequest) -> Result<PageAnswer, AnswerError> {
    let base = &request.snapshot.manifest().base;
    let frame = Frame { description: ord::DESCRIPTION.to_owned(), ..Frame::new(ord::CHECK) };
    let mut page = CheckPage {
        frame: frame.canonical(base, "/kontrollera"),
        today: request.day.to_string(),
        text: String::new(),
        since: String::new(),
        quotes: SentQuotes::default(),
        refused: String::new(),
        report: None,
    };
    let Some(form) = &request.form else { return draw(&page).map(PageAnswer::Html) };
    page.frame = Frame::unlisted(ord::CHECK);
    page.text = sent_text(form).map(str::to_owned).unwrap_or_default();
    page.since = form.field("sedan").map(|day| day.chars().take(10).collect()).unwrap_or_default();
    page.quotes = SentQuotes::read(form.field("citat")).unwrap_or_default();
    match read(form, request.day) {
        Ok(asked) => {
            page.report = Some(check(request, asked)?);
            draw(&page).map(PageAnswer::Html)
        }
        Err(Refused { words, refusal }) => {
            // A text that is too long is not sent back with the page.
            page.text
                .truncate(page.text.char_indices().nth(MAX_TEXT_CHARS).map_or(page.text.len(), |(at, _)| at));
            page.refused = words;
            Ok(PageAnswer::Refused { html: draw(&page)?, refusal })
        }
    }
}

/// The text that was sent, with the blank lines before it, which count as lines; None where there is nothing but blanks.
fn sent_text(form: &PostedForm) -> Option<&str> {
    form.field("text")?;
    form.fields.iter().rev().find(|(name, _)| name == "text").map(|(_, text)| text.as_str())
}

/// Reads a form.
fn read(form: &PostedForm, today: Date) -> Result<AskedCheck, Refused> {
    let (text, file) = match (sent_text(form), &form.file) {
        (Some(text), None) => (text.to_owned(), String::new()),
        (None, Some(file)) => (text_of(file)?, file_name(&file.name)),
        (None, None) => return Err(Refused::invalid(ord::NOTHING_SENT)),
        (Some(_), Some(_)) => return Err(Refused::invalid(ord::BOTH_SENT)),
    };
    // A browser ends lines of a field with two characters.
    let text = text.replace("\r\n", "\n");
    if text.chars().nth(MAX_TEXT_CHARS).is_some() {
        return Err(Refused::invalid(ord::too_long(MAX_TEXT_CHARS)));
    }
    let since = form.field("sedan").map(|day| day.parse::<Date>().ok().filter(|_| day.len() == 10));
    let since = match since {
        Some(None) => return Err(Refused::invalid(ord::NO_DAY)),
        Some(Some(day)) if day > today => return Err(Refused::invalid(ord::DAY_TO_COME)),
        other => other.flatten(),
    };
    let quotes =
        SentQuotes::read(form.field("citat")).ok_or_else(|| Refused::invalid(ord::UNKNOWN_QUOTES))?;
    Ok(AskedCheck { text, file, since, quotes })
}

/// The text of a file.
fn text_of(file: &PostedFile) -> Result<String, Refused> {
    let extension = Path::new(&file.name).extension().and_then(|extension| extension.to_str());
    let text = lagrum_readable::text_of(&file.bytes, extension.unwrap_or_default(), &LIMITS);
    let text = text.map_err(|problem| Refused {
        words: ord::unreadable(&problem),
        refusal: match problem {
            UnreadableFile::UnknownKind { .. } => FormRefusal::UnknownKind,
            _ => FormRefusal::Invalid,
        },
    })?;
    if text.trim().is_empty() { Err(Refused::invalid(ord::EMPTY_FILE)) } else { Ok(text) }
}

/// The name of a file without folders, which some browsers send.
fn file_name(sent: &str) -> String {
    sent.rsplit(['/', '\\']).next().unwrap_or_default().chars().take(100).collect()
}

/// Checks a text.
fn check(request: &PageRequest, asked: AskedCheck) -> Result<Report, AnswerError> {
    let AskedCheck { text, file, since, quotes } = asked;
    let question = ExtractQuestion {
        blocks: vec![ExtractBlock { id: "text".to_owned(), text, context: None }],
        quotes: quotes.mode(),
        since,
        is_bounded: true,
        ..ExtractQuestion::default()
    };
    let found = answers::extract(&request.snapshot, request.day, &question)?;
    let text = question.blocks.into_iter().next().map(|block| block.text).unwrap_or_default();
    Report::new(request, &text, &file, since, &found)
}
