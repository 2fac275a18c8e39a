import { z } from 'zod';

/**
 * The kinds of facts, with the messages for an owner who typed a wrong one. A message completes a sentence that begins
 * with the name of the field: "Phone must be a phone number".
 */

/** How an owner is asked for a fact (app/office/facts/form/fact-field.tsx). The labels are with the editor. */
export type Control =
  | 'text'
  | 'long'
  | 'email'
  | 'phone'
  | 'url'
  | 'money'
  | 'count'
  | 'decimal'
  | 'gigabytes'
  | 'range'
  | 'date'
  | 'month'
  | 'time'
  | 'state'
  | 'switch'
  | 'choice'
  | 'choices'
  /** Short texts or numbers with commas between them; sentences, one on each line; entries with fields. */
  | 'words'
  | 'numbers'
  | 'lines'
  | 'rows'
  | 'portrait'
  | 'video'
  /** Can be removed, but not drawn. */
  | 'removable'
  /** By our text: the office's words in its place. By the office's text: its translation. */
  | 'wording'
  | 'translations';

/** For `.meta()`. A schema that is made from another one inherits it. */
export const control = (control: Control) => ({ control });

export const controlOf = (schema: z.ZodType) => schema.meta()?.control as Control | undefined;

/** Rules for what is saved now. Facts stored before a rule may break it, and are used nevertheless (fit-facts.ts). */
const bound = (error: string, path: string[] = []) => ({ error, path, params: { isBound: true } });

/** Whether an issue of zod is about such a rule. */
export function isBound(issue: { code: string | undefined; params?: Record<string, unknown> | undefined }) {
  return issue.code === 'custom' && issue.params?.isBound === true;
}

const counts = new Intl.NumberFormat('en-US');

export const LINE = 120;
export const PARAGRAPH = 600;
export const LONG_TEXT = 4000;

const EMPTY = 'must not be empty';

export const text = (most = LINE) =>
  z
    .string({ error: EMPTY })
    .trim()
    .min(1, { error: EMPTY })
    .refine(
      (typed) => typed.length <= most,
      bound(`must not be longer than ${counts.format(most)} characters`),
    )
    .meta(control(most > LINE ? 'long' : 'text'));

export const id = text(60);

const ADDRESS = 'must be an address that begins with https://';
export const url = z
  .url({ protocol: /^https$/, error: ADDRESS })
  .refine((typed) => typed.length <= 2000, bound('must not be longer than 2,000 characters'))
  .meta(control('url'));

export const email = z
  .email({ error: 'must be an email address, such as name@example.com' })
  .refine((typed) => typed.length <= 255, bound('must not be longer than 255 characters'))
  .meta(control('email'));

const wholeNumber = (most: number, error: string) =>
  z
    .number({ error })
    .int({ error })
    .positive({ error })
    .refine((typed) => typed <= most, bound(`must not be more than ${counts.format(most)}`));

export const money = wholeNumber(1_000_000, 'must be a whole number of dollars, such as 85').meta(
  control('money'),
);
export const count = (most = 10_000) =>
  wholeNumber(most, 'must be a whole number, 1 or more').meta(control('count'));

const RATING = 'must be a number from 1 to 5, such as 4.8';
export const rating = z
  .number({ error: RATING })
  .min(1, { error: RATING })
  .max(5, { error: RATING })
  .meta(control('decimal'));

export const clock = z
  .string({ error: 'must be a time of day' })
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day such as 08:00')
  .meta(control('time'));

export const date = z.iso.date({ error: 'must be a date' }).meta(control('date'));

const MONTH = 'must be a year and a month, such as 2025-01';
export const month = z
  .string({ error: MONTH })
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/, MONTH)
  .meta(control('month'));

export const phone = z
  .strictObject({
    e164: z.e164({ error: 'must be a phone number with its area code' }),
    display: text(40),
  })
  .meta(control('phone'));

export const choice = <const Options extends readonly string[]>(options: Options) =>
  z.enum(options, { error: 'must be one of the choices' }).meta(control('choice'));

export const yesOrNo = z.boolean({ error: 'must be yes or no' }).meta(control('switch'));

const LISTS: { readonly [Item in Control]?: Control } = { text: 'words', long: 'lines', count: 'numbers' };

export const list = <Item extends z.ZodType>(item: Item, most: number) =>
  z
    .array(item, { error: 'must be a list' })
    .refine((items) => items.length <= most, bound(`must not have more than ${most} entries`))
    .meta(control(LISTS[controlOf(item) ?? 'rows'] ?? 'rows'));

/** A list of at least one entry. */
export const filledList = <Item extends z.ZodType>(item: Item, most: number) =>
  list(item, most).refine((items) => items.length > 0, { error: 'must have at least one entry' });

/** Entries with ids, which other data refers to. */
export const identified = <Item extends z.ZodType<{ id: string }>>(item: Item, most: number) =>
  list(item, most).refine(
    (items) => new Set(items.map((one) => one.id)).size === items.length,
    bound('must not have two entries with the same id'),
  );

const ORDER = 'must not be less than the number before it';

export const range = (most = 1000) =>
  z
    .strictObject({ from: count(most), to: count(most) })
    .refine(({ from, to }) => from <= to, { error: ORDER, path: ['to'] })
    .meta(control('range'));

/** A price from one amount to another. */
export const priceRange = z.strictObject({ id, name: text(), from: money, to: money });

export const ascending = <Range extends z.ZodType<{ from: number; to: number }>>(schema: Range) =>
  schema.refine(({ from, to }) => from <= to, bound(ORDER, ['to']));

/** A rule about several fields. Its message is shown at one of them. */
export const rule = bound;
