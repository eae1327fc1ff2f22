//! `/faksimil/{id}/{sid}`: a printed page beside its text; and the former addresses of pictures of pages, `/{id}/sid45.png`.

use askama::Template;
use lagrum_answers::{self as answers, AnswerError, ProvisionContext, ProvisionForm, ProvisionQuestion};
use lagrum_pages::{PageAnswer, PageRequest};

use crate::frame::Frame;
use crate::href::Href;
use crate::markup::draw;
use crate::ord::lists as ord;
use crate::parts::{Crumb, Subject};

#[derive(Template)]
#[template(path = "faksimil.html")]
struct FacsimilePage {
    frame: Frame,
    crumbs: Vec<Crumb>,
    subject: Subject,
    number: u64,
    picture: Href,
    /// The paragraphs of the page.
    text: Vec<String>,
    previous: Option<Href>,
    next: Option<Href>,
}

/// Draws the page.
pub(super) fn page(request: &PageRequest) -> Result<PageAnswer, AnswerError> {
    let path = request.path.strip_prefix("/faksimil/").unwrap_or_default();
    let unknown = || AnswerError::not_found(format!("no page image {path}"));
    let (id, number) = path.rsplit_once('/').ok_or_else(unknown)?;
    let number: u64 = number.strip_prefix("sid").unwrap_or(number).parse().map_err(|_| unknown())?;
    let anchor = format!("sid{number}");
    let subject = Subject::find(request, id, &anchor)?;
    let snapshot = &request.snapshot;
    let document = format!("{}{}", snapshot.manifest().base, subject.path);
    answers::facsimile_page(snapshot, &document, number)?;
    let beside = |number: Option<u64>| {
        let number = number.filter(|number| *number > 0)?;
        answers::facsimile_page(snapshot, &document, number).ok()?;
        Some(Href::page(&format!("/faksimil{}/sid{number}", subject.path)))
    };
    let question = ProvisionQuestion {
        uri: subject.uri.clone(),
        form: ProvisionForm::Text,
        as_of: None,
        context: ProvisionContext::None,
    };
    let text = match answers::provision(snapshot, request.day, &question) {
        Ok(provision) => provision.text.unwrap_or_default(),
        // The text may not state where its pages begin.
        Err(AnswerError::NotFound(_)) => String::new(),
        Err(error) => return Err(error),
    };
    let frame = Frame::unlisted(ord::facsimile_title(&subject.document_name, &number))
        .data(Href::page("/api/v1/provision").with("uri", &subject.uri));
    let page = FacsimilePage {
        frame: Frame { from: Some(subject.path.clone()), ..frame },
        crumbs: subject.crumbs(),
        number,
        picture: picture(&document, number),
        text: text.split('\n').filter(|line| !line.trim().is_empty()).map(str::to_owned).collect(),
        previous: beside(number.checked_sub(1)),
        next: beside(number.checked_add(1)),
        subject,
    };
    draw(&page).map(PageAnswer::Html)
}

fn picture(document: &str, number: u64) -> Href {
    Href::page("/api/v1/facsimile").with("uri", document).with("sid", &number.to_string())
}

/// The picture at a former address: `/prop/2022/23:10/sid1.png`. None for any other path.
pub(super) fn old_picture(request: &PageRequest) -> Option<PageAnswer> {
    let (id, file) = request.path.rsplit_once('/')?;
    let number: u64 = file.strip_prefix("sid")?.strip_suffix(".png")?.parse().ok()?;
    let document = format!("{}{id}", request.snapshot.manifest().base);
    Some(PageAnswer::SeeOther(picture(&document, number).to_string()))
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_picture_is_asked_of_the_api() {
        let href = super::picture("https://lag.example/prop/2030/31:9", 45);
        assert_eq!(href.to_string(), "/api/v1/facsimile?uri=https://lag.example/prop/2030/31:9&sid=45");
    }
}
