//! `lagrum ledger`

use std::process::ExitCode;

use crate::cli::LedgerArguments;
use crate::failure::Failure;
use crate::output::print_json;

pub(crate) fn run(arguments: &LedgerArguments) -> Result<ExitCode, Failure> {
    let path = arguments
        .ledger
        .path()
        .ok_or("the error ledger has no default path, since HOME is not set: name it with --ledger FILE")?;
    let entries = lagrum_api::ledger::find(&path, &arguments.id)?;
    for entry in &entries {
        print_json(entry)?;
    }
    if entries.is_empty() {
        print_error!("error: {} has no entry {}", path.display(), arguments.id);
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}
