//! What the typesetter can read.

use std::collections::HashMap;
use std::path::PathBuf;

use lagrum_render::manuscript::Figure;
use typst::diag::{FileError, FileResult};
use typst::foundations::{Bytes, Datetime, Duration};
use typst::syntax::{FileId, RootedPath, Source, VirtualPath, VirtualRoot};
use typst::text::{Font, FontBook};
use typst::utils::LazyHash;
use typst::{Library, LibraryExt, World};

/// The fonts that ship with the program; `fonts/OFL.txt` is their licence.
const FONTS: [&[u8]; 4] = [
    include_bytes!("../../fonts/LibertinusSerif-Regular.otf"),
    include_bytes!("../../fonts/LibertinusSerif-Italic.otf"),
    include_bytes!("../../fonts/LibertinusSerif-Bold.otf"),
    include_bytes!("../../fonts/LibertinusSerif-BoldItalic.otf"),
];

/// A template, its data, its pictures, and the fonts.
pub(super) struct TypesetterWorld {
    library: LazyHash<Library>,
    book: LazyHash<FontBook>,
    fonts: Vec<Font>,
    template: Source,
    files: HashMap<FileId, Bytes>,
}

impl TypesetterWorld {
    /// A world with the data as `/sheet.json` and the pictures as `/0.png` and so on. None if these names are not valid.
    pub(super) fn new(template: &str, data: Vec<u8>, figures: Vec<Figure>) -> Option<Self> {
        let id = |name: &str| {
            Some(FileId::new(RootedPath::new(VirtualRoot::Project, VirtualPath::new(name).ok()?)))
        };
        let mut files = HashMap::from([(id("/sheet.json")?, Bytes::new(data))]);
        for (number, figure) in figures.into_iter().enumerate() {
            files.insert(id(&format!("/{number}.png"))?, Bytes::new(figure.picture.png));
        }
        let fonts: Vec<Font> = FONTS.iter().filter_map(|font| Font::new(Bytes::new(*font), 0)).collect();
        Some(Self {
            library: LazyHash::new(Library::default()),
            book: LazyHash::new(FontBook::from_fonts(&fonts)),
            fonts,
            template: Source::new(id("/template.typ")?, template.to_owned()),
            files,
        })
    }
}

impl World for TypesetterWorld {
    fn library(&self) -> &LazyHash<Library> {
        &self.library
    }

    fn book(&self) -> &LazyHash<FontBook> {
        &self.book
    }

    fn main(&self) -> FileId {
        self.template.id()
    }

    fn source(&self, id: FileId) -> FileResult<Source> {
        if id == self.template.id() { Ok(self.template.clone()) } else { Err(FileError::AccessDenied) }
    }

    fn file(&self, id: FileId) -> FileResult<Bytes> {
        let missing = || FileError::NotFound(PathBuf::from(id.get().vpath().get_with_slash()));
        self.files.get(&id).cloned().ok_or_else(missing)
    }

    fn font(&self, index: usize) -> Option<Font> {
        self.fonts.get(index).cloned()
    }

    fn today(&self, _: Option<Duration>) -> Option<Datetime> {
        None
    }
}
