//! Reads the corpus: one thread decompresses, and the others take a line each.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::mpsc::sync_channel;

use flate2::read::MultiGzDecoder;

/// The folder of the dump files, if there is a real corpus.
pub(crate) fn folder() -> Option<PathBuf> {
    lagrum_test_support::real_corpus().map(|folder| folder.join("corpus"))
}

/// Calls `visit` for every document of every dump file, including archived lydelser, with its source, its line and its
/// JSON.
pub(crate) fn for_each(folder: &Path, visit: &(impl Fn(&str, usize, &str) + Sync)) {
    let (sender, receiver) = sync_channel::<(String, usize, String)>(64);
    let receiver = Mutex::new(receiver);
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(|| {
                loop {
                    let next = receiver.lock().unwrap().recv();
                    let Ok((name, number, line)) = next else { return };
                    visit(&name, number, &line);
                }
            });
        }
        for path in dumps(folder).into_iter().chain(dumps(&folder.join("versions"))) {
            let name = path.file_name().unwrap().to_str().unwrap();
            // Some sources have a second dump: `dv-register`.
            let name = name.split(['.', '-']).next().unwrap().to_owned();
            let file = MultiGzDecoder::new(File::open(&path).unwrap());
            for (number, line) in BufReader::with_capacity(1 << 16, file).lines().enumerate() {
                sender.send((name.clone(), number, line.unwrap())).unwrap();
            }
        }
        drop(sender);
    });
}

fn dumps(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.to_string_lossy().ends_with(".ndjson.gz"));
    paths.sort();
    paths
}
