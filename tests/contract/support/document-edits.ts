import { createHash } from 'node:crypto';
import type { Person } from '#tests/support/people.ts';
import { PUBLISHABLE_KEY, type SharedPortal } from '#tests/support/server/portal.ts';
import { DOCUMENTS, tokenOf } from './storage.ts';

export interface Seen {
  id: string;
  sha256: string;
}

export interface Edited {
  status: number;
  code?: string;
  editId: string;
  documents: { id: string; name: string }[];
}

/** `POST /functions/v1/document-edit`. */
export async function edit(
  portal: Pick<SharedPortal, 'url'>,
  by: Person | null,
  order: object,
): Promise<Edited> {
  const answer = await fetch(`${portal.url}/functions/v1/document-edit`, {
    method: 'POST',
    headers: {
      apikey: PUBLISHABLE_KEY,
      authorization: `Bearer ${by === null ? PUBLISHABLE_KEY : await tokenOf(by.client)}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(order),
  });
  return { status: answer.status, ...(await answer.json()) };
}

/** Uploads into the client's folder. */
export async function put(
  by: Person,
  owner: Person,
  path: string,
  bytes: Buffer,
  type = 'application/pdf',
): Promise<Seen> {
  const { data, error } = await by.client.storage
    .from(DOCUMENTS)
    .upload(`${owner.id}/${path}`, new Blob([new Uint8Array(bytes)], { type }));
  if (error) throw error;
  return { id: data.id, sha256: createHash('sha256').update(bytes).digest('hex') };
}

export async function read(by: Person, owner: Person, path: string): Promise<Buffer> {
  const { data, error } = await by.client.storage.from(DOCUMENTS).download(`${owner.id}/${path}`);
  if (error) throw error;
  return Buffer.from(await data.arrayBuffer());
}

export const undo = (by: Person, editId: string) => by.client.rpc('undo_document_edit', { edit_id: editId });
