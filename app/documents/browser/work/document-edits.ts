import type { MessageDescriptor } from '@lingui/core';
import { done } from '#app/shared/api/done.ts';
import { failureOf, messageOf } from '#app/shared/api/error-wording.ts';
import { rest } from '#app/shared/api/rest.ts';
import type { PageRange } from '#domain/documents/page-ranges.ts';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import type { DocumentItem } from '../../store/document-store.ts';

/** A document as it is shown. The server refuses the act if it was changed since. */
interface Seen {
  readonly id: string;
  readonly sha256: string;
}

export type Turns = 1 | 2 | 3;

export type Order =
  | { readonly act: 'rotate'; readonly document: Seen; readonly turns: Turns }
  | { readonly act: 'split'; readonly document: Seen; readonly parts: readonly PageRange[] }
  | { readonly act: 'join'; readonly documents: readonly Seen[]; readonly name: string };

export interface Edited {
  readonly editId: string;
  readonly documents: readonly { readonly id: string; readonly name: string }[];
}

/** Null for folders, and for files that are older than their hashes. */
export function seenOf({ id, sha256 }: DocumentItem): Seen | null {
  return id === null || sha256 === null ? null : { id, sha256 };
}

export const undoEdit = (editId: string) => done(rest.rpc('undo_document_edit', { edit_id: editId }));

const problems: Readonly<Record<string, MessageDescriptor>> = {
  changed: msg`Someone else has just changed this. Nothing was done. Please look at it again.`,
  not_found: msg`This file isn’t here anymore. Someone else has moved or deleted it.`,
  gone: msg`The original isn’t in the trash anymore, so this can’t be undone.`,
  undone: msg`This was undone already.`,
  of_a_return: msg`A return uses this file, so it can’t be split or joined.`,
  wrong_type: msg`This works only with PDFs, and with JPEG and PNG pictures.`,
  locked: msg`This PDF is locked with a password. Ask the client for one without a password.`,
  signed: msg`This PDF is signed. Turning, splitting, or joining it would break the signature, so it stays as it is.`,
  broken: msg`This file is damaged, so it stays as it is. Ask the client to send it again.`,
  too_large: msg`These files are too large for this. They can have 40 MB together.`,
  too_many_pages: msg`This has too many pages. The most is 500.`,
  wrong_pages: msg`This document has other pages than shown. Please look at it again.`,
  too_complex: msg`This PDF takes too long, so it stays as it is.`,
  busy: msg`The server is busy with other files. Please try again in a moment.`,
};

export function problemOf(error: unknown, t: Translate): string {
  const { code, details, status } = failureOf(error);
  const problem = status === 429 ? problems.busy : (problems[details] ?? problems[code]);
  return problem ? t(problem) : messageOf(error, t);
}
