//! Reads names from their texts, in the textual form of systems: the only place where that is done.

use super::{Part, VarName, Version};

impl VarName {
    /// The name with this text. Only the parts are told apart that the search for candidates asks for.
    pub fn read(text: &str) -> VarName {
        let version =
            Version::ALL.into_iter().find_map(|what| Some((text.strip_prefix(what.prefix())?, what)));
        if let Some((own, what)) = version {
            return VarName::read(own).version(what);
        }
        let word = text.trim_start_matches('*');
        let end = word.find(['.', '[']).unwrap_or(word.len());
        let mut name = VarName::from(&word[..end]);
        for _ in 0..text.len() - word.len() {
            name = name.referent();
        }
        let mut rest = &word[end..];
        while !rest.is_empty() {
            let part =
                Part::LITERAL.into_iter().find_map(|(text, part)| Some((part, rest.strip_prefix(text)?)));
            let (part, behind) = match part.or_else(|| Part::read_field(rest)) {
                Some(read) => read,
                None => return VarName::from(text),
            };
            (name, rest) = (name.part(&part), behind);
        }
        name
    }
}

impl Part {
    const LITERAL: [(&str, Part); 3] =
        [("[_]", Part::Elements), (".len()", Part::Length), (".variant", Part::VariantIndex)];

    /// `.size`
    fn read_field(text: &str) -> Option<(Part, &str)> {
        let text = text.strip_prefix('.')?;
        let end = text.find(['.', '[']).unwrap_or(text.len());
        Some((Part::Field(text[..end].into()), &text[end..]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_read_as_what_made_it() {
        let slots = VarName::from("self").field("slots");
        let names = [
            slots.length(),
            slots.elements().variant_index(),
            slots.elements().field("Free").field(0),
            VarName::from("xs").referent().field("next").version(Version::Old),
        ];
        for name in names {
            let read = VarName::read(&name);
            assert_eq!(read, name);
            assert_eq!(format!("{:?}", read.form()), format!("{:?}", name.form()));
            assert_eq!((read.is_length(), read.sequence()), (name.is_length(), name.sequence()));
        }
        for text in ["", "x", "x.", "x[0]", "a.variantly", "*", "x#2"] {
            assert_eq!(&*VarName::read(text), text);
        }
        assert_eq!(VarName::read("self.slots[_].len()").sequence(), Some(&slots));
    }
}
