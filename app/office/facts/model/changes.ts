import type { MessageDescriptor } from '@lingui/core';
import { isSame } from '#domain/business/changed-facts.ts';
import { type Language, languages } from '#domain/language/language.ts';
import { msg } from '#domain/language/message.ts';
import { inWords, type Reader } from '#domain/language/translate.ts';
import { isDay } from '#domain/office-time/days.ts';
import { dayInWords } from '#domain/office-time/words.ts';
import type { Fact, Row, Rows } from './facts.ts';
import { valueAt, wordOf } from './paths.ts';
import { asText, GIGABYTE } from './typed.ts';

export interface Change {
  /** The fact: "prices.tiers". */
  path: string;
  /** "Personal Taxes, from: $80 to $85". */
  text: string;
}

/** Longer texts are not quoted. */
const QUOTED = 60;

/** What differs, in the order of the form. */
export function changesOf(facts: readonly Fact[], before: unknown, after: unknown, reader: Reader): Change[] {
  return facts.flatMap((fact) => {
    const [one, other] = [valueAt(before, fact.path), valueAt(after, fact.path)];
    return textsOf(fact, one, other, reader).map((text) => ({ path: fact.path, text }));
  });
}

/** The facts to ask about if others have published newer ones: none if they changed nothing in this section. */
export function conflictingFacts(
  section: readonly Fact[],
  { base, mine, newest }: { base: object; mine: object; newest: object },
): Fact[] {
  const differing = (one: object, other: object) =>
    section.filter(({ path }) => !isSame(valueAt(one, path), valueAt(other, path)));
  return differing(base, newest).length === 0 ? [] : differing(mine, newest);
}

function textsOf(fact: Fact, before: unknown, after: unknown, reader: Reader): string[] {
  if (isSame(before, after)) return [];
  if (fact.rows) return rowChanges(reader.t(fact.label), fact.rows, before, after, reader);
  if (fact.control === 'translations') return wordChanges(fact, 'es', before, after, reader);
  if (fact.control !== 'wording') return [change(fact, reader.t(fact.label), before, after, reader)];
  return languages.flatMap((language) =>
    wordChanges(fact, language, valueAt(before, language), valueAt(after, language), reader),
  );
}

function change(fact: Fact, label: string, before: unknown, after: unknown, reader: Reader): string {
  const { t } = reader;
  const one = factInWords(fact, before, reader);
  const other = factInWords(fact, after, reader);
  if (fact.control === 'removable') return `${label}: ${other}`;
  const isQuoted = fact.control !== 'portrait' && one.length <= QUOTED && other.length <= QUOTED;
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
export function factInWords(fact: Fact, value: unknown, reader: Reader): string {
  if (!Array.isArray(value)) return oneInWords(fact, value, reader);
  const separator = fact.control === 'lines' ? ' ' : ', ';
  return value.map((one) => oneInWords(fact, one, reader)).join(separator);
}

function oneInWords({ control, options, none, unit }: Fact, value: unknown, reader: Reader): string {
  const { t, formats, language } = reader;
  if (control === 'removable') return t(yesOrNo(value !== null && value !== undefined));
  if (control === 'switch') return t(yesOrNo(value === true));
  if (value === null || value === undefined || value === '') return none ? t(none) : '';
  const option = options?.find((one) => one.value === value);
  if (option) return inWords(option.label, t);
  if (control === 'phone') return asText(valueAt(value, 'display'));
  if (control === 'video') return asText(valueAt(value, 'title'));
  const inUnits = (number: string) => (unit ? `${number} ${t(unit)}` : number);
  if (control === 'range') {
    return inUnits(`${asText(valueAt(value, 'from'))}–${asText(valueAt(value, 'to'))}`);
  }
  if (control === 'money' && typeof value === 'number') return formats.dollars(value);
  if (typeof value === 'number') {
    return inUnits(formats.count(control === 'gigabytes' ? value / GIGABYTE : value));
  }
  const text = asText(value);
  if (control === 'time') return /^\d\d:\d\d$/.test(text) ? formats.clock(text) : text;
  if (control === 'date') return isDay(text) ? dayInWords(text, language) : text;
  if (control === 'month') return /^\d{4}-\d\d$/.test(text) ? formats.monthAndYear(text) : text;
  return text;
}

const yesOrNo = (yes: boolean) =>
  yes ? msg({ message: 'yes', context: 'fact' }) : msg({ message: 'no', context: 'fact' });

/** The name of an entry; '' for a new one. */
export function rowName({ naming }: Rows, row: unknown, reader: Reader): string {
  return factInWords(naming, valueAt(row, naming.path), reader);
}

function rowChanges(label: string, rows: Rows, before: unknown, after: unknown, reader: Reader): string[] {
  const { t } = reader;
  const [olds, news] = [asRows(before), asRows(after)];
  const pairs = pairsOf(rows, olds, news);
  const name = (row: Row) => rowName(rows, row, reader) || lowered(t(rows.fresh));
  const inside = pairs.flatMap(([one, other]) =>
    rows.fields.flatMap((part) => {
      const [was, is] = [valueAt(one, part.path), valueAt(other, part.path)];
      if (isSame(was, is)) return [];
      const owner = rowName(rows, one, reader) || name(other);
      return [change(part, `${owner}, ${lowered(t(part.label))}`, was, is, reader)];
    }),
  );
  const removed = olds.filter((row) => !pairs.some(([one]) => one === row));
  const added = news.filter((row) => !pairs.some(([, other]) => other === row));
  const places = pairs.map(([, other]) => news.indexOf(other));
  const isMoved = places.some((place, at) => at > 0 && place < (places[at - 1] ?? 0));
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
function wordChanges(fact: Fact, language: Language, before: unknown, after: unknown, reader: Reader) {
  const { t } = reader;
  const keys = new Set([before, after].flatMap((words) => Object.keys(words ?? {})));
  return [...keys].flatMap((text) => {
    const [one, other] = [wordOf(before, text) ?? '', wordOf(after, text) ?? ''];
    const label = () =>
      t(msg`“${{ text: shortened(text) }}” in ${{ language: t(languageLabels[language]) }}`);
    return one === other ? [] : [change(fact, label(), one, other, reader)];
  });
}

/** The languages as the facts' sections name them. */
export const languageLabels: Record<Language, MessageDescriptor> = { en: msg`English`, es: msg`Spanish` };

export const shortened = (text: string) => (text.length > QUOTED ? `${text.slice(0, QUOTED - 3)}...` : text);

/** The entries before and after that are the same one, in the order before. */
function pairsOf({ hasIds, naming }: Rows, olds: readonly Row[], news: readonly Row[]): [Row, Row][] {
  const found = new Map<Row, Row>();
  const free = new Set(news);
  const pair = (isPair: (old: Row, row: Row) => boolean) => {
    for (const old of olds) {
      const partner = found.has(old) ? undefined : [...free].find((row) => isPair(old, row));
      if (!partner) continue;
      found.set(old, partner);
      free.delete(partner);
    }
  };
  if (hasIds) pair((old, row) => old.id === row.id);
  else {
    pair(isSame);
    pair((old, row) => isSame(valueAt(old, naming.path), valueAt(row, naming.path)));
    if (olds.length === news.length) pair((old, row) => olds.indexOf(old) === news.indexOf(row));
  }
  return olds.flatMap((old): [Row, Row][] => {
    const partner = found.get(old);
    return partner ? [[old, partner]] : [];
  });
}

const asRows = (value: unknown): Row[] => (Array.isArray(value) ? (value as Row[]) : []);

/** "Link to Google Play" stays; "Name" is "name". */
const lowered = (label: string) => label.charAt(0).toLowerCase() + label.slice(1);
