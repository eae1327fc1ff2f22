//! The prompt that asks for an answer with checked citations.

use rmcp::model::{GetPromptResult, JsonObject, Prompt, PromptArgument, PromptMessage, Role};

const NAME: &str = "answer_with_checked_citations";

/// Maximum number of characters of the question.
const MAX_QUESTION: usize = 20_000;

pub(crate) fn described() -> Prompt {
    let question = PromptArgument::new("question")
        .with_description("The legal question, in any language")
        .with_required(true);
    Prompt::new(
        NAME,
        Some("Answer a question of Swedish law from the texts themselves, with every citation checked."),
        Some(vec![question]),
    )
    .with_title("Answer with checked citations")
}

/// The prompt with its argument, or the mistake in the request.
pub(crate) fn filled_in(name: &str, arguments: &JsonObject) -> Result<GetPromptResult, String> {
    if name != NAME {
        return Err(format!("no such prompt; there is {NAME}"));
    }
    let question = arguments.get("question").and_then(|question| question.as_str()).unwrap_or_default();
    if question.trim().is_empty() || question.chars().nth(MAX_QUESTION).is_some() {
        return Err(format!("question: must be a text of 1 to {MAX_QUESTION} characters"));
    }
    let text = format!(
        "Answer this question of Swedish law:\n\n{question}\n\n\
         1. Find the provisions and decisions that decide it: resolve_citation for citations, search for words, \
         get_incoming_citations for the cases that apply a provision.\n\
         2. Read each with get_provision or get_document before you rely on it. Note from `wording` which lydelse it is and \
         whether it is in force. Where the question is about the past, use as_of.\n\
         3. Write the answer. Cite every claim as Swedish lawyers do (\"36 § avtalslagen\", \"NJA 2015 s. 702\"), with the uri. \
         Quote word for word or not at all.\n\
         4. Call check_citations with the answer. Correct or remove every citation that is impossible or not understood, and \
         say of those that are not held that they could not be verified.\n\
         5. Say what the texts do not settle. If they do not answer the question, say that instead of an answer."
    );
    let message = PromptMessage::new_text(Role::User, text);
    Ok(GetPromptResult::new(vec![message])
        .with_description("A question of Swedish law, with checked citations"))
}
