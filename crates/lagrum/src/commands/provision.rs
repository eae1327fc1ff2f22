//! `lagrum provision`

use std::path::Path;
use std::process::ExitCode;

use lagrum_answers::{
    AsOf, AsOfBasis, ProvisionContext, ProvisionForm, ProvisionQuestion, ProvisionResponse, ResolveQuestion,
    provision, resolve,
};
use lagrum_snapshot::{Snapshot, Snapshots, today};

use crate::cli::{ProvisionArguments, ProvisionTextForm};
use crate::failure::{Failure, no_snapshot};
use crate::output::{print_json, print_text};

pub(crate) fn run(data: &Path, arguments: &ProvisionArguments) -> Result<ExitCode, Failure> {
    let snapshot = Snapshots::new(data).open_current()?.ok_or_else(|| no_snapshot(data))?;
    let text = arguments.provision.join(" ");
    let Some(uri) = provision_uri(&snapshot, &text)? else {
        return Err(format!("no provision that is held was recognized in {text:?}").into());
    };
    let form = match (arguments.json, arguments.format) {
        (true, None) => ProvisionForm::Node,
        (_, Some(ProvisionTextForm::Md)) => ProvisionForm::Markdown,
        (_, Some(ProvisionTextForm::Text) | None) => ProvisionForm::Text,
    };
    let question =
        ProvisionQuestion { uri, form, as_of: arguments.as_of, context: ProvisionContext::Headings };
    let answer = provision(&snapshot, today(), &question)?;
    if arguments.json {
        print_json(&answer)?;
    } else {
        print(&answer)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The uri of the provision that a text names: as a uri, or as a citation.
pub(super) fn provision_uri(snapshot: &Snapshot, text: &str) -> Result<Option<String>, Failure> {
    if text.starts_with("http://") || text.starts_with("https://") {
        return Ok(Some(text.to_owned()));
    }
    snapshot.load_resolver(today())?;
    let question = ResolveQuestion { text: text.to_owned(), source: None, kind: None };
    let found = resolve(snapshot, today(), question)?;
    Ok(found.results.into_iter().find_map(|result| Some(result.pin?.uri)))
}

/// The uri of the document that a text names: as a uri, or as a citation.
pub(super) fn document_uri(snapshot: &Snapshot, text: &str) -> Result<String, Failure> {
    if text.starts_with("http://") || text.starts_with("https://") {
        return Ok(text.to_owned());
    }
    snapshot.load_resolver(today())?;
    let question = ResolveQuestion { text: text.to_owned(), source: None, kind: None };
    let named = resolve(snapshot, today(), question)?.results.into_iter().next();
    named.map(|result| result.uri).ok_or_else(|| {
        format!(
            "no document that is held was recognized in {text:?}: name its uri, or an act as a text cites it"
        )
        .into()
    })
}

fn print(answer: &ProvisionResponse) -> std::io::Result<()> {
    let document = answer.document.title.as_deref().unwrap_or(&answer.document.uri);
    print_line!("{}, {document}", answer.label.as_deref().unwrap_or(&answer.anchor))?;
    print_line!("{}", answer.uri)?;
    if let Some(as_of) = &answer.as_of {
        print_line!("{}", note(as_of))?;
    }
    print_line!("")?;
    for text in answer.text.iter().chain(&answer.markdown) {
        print_text(text)?;
    }
    print_line!("")?;
    print_line!("cited by {}, cites {}", answer.cited_by.total, answer.cites.len())
}

/// Describes which text it is, and how certain that is.
fn note(as_of: &AsOf) -> String {
    let AsOf { date, basis, missing, ahead, .. } = as_of;
    let version = as_of.version.as_deref().unwrap_or("the document itself");
    match basis {
        AsOfBasis::Dated => format!("the text of {date}: {version}"),
        AsOfBasis::AsKnown => {
            let known = as_of.known_until.as_deref().unwrap_or("an earlier day");
            format!("the text of {date}, as known on {known}: {version}")
        }
        AsOfBasis::Undated => {
            format!("the text of {date}, as far as is known: {version}, whose first or last day is not known")
        }
        AsOfBasis::Repealed => {
            let since = as_of.repealed.as_deref().map(|day| format!(" from {day}")).unwrap_or_default();
            format!("repealed{since}; its last text: {version}")
        }
        AsOfBasis::Gap => {
            let acts: Vec<&str> = missing.iter().chain(ahead).map(|act| act.uri.as_str()).collect();
            format!("not certain to be the text of {date}: {version}; see {}", acts.join(", "))
        }
    }
}
