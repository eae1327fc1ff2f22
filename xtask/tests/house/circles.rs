//! The files of a crate do not use each other in a circle, so each can be read after those that it uses.
//!
//! A file uses another if it names an item of it, by a `use` or a path. A re-exported item counts as one of the file that it
//! comes from. A file and the files of its folder that only it names are no circle: `mod` alone uses nothing.

#![expect(clippy::unwrap_used, reason = "a file that cannot be read should end the test")]

use std::collections::{BTreeMap, BTreeSet};

use syn::visit::{self, Visit};

use crate::common::{files, folders, read};

/// A module, by its names from the root of its crate.
type Module = Vec<String>;

/// The paths in a file.
#[derive(Default)]
struct Names {
    /// Paths that the file uses.
    used: BTreeSet<Module>,
    /// The names that the file re-exports, with the paths that they come from.
    exported: BTreeMap<String, Module>,
}

/// The paths that a `use` names, and the name that it gives to each.
fn expand(tree: &syn::UseTree, before: &[String], found: &mut Vec<(String, Module)>) {
    let with = |name: &syn::Ident| [before, &[name.to_string()]].concat();
    match tree {
        syn::UseTree::Path(path) => expand(&path.tree, &with(&path.ident), found),
        syn::UseTree::Name(name) if name.ident == "self" => {
            found.extend(before.last().map(|last| (last.clone(), before.to_vec())));
        }
        syn::UseTree::Name(name) => found.push((name.ident.to_string(), with(&name.ident))),
        syn::UseTree::Rename(name) => found.push((name.rename.to_string(), with(&name.ident))),
        syn::UseTree::Group(group) => group.items.iter().for_each(|tree| expand(tree, before, found)),
        syn::UseTree::Glob(_) => {}
    }
}

impl<'ast> Visit<'ast> for Names {
    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        let mut found = Vec::new();
        expand(&item.tree, &[], &mut found);
        if matches!(item.vis, syn::Visibility::Inherited) {
            self.used.extend(found.into_iter().map(|(_, path)| path));
        } else {
            self.exported.extend(found);
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.used.insert(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        visit::visit_path(self, path);
    }

    // `pub(super)` names no item.
    fn visit_visibility(&mut self, _: &'ast syn::Visibility) {}

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        // Tests may use everything.
        if !item.attrs.iter().any(|attribute| attribute.path().is_ident("cfg")) {
            visit::visit_item_mod(self, item);
        }
    }
}

/// The modules of a crate with what their files name.
struct Crate(BTreeMap<Module, Names>);

impl Crate {
    fn read(name: &str) -> Self {
        let source = format!("crates/{name}/src/");
        let mut modules = BTreeMap::new();
        for file in files() {
            let Some(path) = file.strip_prefix(&source).and_then(|path| path.strip_suffix(".rs")) else {
                continue;
            };
            let mut module: Module = path.split('/').map(str::to_owned).collect();
            if module.iter().any(|part| part == "tests") {
                continue;
            }
            if matches!(module.last().map(String::as_str), Some("mod" | "lib" | "main")) {
                module.pop();
            }
            let mut names = Names::default();
            names.visit_file(&syn::parse_file(&read(&file)).unwrap());
            modules.insert(module, names);
        }
        Self(modules)
    }

    /// The module of the item that a path in a file names; None for an item of another crate, and for a name of the file
    /// itself.
    fn module_of(&self, file: &[String], path: &[String]) -> Option<Module> {
        let above = path.iter().take_while(|part| *part == "super").count();
        let (mut module, mut rest) = match path.first()?.as_str() {
            "crate" => (Module::new(), &path[1..]),
            "self" => (file.to_vec(), &path[1..]),
            "super" => (file.get(..file.len().checked_sub(above)?)?.to_vec(), &path[above..]),
            _ => (file.to_vec(), path),
        };
        let begun = module.len();
        while let Some((next, others)) = rest.split_first() {
            module.push(next.clone());
            if !self.0.contains_key(&module) {
                module.pop();
                break;
            }
            rest = others;
        }
        let is_relative = !matches!(path[0].as_str(), "crate" | "self" | "super");
        let exported = rest.first().and_then(|name| self.0.get(&module)?.exported.get(name));
        match exported {
            Some(path) => self.module_of(&module, path),
            None if is_relative && module.len() == begun => None,
            None => Some(module),
        }
    }

    /// The files that are in a circle, each with those of them that it uses.
    fn circles(&self) -> BTreeMap<&Module, BTreeSet<Module>> {
        let mut left: BTreeMap<&Module, BTreeSet<Module>> = BTreeMap::new();
        for (module, names) in &self.0 {
            let used = names.used.iter().filter_map(|path| self.module_of(module, path));
            left.insert(module, used.filter(|used| used != module).collect());
        }
        // A file that uses none of the rest is in no circle, and neither is one that none of the rest uses.
        loop {
            let files: BTreeSet<Module> = left.keys().copied().cloned().collect();
            let used: BTreeSet<Module> = left.values().flatten().cloned().collect();
            left.retain(|module, uses| {
                uses.retain(|used| files.contains(used));
                !uses.is_empty() && used.contains(*module)
            });
            if left.len() == files.len() {
                return left;
            }
        }
    }
}

#[test]
fn no_files_of_a_crate_use_each_other_in_a_circle() {
    let mut found = String::new();
    for name in folders("crates") {
        for (file, used) in Crate::read(&name).circles() {
            let used: Vec<String> = used.iter().map(|module| module.join("::")).collect();
            found.push_str(&format!("{name}: {} uses {}\n", file.join("::"), used.join(", ")));
        }
    }
    assert!(found.is_empty(), "circles:\n{found}");
}

#[test]
fn a_circle_is_found() {
    let file = |text: &str| {
        let mut names = Names::default();
        names.visit_file(&syn::parse_file(text).unwrap());
        names
    };
    let module = |name: &str| vec![name.to_owned()];
    let read = Crate(BTreeMap::from([
        (Module::new(), file("mod a; mod b; mod c; mod d; pub use a::A; pub use c::C;")),
        (module("a"), file("use crate::b::B; use std::fmt; pub struct A;")),
        (module("b"), file("pub struct B; fn b(_: crate::A) {}")),
        (module("c"), file("use crate::b::B; pub struct C; #[cfg(test)] mod tests { use crate::d::D; }")),
        (module("d"), file("pub struct D(super::C);")),
    ]));
    let found: Vec<String> = read.circles().keys().map(|module| module.join("::")).collect();
    assert_eq!(found, ["a", "b"]);
}
