//! Articles and recitals, with the act before or after them.

use super::act_beside::{ActBeside, beside, followed_by_unknown};
use crate::article::{ListedArticle, article_word, articles, recital_word, recitals};
use crate::cursor::Cursor;
use crate::scan::ScanType;
use crate::scan::pass::Pass;
use crate::separators::after_separator;
use crate::target::CitedLocation;

impl Pass<'_> {
    /// Articles or recitals, with the act before or after them.
    pub(in crate::scan) fn eu_articles(&mut self, at: Cursor<'_>) -> Option<usize> {
        if !self.finds_eu() || !matches!(at.peek(), Some('a' | 's' | 'b' | 'r')) {
            return None;
        }
        if let Some(first) = recital_word(at) {
            return self.recitals(at, first);
        }
        let first = article_word(at)?;
        let shortened = !at.rest().starts_with("artik");
        let (articles, end) = articles(first)?;
        let act = self.act_after(end);
        // `art. 5` alone is too short to be an article of the act in focus, and without its stop to be an article at all.
        if act.is_none() && shortened && !at.rest().starts_with("article") {
            if !["art. ", "art.", "arts. "].iter().any(|word| first.before().ends_with(word)) {
                return None;
            }
            if followed_by_unknown(end) {
                self.unread.push((at.at(), end.at()));
            } else {
                self.push_relative(at.at(), end.at());
            }
            return Some(end.at());
        }
        Some(self.link_articles(at, &articles, end, act))
    }

    /// Links articles. One is linked together with its act; several by their numbers.
    fn link_articles(
        &mut self,
        at: Cursor<'_>,
        articles: &[ListedArticle],
        end: Cursor<'_>,
        act: Option<ActBeside>,
    ) -> usize {
        // "Article 8" in an English text may as well be one of a convention.
        let english = at.rest().starts_with("article");
        let focused = !english
            || self.finds(ScanType::EnglishEuActs)
            || self.context.eu_act.is_some()
            || self.context.convention
            || self.state.convention_last;
        let in_focus = || if focused { self.act_in_focus(end) } else { None };
        let Some(act) = act.or_else(in_focus) else {
            if !followed_by_unknown(end) {
                self.push_relative(at.at(), end.at());
            }
            return end.at();
        };
        let stop = act.end.max(end.at());
        if let [only] = articles
            && only.is_whole
        {
            self.push_all(at.at(), stop, &only.member.provision, &act);
        } else {
            self.push_listed(articles, &act);
        }
        self.focus(&act);
        stop
    }

    fn recitals(&mut self, at: Cursor<'_>, first: Cursor<'_>) -> Option<usize> {
        let (recitals, end) = recitals(first)?;
        let joined = after_separator(end, |next| Some((next, article_word(next)?)));
        let (articles, act, stop) = if let Some((next, first)) = joined {
            let (articles, stop) = articles(first)?;
            let act = self.act_after(stop)?;
            (Some((next, articles)), act, stop)
        } else {
            (None, self.act_after(end)?, end)
        };
        if act.treaty {
            return None;
        }
        let single = recitals.len() == 1;
        for recital in &recitals {
            let start = if single { at.at() } else { recital.start };
            self.push_all(start, recital.end, &recital.provision, &act);
        }
        if let Some((start, articles)) = articles {
            return Some(self.link_articles(start, &articles, stop, Some(act)));
        }
        for document in &act.documents {
            self.push(act.start, act.end, CitedLocation::document(document.clone()));
        }
        self.focus(&act);
        Some(act.end)
    }

    /// `, särskilt artikel 16`, ` artikel 6` after the name of an act or treaty.
    pub(super) fn article_after(
        &mut self,
        end: Cursor<'_>,
        documents: &[String],
        treaty: bool,
        start: Option<usize>,
    ) -> Option<usize> {
        let mut next = end;
        next.eat(",");
        if !next.blank() {
            return None;
        }
        let apart = next.words_without_stop(&["särskilt", "in particular", "especially"]) && next.blank();
        if !apart && start.is_none() {
            return None;
        }
        let begins = next;
        if let Some(first) = recital_word(next).filter(|_| !treaty) {
            return self.recitals_after(first, documents, if apart { begins.at() } else { start? });
        }
        let (articles, stop) = articles(article_word(next)?)?;
        // The articles may have an act of their own: `GDPR, artikel 5 i direktiv 95/46/EG`.
        if self.act_after(stop).is_some() {
            return None;
        }
        let from = if apart { begins.at() } else { start? };
        let act = beside(documents.to_vec(), treaty, end.at(), stop.at());
        if let [only] = articles.as_slice()
            && only.is_whole
        {
            self.push_all(from, stop.at(), &only.member.provision, &act);
        } else {
            self.push_listed(&articles, &act);
        }
        self.focus(&act);
        Some(stop.at())
    }

    /// `GDPR skäl 83`.
    fn recitals_after(&mut self, first: Cursor<'_>, documents: &[String], start: usize) -> Option<usize> {
        let (recitals, stop) = recitals(first)?;
        let act = beside(documents.to_vec(), false, start, stop.at());
        for (index, recital) in recitals.iter().enumerate() {
            let start = if index == 0 { start } else { recital.start };
            self.push_all(start, recital.end, &recital.provision, &act);
        }
        self.focus(&act);
        Some(stop.at())
    }
}
