import { z } from 'zod';
import { completeName, MAX_NAME_TEXT, nameProblem } from '#domain/documents/file-names.ts';
import { MAX_PAGES, MAX_PARTS } from '#domain/documents/page-ranges.ts';
import { shortList } from '#domain/text/short-list.ts';
import type { Caller } from '#server/database/database.ts';
import type { createDocumentEdits } from '#server/document-edits/document-edits.ts';
import { DocumentEditError, documentEditErrors } from '#server/document-edits/errors.ts';
import { forPerson, type PersonalDeps, refusal } from './answers.ts';
import type { Functions } from './service.ts';

interface Deps extends PersonalDeps {
  edits: ReturnType<typeof createDocumentEdits>;
}

const seen = z.object({ id: z.guid().toLowerCase(), sha256: z.hex().length(64) });
const page = z.int().min(1).max(MAX_PAGES);
const order = z.discriminatedUnion('act', [
  z.object({
    act: z.literal('rotate'),
    document: seen,
    turns: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  }),
  z.object({
    act: z.literal('split'),
    document: seen,
    parts: shortList(z.object({ from: page, to: page }), { min: 2, max: MAX_PARTS }),
  }),
  z.object({
    act: z.literal('join'),
    documents: shortList(seen, { min: 2, max: MAX_PARTS }).refine(
      (all) => new Set(all.map(({ id }) => id)).size === all.length,
    ),
    name: z
      .string()
      .max(MAX_NAME_TEXT)
      .transform((typed) => completeName(typed))
      .refine((name) => nameProblem(name) === undefined),
  }),
]);

/**
 * `POST /functions/v1/document-edit`, for staff: rotates, splits, or joins documents, each named with the SHA-256 that the
 * caller has seen. Answers with the new documents, and with the act, which `undo_document_edit` takes back. A refusal has
 * a code of server/document-edits/errors.ts.
 */
export function documentEditFunctions(deps: Deps): Functions {
  const { edits } = deps;
  const carryOut = (caller: Caller, asked: z.infer<typeof order>) => {
    switch (asked.act) {
      case 'rotate':
        return edits.rotate(caller, asked.document, asked.turns);
      case 'split':
        return edits.split(caller, asked.document, asked.parts);
      case 'join':
        return edits.join(caller, asked.documents, asked.name);
    }
  };
  return {
    'document-edit': forPerson(deps, {
      method: 'POST',
      limit: { name: 'document edit', points: 600, seconds: 3600 },
      schema: order,
      invalid: ['Bad request', 'bad_request'],
      answer: async (asked, { caller }) => Response.json(await carryOut(caller, asked)),
      refuse: (error) => {
        if (!(error instanceof DocumentEditError)) return undefined;
        const { status, message } = documentEditErrors[error.code];
        return refusal(status, message, error.code);
      },
    }),
  };
}
