import type { MessageDescriptor } from '@lingui/core';
import { set } from 'react-hook-form';
import { z } from '#app/shared/forms/zod.ts';
import { type Business, businessSchema } from '#domain/business/business.ts';
import { type Control, controlOf } from '#domain/business/fact-kinds.ts';
import { msg } from '#domain/language/message.ts';
import type { Wording } from '#domain/language/translate.ts';
import { valueAt } from './paths.ts';

/**
 * The facts as the editor shows them. The schema says how an owner is asked for a fact, and what may be left empty
 * (domain/business/fact-kinds.ts). `sections/` says what the fact is called, and in which form it is.
 */

/** The facts with what was typed. It may be wrong: what can't be understood is in them as it was typed. */
export type DraftFacts = Record<string, unknown>;

export type Row = Record<string, unknown>;

export interface Labels {
  label: MessageDescriptor;
  /** Where it is shown, in what form, or what it does. */
  hint?: MessageDescriptor;
  /** Of a number: "days". */
  unit?: MessageDescriptor;
  /** The choices, in the order of the form. */
  options?: readonly { value: string | number; label: Wording }[];
  /** The choice of nothing, which is null. */
  none?: MessageDescriptor;
}

interface RowsLabels extends Labels {
  /** On the button: "Add a price". Without it, entries can be changed, but not added, removed, or moved. */
  add?: MessageDescriptor;
  /** An entry without a name: "New price". */
  fresh: MessageDescriptor;
  /** A stored entry without a name: "Price 2". */
  numbered: (number: number) => MessageDescriptor;
  /** Each entry is folded to its name. For entries with many fields. */
  isFolded?: true;
  /** By the path in the entry, in the order of the form. */
  fields: Readonly<Record<string, Labels>>;
}

export interface Rows extends Omit<RowsLabels, 'fields' | keyof Labels> {
  fields: readonly Fact[];
  /** Names an entry: the first field that is no choice. */
  naming: Fact;
  hasIds: boolean;
}

export interface Fact extends Labels {
  /** "contact.phone". In an entry of a list: inside the entry. */
  path: string;
  control: Control;
  isOptional: boolean;
  /** Of a list of entries. */
  rows?: Rows;
}

export interface Group<Facts = readonly Fact[]> {
  title: MessageDescriptor;
  hint?: MessageDescriptor;
  /** The public pages where it is shown. */
  pages?: readonly PagePath[];
  /** Its preview shows mails. */
  hasLetters?: true;
  facts: Facts;
}

export interface FactsSection {
  /** The path segment below /manage/office. */
  path: string;
  title: MessageDescriptor;
  groups: readonly Group[];
}

/** The paths in an object: "hours", "hours.open". Lists and texts by their key have none. */
type PathIn<Facts> = Facts extends readonly unknown[] | string | number | boolean
  ? never
  : string extends keyof Facts
    ? never
    : PathsOf<Facts, keyof Facts & string>;
type PathsOf<Facts, Key extends keyof Facts & string> = Key extends string
  ? Key | `${Key}.${PathIn<NonNullable<Facts[Key]>> & string}`
  : never;

type FactLabels = { readonly [Path in PathIn<Business>]?: Labels | RowsLabels };

/** Throws for a fact that the schema doesn't have. */
export function section(
  path: string,
  title: MessageDescriptor,
  groups: readonly Group<FactLabels>[],
): FactsSection {
  return {
    path,
    title,
    groups: groups.map((group) => ({ ...group, facts: factsIn(businessSchema, group.facts) })),
  };
}

function factsIn(owner: z.ZodType, labels: Readonly<Record<string, Labels | RowsLabels>>): readonly Fact[] {
  return Object.entries(labels).map(([path, own]) => {
    const schema = schemaAt(owner, path);
    const control = controlOf(withoutNull(schema));
    if (!control) throw new Error(`The schema doesn't say how to ask for ${path}`);
    const isOptional = [null, []].some((nothing) => schema.safeParse(nothing).success);
    return { ...own, path, control, isOptional, ...('fields' in own && { rows: rowsOf(schema, own) }) };
  });
}

function rowsOf(list: z.ZodType, labels: RowsLabels): Rows {
  if (!(list instanceof z.ZodArray)) throw new Error('Only a list has entries');
  const entry = list.element as z.ZodType;
  const fields = factsIn(entry, labels.fields);
  const naming = fields.find(({ control }) => control !== 'choice');
  if (!naming) throw new Error('An entry has no field that names it');
  return { ...labels, fields, naming, hasIds: partOf(entry, 'id') !== undefined };
}

function schemaAt(owner: z.ZodType, path: string): z.ZodType {
  return path.split('.').reduce<z.ZodType>((schema, key) => {
    const part = partOf(schema, key);
    if (!part) throw new Error(`The schema of the facts has no ${path}`);
    return part;
  }, owner);
}

function partOf(schema: z.ZodType, key: string): z.ZodType | undefined {
  const object = withoutNull(schema);
  return object instanceof z.ZodObject ? (object.shape as Record<string, z.ZodType>)[key] : undefined;
}

function withoutNull(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return withoutNull(schema.unwrap() as z.ZodType);
  return schema;
}

export function newRow({ fields, hasIds }: Rows): Row {
  const row: Row = hasIds ? { id: crypto.randomUUID().slice(0, 8) } : {};
  for (const fact of fields) set(row, fact.path, blank(fact));
  return row;
}

function blank({ control, isOptional, options }: Fact): unknown {
  if (control === 'switch') return false;
  if (control === 'words' || control === 'numbers' || control === 'lines') return [];
  if (isOptional) return null;
  return options?.[0]?.value ?? '';
}

/** A copy of the facts, with these of others. */
export function withFacts(facts: readonly Fact[], target: object, source: object): DraftFacts {
  const copy = structuredClone(target) as DraftFacts;
  for (const { path } of facts) set(copy, path, valueAt(source, path));
  return copy;
}

export const factsOf = ({ groups }: FactsSection): Fact[] => groups.flatMap(({ facts }) => facts);

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

export function pagesOf(section: FactsSection): PagePath[] {
  const pages = section.groups.flatMap((group) => group.pages ?? []);
  return [...new Set<PagePath>([...pages, '/'])];
}
