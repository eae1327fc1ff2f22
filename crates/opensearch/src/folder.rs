//! The id of a data folder, which its indexes bear: nothing else is ever deleted.

use std::path::Path;

use crate::FillError;
use crate::roster::{hex, write_synced};

/// The file that has it.
const ID_FILE: &str = "search-id";

/// The id of a data folder, made when it has none.
pub(crate) fn folder_id(data: &Path) -> Result<String, FillError> {
    let path = data.join(ID_FILE);
    let wrong = |problem: String| FillError::File { path: path.display().to_string(), problem };
    match std::fs::read_to_string(&path) {
        Ok(text) => {
            let id = text.trim();
            let sound = id.len() == 32 && id.bytes().all(|byte| byte.is_ascii_hexdigit());
            if sound {
                Ok(id.to_owned())
            } else {
                Err(wrong("it is no id; remove it to get a new one".to_owned()))
            }
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            let mut bytes = [0; 16];
            getrandom::fill(&mut bytes).map_err(|error| wrong(error.to_string()))?;
            let id = hex(&bytes);
            let beside = data.join(format!(".{ID_FILE}-{id}"));
            let written = write_synced(&beside, format!("{id}\n").as_bytes()).and_then(|()| {
                // Of two builds that begin at once the first one's id holds.
                match std::fs::hard_link(&beside, &path) {
                    Err(error) if error.kind() != std::io::ErrorKind::AlreadyExists => Err(error),
                    _ => std::fs::read_to_string(&path),
                }
            });
            let _ = std::fs::remove_file(&beside);
            written.map(|id| id.trim().to_owned()).map_err(|error| wrong(error.to_string()))
        }
        Err(error) => Err(wrong(error.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_data_folder_keeps_its_id() {
        let folder = tempfile::tempdir().unwrap();
        let id = folder_id(folder.path()).unwrap();
        assert_eq!(folder_id(folder.path()).unwrap(), id);
        std::fs::write(folder.path().join(ID_FILE), "*").unwrap();
        assert!(folder_id(folder.path()).is_err());
    }
}
