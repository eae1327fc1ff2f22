//! The id of a data folder. The folder's indexes in the cluster have this id, and no index without it is ever deleted.

use std::path::Path;

use lagrum_files::write_synced;

use crate::ClusterIndexError;

/// The name of the file with the id.
const ID_FILE: &str = "search-id";

/// The id of a data folder. A folder without one gets one.
pub(crate) fn folder_id(data: &Path) -> Result<String, ClusterIndexError> {
    let path = data.join(ID_FILE);
    let wrong = |problem: String| ClusterIndexError::File { path: path.display().to_string(), problem };
    match std::fs::read_to_string(&path) {
        Ok(text) => {
            let id = text.trim();
            let sound = id.len() == 32 && id.bytes().all(|byte| byte.is_ascii_hexdigit());
            if sound {
                Ok(id.to_owned())
            } else {
                Err(wrong("it has no valid id; remove the file to get a new one".to_owned()))
            }
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            let mut bytes = [0; 16];
            getrandom::fill(&mut bytes).map_err(|error| wrong(error.to_string()))?;
            let id = hex::encode(bytes);
            let beside = data.join(format!(".{ID_FILE}-{id}"));
            let written = write_synced(&beside, format!("{id}\n").as_bytes()).and_then(|()| {
                // Of two builds that begin at once, the id of the first is kept.
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
