//! `lagrum ledger`

use std::process::ExitCode;

use crate::Failure;
use crate::cli::LedgerArguments;
use crate::output::print_json;

pub fn run(arguments: &LedgerArguments) -> Result<ExitCode, Failure> {
    let path = arguments.ledger.path().ok_or("no ledger is known; name it with --ledger FILE")?;
    let entries = lagrum_api::ledger::find(&path, &arguments.id)?;
    for entry in &entries {
        print_json(entry)?;
    }
    if entries.is_empty() {
        complain!("error: no entry {} in {}", arguments.id, path.display());
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}
