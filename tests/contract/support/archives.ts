import { crc32 } from 'node:zlib';
import { expect } from 'vitest';
import yauzl from 'yauzl';
import type { Client, Person } from '#tests/support/people.ts';
import type { SharedPortal } from '#tests/support/server/portal.ts';
import { DOCUMENTS, service, tokenOf } from './storage.ts';

export interface Ordered {
  id: string;
  name: string;
  url: string;
  files: number;
  bytes: number;
}

/** Requests an archive. Returns the raw response. */
export async function ask(
  portal: Pick<SharedPortal, 'url'>,
  client: Client,
  body: unknown,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(`${portal.url}/functions/v1/archive`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await tokenOf(client)}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** Requests an archive and expects success. */
export async function order(
  portal: Pick<SharedPortal, 'url'>,
  client: Client,
  owner_id: string,
  paths: string[],
): Promise<Ordered> {
  const { status, body } = await ask(portal, client, { owner_id, paths });
  expect({ status, body }).toMatchObject({ status: 200 });
  return body as unknown as Ordered;
}

/** Requests, downloads, and reads an archive. */
export async function download(
  portal: Pick<SharedPortal, 'url'>,
  client: Client,
  ownerId: string,
  paths: string[],
  meanwhile = async () => {},
): Promise<{ ordered: Ordered; response: Response; entries: Map<string, ZipEntry> }> {
  const ordered = await order(portal, client, ownerId, paths);
  await meanwhile();
  const response = await fetch(portal.url + ordered.url);
  expect(response.status).toBe(200);
  const entries = await readZip(Buffer.from(await response.arrayBuffer()));
  return { ordered, response, entries };
}

export interface ZipEntry {
  bytes: Buffer;
  /** The time that a program shows: "2027-03-14 09:30", without a zone. */
  shown: string;
  /** 0: stored. */
  method: number;
}

/** All entries with their recorded size and checksum. Throws for names with path traversal. */
export async function readZip(zip: Buffer): Promise<Map<string, ZipEntry>> {
  const entries = new Map<string, ZipEntry>();
  const file = await yauzl.fromBufferPromise(zip, { strictFileNames: true, validateEntrySizes: true });
  for await (const entry of file.eachEntry()) {
    const bytes = entry.fileName.endsWith('/')
      ? Buffer.alloc(0)
      : Buffer.concat(await (await file.openReadStreamPromise(entry)).toArray());
    expect(entries.has(entry.fileName)).toBe(false);
    expect(crc32(bytes)).toBe(entry.crc32);
    entries.set(entry.fileName, {
      bytes,
      shown: entry.getLastModDate({ timezone: 'UTC' }).toISOString().slice(0, 16).replace('T', ' '),
      method: entry.compressionMethod,
    });
  }
  return entries;
}

/** Uploads files with the service key, which skips content checks. */
export async function lay(
  portal: Pick<SharedPortal, 'url'>,
  { id }: Pick<Person, 'id'>,
  files: Record<string, Buffer | string>,
): Promise<void> {
  const bucket = service(portal).storage.from(DOCUMENTS);
  for (const [path, bytes] of Object.entries(files)) {
    // A URL would normalize a name like "..\\x".
    const draft = `${id}/draft`;
    const uploaded = await bucket.upload(draft, bytes, { contentType: 'application/pdf' });
    expect(uploaded.error).toBeNull();
    expect((await bucket.move(draft, `${id}/${path}`)).error).toBeNull();
  }
}
