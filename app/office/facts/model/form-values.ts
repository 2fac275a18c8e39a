import type { Business } from '#domain/business/business.ts';
import { textsToTranslate } from '#domain/business/translations.ts';
import { formatPhone, internationalPhone, isWholePhone, showPhone } from '#domain/contact/phone.ts';
import { type Language, languages } from '#domain/language/language.ts';
import { stateCode } from '#domain/tax-form/choices.ts';
import type { Field, Row, RowField, RowsField } from './fields.ts';
import { putAt, valueAt } from './paths.ts';
import { videoLink, videoOf } from './video.ts';

/**
 * What is typed into a section: texts, switches and lists, nested like the facts. What can't be understood as the kind
 * of its field goes into the facts as it is, and the schema says what is wrong with it.
 */
export type FormValues = Record<string, unknown>;

/** Where a typed row keeps the stored one: it may have more than the form shows, such as a portrait. */
export const STORED = 'stored';

const GIGABYTE = 1_000_000_000;

/** The facts of a section as they are shown in its form. */
export function toFormValues(fields: readonly Field[], facts: unknown): FormValues {
  const typed: FormValues = {};
  for (const field of fields) {
    const stored = valueAt(facts, field.path);
    putAt(
      typed,
      field.path,
      field.kind === 'translations' ? translationsOf(facts, stored) : formatField(field, stored),
    );
  }
  return typed;
}

interface Translation {
  text: string;
  translation: string;
}

/** A translation, or none yet, for each text of the facts. */
function translationsOf(facts: unknown, stored: unknown): Translation[] {
  return textsToTranslate(facts as Business).map((text) => {
    // A text may have dots, so it is no path.
    const words = typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : {};
    return { text, translation: asText(Object.hasOwn(words, text) ? words[text] : '') };
  });
}

/** A copy of the facts with what was typed. */
export function applyFormValues(fields: readonly Field[], typed: FormValues, facts: object): object {
  const changed = structuredClone(facts);
  for (const field of fields) {
    const stored = valueAt(facts, field.path);
    putAt(changed, field.path, parseField(field, valueAt(typed, field.path), stored));
  }
  return changed;
}

/** A draft, with the form's own values where the draft has none, or others than this program writes. */
export function restoreDraft(fields: readonly Field[], draft: unknown, typed: FormValues): FormValues {
  const fitting = structuredClone(typed);
  for (const field of fields) {
    const value = valueAt(draft, field.path);
    if (field.kind === 'rows') {
      if (Array.isArray(value))
        putAt(
          fitting,
          field.path,
          value.map((row) => restoreRow(field, row)),
        );
    } else if (field.kind === 'wording') {
      putAt(fitting, field.path, wordingsOf(value));
    } else if (field.kind === 'translations') {
      const drafts = new Map(asList(value).map((one) => [valueAt(one, 'text'), valueAt(one, 'translation')]));
      const own = valueAt(typed, field.path) as Translation[];
      putAt(
        fitting,
        field.path,
        own.map(({ text, translation }) => ({ text, translation: asText(drafts.get(text) ?? translation) })),
      );
    } else if (isLike(value, valueAt(typed, field.path))) putAt(fitting, field.path, value);
  }
  return fitting;
}

function restoreRow(field: RowsField, draft: unknown): FormValues {
  const row = toRowValues(field, newRow(field));
  const stored = valueAt(draft, STORED);
  if (typeof stored === 'object' && stored !== null) row[STORED] = stored;
  for (const part of field.fields) {
    const value = valueAt(draft, part.path);
    if (isLike(value, valueAt(row, part.path))) putAt(row, part.path, value);
  }
  return row;
}

/** Whether both are texts, switches, lists of texts, or groups of texts with the same names. */
function isLike(one: unknown, other: unknown): boolean {
  if (Array.isArray(other)) return Array.isArray(one) && one.every((item) => typeof item === 'string');
  if (typeof other === 'object' && other !== null) {
    return Object.entries(other).every(([key, part]) => isLike(valueAt(one, key), part));
  }
  return typeof one === typeof other;
}

/** A new entry of a list, as it would be stored. */
export function newRow(field: RowsField): Row {
  const row = structuredClone(field.blank);
  return field.hasIds ? { id: crypto.randomUUID().slice(0, 8), ...row } : row;
}

export function toRowValues(field: RowsField, stored: Row): FormValues {
  return { ...toFormValues(field.fields, stored), [STORED]: stored };
}

const asText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

function formatField(field: Field, stored: unknown): unknown {
  switch (field.kind) {
    case 'phone': {
      const e164 = asText(valueAt(stored, 'e164'));
      return e164.startsWith('+1') && isWholePhone(e164) ? formatPhone(e164) : e164;
    }
    case 'gigabytes':
      return typeof stored === 'number' ? String(stored / GIGABYTE) : '';
    case 'switch':
      return stored === true;
    case 'removable':
      return stored !== null && stored !== undefined;
    case 'choices':
      return asList(stored).map(asText);
    case 'words':
    case 'numbers':
      return asList(stored).map(asText).join(', ');
    case 'lines':
      return asList(stored).map(asText).join('\n');
    case 'range':
      return { from: asText(valueAt(stored, 'from')), to: asText(valueAt(stored, 'to')) };
    case 'video':
      return { link: videoLink(stored), title: asText(valueAt(stored, 'title')) };
    case 'rows':
      return asList(stored).map((row) => toRowValues(field, row as Row));
    case 'wording':
      return wordingsOf(stored);
    default:
      return asText(stored);
  }
}

/** @param stored the fact before */
function parseField(field: Field, typed: unknown, stored: unknown): unknown {
  switch (field.kind) {
    case 'removable':
      return typed === true ? stored : null;
    case 'choices':
      return inOrderOf(field.options, asList(typed).map(asText)).map((value) =>
        field.isNumber ? Number(value) : value,
      );
    case 'range':
      return {
        from: numberIn(asText(valueAt(typed, 'from'))),
        to: numberIn(asText(valueAt(typed, 'to'))),
      };
    case 'video':
      return videoOf(asText(valueAt(typed, 'link')).trim(), asText(valueAt(typed, 'title')).trim());
    case 'rows':
      return asList(typed).map((row) => parseRow(field, row as FormValues));
    case 'wording':
      return parseWordings(wordingsOf(typed));
    case 'translations':
      return parseTranslations(asList(typed) as Translation[]);
    default:
      return parseValue(field, typed, stored);
  }
}

/** By the text. Undefined without any. Translations of texts that are gone are left out. */
function parseTranslations(typed: readonly Translation[]): Record<string, string> | undefined {
  const translated = typed.flatMap(({ text, translation }): [string, string][] =>
    translation.trim() === '' ? [] : [[text, translation.trim()]],
  );
  return translated.length === 0 ? undefined : Object.fromEntries(translated);
}

/** The texts of an object by their keys, without anything else. */
function ownTexts(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** The office's words by the language, then by our English text. */
export type Wordings = Record<Language, Record<string, string>>;

function wordingsOf(value: unknown): Wordings {
  return Object.fromEntries(
    languages.map((language) => [language, ownTexts(valueAt(value, language))]),
  ) as Wordings;
}

function parseWordings(typed: Wordings): Partial<Wordings> | undefined {
  const own = languages.flatMap((language) => {
    const words = parseWording(typed[language]);
    return words ? [[language, words]] : [];
  });
  return own.length === 0 ? undefined : Object.fromEntries(own);
}

/** An emptied text is ours again. */
function parseWording(typed: Record<string, string>): Record<string, string> | undefined {
  const own = Object.entries(typed).filter(([, text]) => text.trim() !== '');
  return own.length === 0 ? undefined : Object.fromEntries(own.map(([ours, text]) => [ours, text.trim()]));
}

function parseRow(field: RowsField, typed: FormValues): Row {
  const stored = typed[STORED];
  const known = typeof stored === 'object' && stored !== null ? (stored as Row) : newRow(field);
  return applyFormValues(field.fields, typed, known) as Row;
}

function parseValue(field: RowField, typed: unknown, stored: unknown): unknown {
  // A switch that was never set may be left out.
  if (field.kind === 'switch') return typed === true || (stored === undefined ? undefined : false);
  const text = asText(typed).trim();
  if (text === '' && 'optional' in field && field.optional && !isTexts(field.kind)) return null;
  switch (field.kind) {
    case 'phone':
      return phoneIn(text, stored);
    case 'money':
      return numberIn(text.replace(/^\$\s*/, ''));
    case 'count':
    case 'decimal':
      return numberIn(text);
    case 'gigabytes': {
      const size = numberIn(text);
      return typeof size === 'number' ? Math.round(size * GIGABYTE) : size;
    }
    case 'state':
      return stateCode(text) ?? text.toUpperCase();
    case 'choice':
      if (text === '' && field.none !== undefined) return null;
      return field.isNumber ? numberIn(text) : text;
    case 'words':
      return parts(text, /[,;\n]/);
    case 'numbers':
      return parts(text, /[,;\s]/).map(numberIn);
    case 'lines':
      return parts(text, /\n/);
    default:
      return text;
  }
}

const isTexts = (kind: Field['kind']) => kind === 'words' || kind === 'numbers' || kind === 'lines';

const parts = (text: string, separator: RegExp): string[] =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** "1,998" and "4.8" as numbers. Other text stays text. */
function numberIn(text: string): number | string {
  const typed = text.trim();
  const isGrouped = /^\d{1,3}(,\d{3})+(\.\d+)?$/.test(typed);
  const digits = isGrouped ? typed.replaceAll(',', '') : typed;
  return /^-?\d+(\.\d+)?$/.test(digits) ? Number(digits) : text;
}

/** A number that was not touched stays as it is written. */
function phoneIn(text: string, stored: unknown): unknown {
  const e164 = asText(valueAt(stored, 'e164'));
  if (text !== '' && (text === e164 || internationalPhone(text) === e164)) return stored;
  if (!isWholePhone(text)) return { e164: text, display: text };
  const number = internationalPhone(text);
  return { e164: number, display: showPhone(number) };
}

function inOrderOf(options: readonly { value: string }[], chosen: readonly string[]): string[] {
  const known = options.map(({ value }) => value).filter((value) => chosen.includes(value));
  return [...known, ...chosen.filter((value) => !known.includes(value))];
}
