import type { MessageDescriptor } from '@lingui/core';
import type { Formats } from '#domain/language/formats.ts';
import { type Language, languages } from '#domain/language/language.ts';
import { msg } from '#domain/language/message.ts';
import { inWords, type Reader, type Translate } from '#domain/language/translate.ts';
import { isDay } from '#domain/office-time/days.ts';
import { dayInWords } from '#domain/office-time/words.ts';
import type { ChoiceField, ChoicesField, Field, Row, RowField, RowsField } from './fields.ts';
import { isSame, valueAt } from './paths.ts';

/** A change of a fact, in words for the owner. */
export interface Change {
  /** The fact: "prices.tiers". */
  path: string;
  /** "Personal Taxes, from: $80 to $85". */
  text: string;
}

/** Longer texts are not quoted. */
const QUOTED = 60;

/** What differs, in the order of the form. */
export function changesOf(
  fields: readonly Field[],
  before: unknown,
  after: unknown,
  reader: Reader,
): Change[] {
  return fields.flatMap((field) => {
    const one = valueAt(before, field.path);
    const other = valueAt(after, field.path);
    if (isSame(one, other)) return [];
    const texts =
      field.kind === 'rows'
        ? rowChanges(field, one, other, reader)
        : field.kind === 'translations'
          ? textChanges(field, reader.t(field.language), [one, other], reader)
          : field.kind === 'wording'
            ? languages.flatMap((language) =>
                textChanges(
                  field,
                  reader.t(languageLabels[language]),
                  [valueAt(one, language), valueAt(other, language)],
                  reader,
                ),
              )
            : [change(field, reader.t(field.label), one, other, reader)];
    return texts.map((text) => ({ path: field.path, text }));
  });
}

function change(field: Field, label: string, before: unknown, after: unknown, reader: Reader): string {
  const { t } = reader;
  const one = factInWords(field, before, reader);
  const other = factInWords(field, after, reader);
  if (field.kind === 'removable') return `${label}: ${other}`;
  const isQuoted = field.kind !== 'portrait' && one.length <= QUOTED && other.length <= QUOTED;
  if (!isQuoted) {
    if (other === '') return t(msg`${{ label }}: removed`);
    return one === '' ? t(msg`${{ label }}: added`) : t(changed(label));
  }
  if (one === '') return `${label}: ${other}`;
  return other === ''
    ? t(msg`${{ label }}: removed (was ${{ before: one }})`)
    : t(msg`${{ label }}: ${{ before: one }} to ${{ after: other }}`);
}

const changed = (label: string) => msg`${{ label }}: changed`;

/** A fact as text; '' for none. */
export function factInWords(field: Field, value: unknown, reader: Reader): string {
  if (Array.isArray(value)) {
    if (field.kind === 'rows') return value.map((row) => rowName(field, row as Row, reader)).join(', ');
    const separator = field.kind === 'lines' ? ' ' : ', ';
    return value.map((one) => oneInWords(field, one, reader)).join(separator);
  }
  return oneInWords(field, value, reader);
}

function oneInWords(field: Field, value: unknown, { t, formats, language }: Reader): string {
  if (field.kind === 'removable') return t(yesOrNo(value !== null && value !== undefined));
  if (field.kind === 'switch') return t(yesOrNo(value === true));
  if (field.kind === 'choice' || field.kind === 'choices') return optionLabel(field, value, t);
  if (value === null || value === undefined || value === '') return '';
  if (field.kind === 'phone') return String(valueAt(value, 'display') ?? '');
  if (field.kind === 'video') return String(valueAt(value, 'title') ?? '');
  if (field.kind === 'range') {
    return `${String(valueAt(value, 'from'))}–${String(valueAt(value, 'to'))} ${t(field.unit)}`;
  }
  if (typeof value === 'number') return numberInWords(field, value, formats, t);
  if (typeof value !== 'string') return '';
  if (field.kind === 'time') return /^\d\d:\d\d$/.test(value) ? formats.clock(value) : value;
  if (field.kind === 'date') return isDay(value) ? dayInWords(value, language) : value;
  if (field.kind === 'month') return /^\d{4}-\d\d$/.test(value) ? formats.monthAndYear(value) : value;
  return value;
}

const yesOrNo = (yes: boolean) =>
  yes ? msg({ message: 'yes', context: 'fact' }) : msg({ message: 'no', context: 'fact' });

function numberInWords(field: Field, value: number, { dollars, count }: Formats, t: Translate): string {
  if (field.kind === 'money') return dollars(value);
  const unit = 'unit' in field && field.unit ? ` ${t(field.unit)}` : '';
  return `${count(field.kind === 'gigabytes' ? value / 1_000_000_000 : value)}${unit}`;
}

function optionLabel(field: ChoiceField | ChoicesField, value: unknown, t: Translate): string {
  if (value === null || value === undefined) return 'none' in field && field.none ? t(field.none) : '';
  const label = field.options.find((option) => option.value === String(value))?.label;
  return label === undefined ? String(value) : inWords(label, t);
}

/** The name of an entry; '' for a new one. */
export function rowName(field: RowsField, row: unknown, reader: Reader): string {
  const naming = field.fields.find(({ path }) => path === field.namedBy);
  const value = valueAt(row, field.namedBy);
  return naming ? factInWords(naming, value, reader) : String(value ?? '');
}

function rowChanges(field: RowsField, before: unknown, after: unknown, reader: Reader): string[] {
  const { t } = reader;
  const label = t(field.label);
  const olds = rowsOf(before);
  const news = rowsOf(after);
  const pairs = pairsOf(field, olds, news);
  const name = (row: Row) => rowName(field, row, reader) || lowered(t(field.words.fresh));
  const inside = pairs.flatMap(([one, other]) =>
    field.fields.flatMap((part: RowField) => {
      const was = valueAt(one, part.path);
      const is = valueAt(other, part.path);
      if (isSame(was, is)) return [];
      return [
        change(
          part,
          `${rowName(field, one, reader) || name(other)}, ${lowered(t(part.label))}`,
          was,
          is,
          reader,
        ),
      ];
    }),
  );
  const removed = olds.filter((row) => !pairs.some(([one]) => one === row));
  const added = news.filter((row) => !pairs.some(([, other]) => other === row));
  const isMoved = pairs.some(
    ([, other], at) => at > 0 && news.indexOf(other) < news.indexOf(pairs[at - 1]?.[1] as Row),
  );
  const texts = [
    ...inside,
    ...added.map((row) => t(msg`${{ label }}: ${{ entry: name(row) }} added`)),
    ...removed.map((row) => t(msg`${{ label }}: ${{ entry: name(row) }} removed`)),
    ...(isMoved ? [t(msg`${{ label }}: new order`)] : []),
  ];
  // Something that the form does not show.
  return texts.length > 0 ? texts : [t(changed(label))];
}

/** Changes of texts by their key. */
function textChanges(
  field: Field,
  language: string,
  [before, after]: readonly [unknown, unknown],
  reader: Reader,
): string[] {
  const { t } = reader;
  const keys = new Set([before, after].flatMap((words) => Object.keys(words ?? {})));
  return [...keys].flatMap((text) => {
    const one = wordOf(before, text);
    const other = wordOf(after, text);
    return one === other
      ? []
      : [change(field, t(msg`“${{ text: shortened(text) }}” in ${{ language }}`), one, other, reader)];
  });
}

/** The languages as the facts' sections name them. */
export const languageLabels: Record<Language, MessageDescriptor> = { en: msg`English`, es: msg`Spanish` };

/** A text may have dots, so it is no path. */
const wordOf = (words: unknown, text: string) =>
  (words as Record<string, string> | null | undefined)?.[text] ?? '';

export const shortened = (text: string) => (text.length > QUOTED ? `${text.slice(0, QUOTED - 3)}...` : text);

/** The entries before and after that are the same one, in the order before. */
function pairsOf(field: RowsField, olds: readonly Row[], news: readonly Row[]): [Row, Row][] {
  const found = new Map<Row, Row>();
  const isFree = (row: Row) => ![...found.values()].includes(row);
  const pair = (isPair: (old: Row, at: number, row: Row, place: number) => boolean) => {
    olds.forEach((old, at) => {
      if (found.has(old)) return;
      const partner = news.find((row, place) => isFree(row) && isPair(old, at, row, place));
      if (partner) found.set(old, partner);
    });
  };
  if (field.hasIds || field.isFixed) pair((old, _at, row) => old.id === row.id);
  else {
    pair((old, _at, row) => isSame(old, row));
    pair((old, _at, row) => isSame(valueAt(old, field.namedBy), valueAt(row, field.namedBy)));
    if (olds.length === news.length) pair((_old, at, _row, place) => at === place);
  }
  return olds.flatMap((old): [Row, Row][] => {
    const partner = found.get(old);
    return partner ? [[old, partner]] : [];
  });
}

const rowsOf = (value: unknown): Row[] => (Array.isArray(value) ? (value as Row[]) : []);

/** "Link to Google Play" stays; "Name" is "name". */
const lowered = (label: string) => label.charAt(0).toLowerCase() + label.slice(1);
