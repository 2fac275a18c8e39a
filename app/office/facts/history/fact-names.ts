import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import { type Field, fieldsOf } from '../model/fields.ts';
import { isWithin } from '../model/paths.ts';
import { sections } from '../sections/sections.ts';

/** More of them are only counted. */
const MAX_NAMES = 6;

/** The names of changed facts as the forms have them: "Phone, Prices of tax returns". */
export function factNames(changed: readonly string[], t: Translate): string {
  const all = sections.flatMap(fieldsOf);
  const names = [...new Set(changed.map((path) => nameOf(path, all, t)))];
  const rest = names.length - MAX_NAMES;
  return [...names.slice(0, MAX_NAMES), ...(rest > 0 ? [t(msg`${{ count: rest }} more`)] : [])].join(', ');
}

/** `path` may name a group of fields: "contact.address". */
function nameOf(path: string, all: readonly Field[], t: Translate): string {
  const exact = all.find((field) => isWithin(path, field.path));
  if (exact) return t(exact.label);
  const group = sections
    .flatMap((section) => section.groups)
    .find(({ fields }) => fields.some((field) => isWithin(field.path, path)));
  return group ? t(group.title) : path;
}
