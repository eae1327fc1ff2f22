//! The register of amendments: the name of an act leads to the act, the names of its preparatory works to theirs.

use super::inline::{close_link, open_link, push_marked};
use super::writer::{HtmlWriter, PartKind};
use crate::event::{BlockForm, Marker, TextBlock};
use crate::register::{PREPARATORY_WORKS, WORK_SEPARATOR};

impl HtmlWriter<'_> {
    /// Writes the text of a block of the register whose names lead somewhere. Returns how many characters it has and how many
    /// stretches of it were marked; None for another block.
    pub(super) fn push_register_names(&mut self, block: &TextBlock<'_>) -> Option<(usize, u32)> {
        let entry = self.open.last().filter(|part| part.kind == PartKind::Amendment)?;
        let words = block.text.collapsed();
        let names: Vec<_> = match (&block.form, &block.marker) {
            (BlockForm::Heading { .. }, None) => {
                let act = entry.amending.as_deref().and_then(|uri| self.around.amending_act(uri));
                vec![(&*words, act)]
            }
            (BlockForm::Fact, Some(Marker::Name(PREPARATORY_WORKS))) => {
                words.split(WORK_SEPARATOR).map(|name| (name, self.around.preparatory_work(name))).collect()
            }
            _ => return None,
        };
        let (html, mut marks) = (&mut self.unit.html, 0);
        for (index, (name, link)) in names.into_iter().enumerate() {
            if index > 0 {
                html.push_str(WORK_SEPARATOR);
            }
            if let Some(link) = &link {
                open_link(html, link);
            }
            marks += push_marked(html, name, self.around);
            if link.is_some() {
                close_link(html);
            }
        }
        Some((words.chars().count(), marks))
    }
}
