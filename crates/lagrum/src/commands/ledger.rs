//! `lagrum ledger`

use std::process::ExitCode;

use crate::Failure;
use crate::cli::LedgerArguments;

pub fn run(arguments: LedgerArguments) -> Result<ExitCode, Failure> {
    let path = arguments.ledger.path().ok_or("no ledger is known; name it with --ledger FILE")?;
    let entries = lagrum_api::ledger::find(&path, arguments.id.as_deref())?;
    for entry in &entries {
        println!("{entry}");
    }
    if entries.is_empty() && arguments.id.is_some() {
        eprintln!("error: no such entry in {}", path.display());
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}
