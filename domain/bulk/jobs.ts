import { z } from 'zod';
import {
  letterTemplates,
  maxLetterItem,
  maxLetterItems,
  maxLetterNote,
} from '#domain/contact/client-letters.ts';
import { shortList } from '#domain/text/short-list.ts';
import { MOST_TAG, MOST_TITLE } from './limits.ts';

/** The database decides, and counts characters; some are two UTF-16 units here. */
const text = (most: number) => z.string().max(2 * most);
const note = text(maxLetterNote).optional();

/** What a job does to each client, with the options of its kind. */
export const bulkAct = z.discriminatedUnion('kind', [
  /** Asks for the documents that the client's list of the year misses. */
  z.object({
    kind: z.literal('remind'),
    options: z.strictObject({ year: z.int().min(2000).max(2199), note }),
  }),
  z.object({
    kind: z.literal('letter'),
    options: z.strictObject({
      template: z.enum(letterTemplates),
      items: shortList(text(maxLetterItem), { min: 1, max: maxLetterItems }).optional(),
      note,
    }),
  }),
  /** Null: no preparer. */
  z.object({ kind: z.literal('assign'), options: z.strictObject({ person: z.guid().nullable() }) }),
  z.object({
    kind: z.literal('tag'),
    options: z.strictObject({ tag: text(MOST_TAG), remove: z.boolean() }),
  }),
  /** A task for each client, for its preparer or for who starts the job. */
  z.object({
    kind: z.literal('task'),
    options: z.strictObject({
      title: text(MOST_TITLE),
      due_on: z.string(),
      owner: z.enum(['preparer', 'starter']),
    }),
  }),
  /** False: brings them back. */
  z.object({ kind: z.literal('archive'), options: z.strictObject({ archived: z.boolean() }) }),
]);
export type BulkAct = z.infer<typeof bulkAct>;
export type BulkKind = BulkAct['kind'];
