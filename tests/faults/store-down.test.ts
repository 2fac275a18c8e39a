/** @module-tag faults-kills */
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tokenOf } from '#tests/contract/support/storage.ts';
import { createPerson, type Person } from '#tests/support/people.ts';
import { startPortal, type TestPortal } from '#tests/support/server/portal.ts';

let portal: TestPortal;
let person: Person;
let token: string;
beforeAll(async () => {
  portal = await startPortal({ ownProcess: true });
  person = await createPerson(portal);
  token = await tokenOf(person.client);
});
afterAll(() => portal?.close());

const call = (path: string, init: RequestInit = {}) =>
  fetch(`${portal.url}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${token}`, ...init.headers },
  });
const upload = (name: string) =>
  call(`/storage/v1/object/user-documents/${person.id}/${name}`, {
    method: 'POST',
    body: 'a document',
    headers: { 'content-type': 'text/plain' },
  });
const beginResumable = (name: string) =>
  call('/storage/v1/upload/resumable', {
    method: 'POST',
    body: 'a document',
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': '10',
      'content-type': 'application/offset+octet-stream',
      'upload-metadata': [
        `bucketName ${btoa('user-documents')}`,
        `objectName ${btoa(`${person.id}/${name}`)}`,
      ].join(','),
    },
  });
const readBack = (name: string) => call(`/storage/v1/object/user-documents/${person.id}/${name}`);

/** Removes the folder of the documents, as if its disk had been unmounted. */
async function withoutStore(work: () => Promise<void>): Promise<void> {
  const [files, away] = ['files', 'files.away'].map((name) => join(portal.dataDir, name)) as [string, string];
  await rename(files, away);
  await writeFile(files, '');
  try {
    await work();
  } finally {
    await rm(files);
    await rename(away, files);
  }
}

test('a missing store causes a 503 with a sentence, and recovers without a restart', async () => {
  expect((await upload('before.txt')).status).toBe(200);
  await withoutStore(async () => {
    for (const answer of await Promise.all([
      upload('during.txt'),
      beginResumable('resumed.txt'),
      readBack('before.txt'),
    ])) {
      expect(answer.status).toBe(503);
      expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
      expect(await answer.json()).toMatchObject({
        code: 'StoreUnavailable',
        message: expect.stringContaining('try again'),
      });
    }
  });
  expect((await upload('during.txt')).status).toBe(200);
  expect((await beginResumable('resumed.txt')).status).toBe(201);
  for (const name of ['before.txt', 'during.txt', 'resumed.txt']) {
    expect(await (await readBack(name)).text()).toBe('a document');
  }
});
