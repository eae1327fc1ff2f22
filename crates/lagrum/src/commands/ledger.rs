//! `lagrum ledger`

use std::process::ExitCode;

use crate::Failure;
use crate::cli::LedgerArguments;

pub fn run(arguments: &LedgerArguments) -> Result<ExitCode, Failure> {
    let path = arguments.ledger.path().ok_or("no ledger is known; name it with --ledger FILE")?;
    let entries = lagrum_api::ledger::find(&path, &arguments.id)?;
    for entry in &entries {
        say!("{}", serde_json::to_string_pretty(entry)?)?;
    }
    if entries.is_empty() {
        eprintln!("error: no entry {} in {}", arguments.id, path.display());
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}
