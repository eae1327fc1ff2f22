//! The files and fonts that the typesetter can read.

use std::collections::HashMap;
use std::path::PathBuf;

use lagrum_render::manuscript::Figure;
use typst::diag::{FileError, FileResult};
use typst::foundations::{Bytes, Datetime, Dict, Duration};
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

/// The templates, by name.
pub(super) const TEMPLATES: [(&str, &str); 3] = [
    ("/page.typ", include_str!("page.typ")),
    ("/text.typ", include_str!("text.typ")),
    ("/margins.typ", include_str!("margins.typ")),
];

/// A template, its data, its pictures, and the fonts.
pub(super) struct TypesetterWorld {
    library: LazyHash<Library>,
    book: LazyHash<FontBook>,
    fonts: Vec<Font>,
    template: FileId,
    templates: HashMap<FileId, Source>,
    files: HashMap<FileId, Bytes>,
}

impl TypesetterWorld {
    /// A world that typesets the template of this name, with the data as `/sheet.json`. None if a name is not valid.
    pub(super) fn new(template: &str, data: Vec<u8>) -> Option<Self> {
        let mut templates = HashMap::new();
        for (name, text) in TEMPLATES {
            let id = id(name)?;
            templates.insert(id, Source::new(id, text.to_owned()));
        }
        let fonts: Vec<Font> = FONTS.iter().filter_map(|font| Font::new(Bytes::new(*font), 0)).collect();
        Some(Self {
            library: LazyHash::new(Library::default()),
            book: LazyHash::new(FontBook::from_fonts(&fonts)),
            fonts,
            template: id(template)?,
            templates,
            files: HashMap::from([(id("/sheet.json")?, Bytes::new(data))]),
        })
    }

    /// Adds the pictures as `/0.png` and so on, and the values of `sys.inputs`. None if a name is not valid.
    pub(super) fn with(mut self, figures: Vec<Figure>, inputs: Dict) -> Option<Self> {
        for (number, figure) in figures.into_iter().enumerate() {
            self.files.insert(id(&format!("/{number}.png"))?, Bytes::new(figure.picture.png));
        }
        self.library = LazyHash::new(Library::builder().with_inputs(inputs).build());
        Some(self)
    }
}

fn id(name: &str) -> Option<FileId> {
    Some(FileId::new(RootedPath::new(VirtualRoot::Project, VirtualPath::new(name).ok()?)))
}

impl World for TypesetterWorld {
    fn library(&self) -> &LazyHash<Library> {
        &self.library
    }

    fn book(&self) -> &LazyHash<FontBook> {
        &self.book
    }

    fn main(&self) -> FileId {
        self.template
    }

    fn source(&self, id: FileId) -> FileResult<Source> {
        self.templates.get(&id).cloned().ok_or(FileError::AccessDenied)
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
