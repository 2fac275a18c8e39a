import type { MessageDescriptor } from '@lingui/core';
import { msg } from '#domain/language/message.ts';
import type { Wording } from '#domain/language/translate.ts';

/** How the facts of a section are shown and edited: data, from which forms, lists of changes and messages are made. */

/** An entry of a list, as it is stored. */
export type Row = Record<string, unknown>;

interface Named {
  /** The path of the fact: "contact.phone". In a row: inside the row. */
  path: string;
  label: MessageDescriptor;
  /** Where it is shown, in what form, or what it does. */
  hint?: MessageDescriptor;
}

type ValueKind =
  | 'text'
  | 'long'
  | 'email'
  | 'phone'
  | 'url'
  | 'money'
  | 'count'
  | 'decimal'
  | 'gigabytes'
  | 'date'
  | 'month'
  | 'time'
  | 'state'
  | 'portrait';

export interface ValueField extends Named {
  kind: ValueKind;
  /** Of a number: "days". */
  unit?: MessageDescriptor;
  /** May be left empty. */
  optional?: true;
}

interface Option {
  value: string;
  label: Wording;
}

export interface ChoiceField extends Named {
  kind: 'choice';
  options: readonly Option[];
  /** The choice of nothing, stored as null. */
  none?: MessageDescriptor;
  /** Stored as a number. */
  isNumber?: true;
}

interface SwitchField extends Named {
  kind: 'switch';
}

/** Several of a few answers. */
export interface ChoicesField extends Named {
  kind: 'choices';
  options: readonly Option[];
  isNumber?: true;
}

/** A list of short texts or numbers, typed with commas; or of sentences, one on each line. */
export interface TextsField extends Named {
  kind: 'words' | 'numbers' | 'lines';
  optional?: true;
}

/** Two numbers: from, to. */
export interface RangeField extends Named {
  kind: 'range';
  unit: MessageDescriptor;
}

/** The address and the title of a video. */
export interface VideoField extends Named {
  kind: 'video';
}

/** A fact that can be removed but not drawn here. */
export interface RemovableField extends Named {
  kind: 'removable';
}

/** A field that a row of a list can have. */
export type RowField = ValueField | ChoiceField | SwitchField | TextsField;

export interface RowsField extends Named {
  kind: 'rows';
  words: {
    /** On the button: "Add a price". */
    add: MessageDescriptor;
    /** Of an entry without a name: "New price". */
    fresh: MessageDescriptor;
    /** Of a stored entry without a name: "Price 2". */
    numbered: (number: number) => MessageDescriptor;
  };
  fields: readonly RowField[];
  /** A new entry. An `id` is added if `hasIds`. */
  blank: Row;
  hasIds?: true;
  /** Entries can be changed, but not added, removed or moved. */
  isFixed?: true;
  /** Each entry is folded to its name. For entries with many fields. */
  isFolded?: true;
  /** The path of the field that names a row. */
  namedBy: string;
}

/** The texts of all facts in another language. */
export interface TranslationsField extends Named {
  kind: 'translations';
  language: MessageDescriptor;
}

/** The office's words in place of ours on pages or in mails: by the language, then by our English text. */
export interface WordingField extends Named {
  kind: 'wording';
  of: 'pages' | 'letters';
}

export type Field =
  | WordingField
  | RowField
  | ChoicesField
  | RangeField
  | VideoField
  | RemovableField
  | RowsField
  | TranslationsField;

export interface Group {
  title: MessageDescriptor;
  hint?: MessageDescriptor;
  /** The public pages where it is shown. */
  pages?: readonly PagePath[];
  /** Its preview shows mails. */
  hasLetters?: true;
  fields: readonly Field[];
}

export interface FactsSection {
  /** The path segment below /manage/office. */
  path: string;
  title: MessageDescriptor;
  groups: readonly Group[];
}

/** The public pages that a preview can show. */
export const pageNames = {
  '/': msg`Home`,
  '/fees': msg`Fees`,
  '/tax-preparation-services': msg`Services`,
  '/quote': msg`Quote`,
  '/website-services': msg`Website services`,
  '/business-startups': msg`Business startups`,
  '/about-us': msg`About us`,
  '/contact-us': msg`Contact us`,
  '/map-location-and-directions': msg`Location and directions`,
  '/booking': msg`Booking`,
  '/frequently-asked-questions': msg`Questions and answers`,
  '/reviews': msg`Leave a review`,
  '/read-reviews': msg`Read reviews`,
  '/referrals': msg`Referrals`,
  '/refund': msg`Refund status`,
  '/apps': msg`Apps`,
  '/payment': msg`Payment`,
  '/legal': msg`Terms`,
  '/privacy-security': msg`Privacy`,
} as const;
export type PagePath = keyof typeof pageNames;

export const fieldsOf = (section: FactsSection): Field[] => section.groups.flatMap((group) => group.fields);

/** The pages that show facts of a section, each once. */
export function pagesOf(section: FactsSection): PagePath[] {
  const pages = section.groups.flatMap((group) => group.pages ?? []);
  return [...new Set<PagePath>([...pages, '/'])];
}
