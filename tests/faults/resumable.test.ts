/** @module-tag size */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Upload } from 'tus-js-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPerson, type Person } from '#tests/support/people.ts';
import { startPortal, type TestPortal } from '#tests/support/server/portal.ts';
import { type CuttingProxy, startCuttingProxy } from '#tests/support/services/cutting-proxy.ts';

const MIB = 1024 * 1024;
const SIZE = 1024 * MIB;
const CHUNK = 6 * MIB;
const CUTS = [100 * MIB, 333 * MIB, 612 * MIB];
const KILL = 850 * MIB;
/** The size of a request without its body: request line, headers with the token, metadata. */
const HEADERS = 4096;

let portal: TestPortal;
let proxy: CuttingProxy;
let person: Person;
let folder: string;
beforeAll(async () => {
  portal = await startPortal({ ownProcess: true });
  proxy = await startCuttingProxy(portal.url);
  person = await createPerson(portal);
  folder = await mkdtemp(join(tmpdir(), 'nutmeg-gigabyte-'));
});
afterAll(async () => {
  await proxy?.close();
  await portal?.close();
  if (folder) await rm(folder, { recursive: true, force: true });
});

/** A PDF of a gigabyte without equal segments, and its SHA-256. */
async function writeGigabyte(path: string): Promise<string> {
  const hash = createHash('sha256');
  const file = await open(path, 'w');
  const block = createHash('shake256', { outputLength: MIB }).update('gigabyte').digest();
  for (let n = 0; n < SIZE / MIB; n++) {
    block.writeUInt32BE(n, 8);
    if (n === 0) block.write('%PDF-1.7');
    if (n === SIZE / MIB - 1) block.write('\n%%EOF\n', MIB - 7);
    hash.update(block);
    await file.write(block);
  }
  await file.close();
  return hash.digest('hex');
}

async function bearer(): Promise<string> {
  const { session } = (await person.client.auth.getSession()).data;
  return `Bearer ${session?.access_token}`;
}

test('a gigabyte arrives intact over three cut connections and a killed server, and is sent once', async () => {
  const path = join(folder, 'scan.pdf');
  const sha256 = await writeGigabyte(path);
  const key = `${person.id}/scan.pdf`;
  const authorization = await bearer();
  const troubles = [...CUTS];
  let killed: Promise<void> | undefined;
  let requests = 0;

  await new Promise<void>((resolve, reject) => {
    const upload = new Upload(createReadStream(path), {
      endpoint: `${proxy.url}/storage/v1/upload/resumable`,
      headers: { authorization },
      uploadSize: SIZE,
      chunkSize: CHUNK,
      retryDelays: Array.from({ length: 100 }, () => 200),
      metadata: { bucketName: 'user-documents', objectName: key, contentType: 'application/pdf' },
      onBeforeRequest: () => {
        requests += 1;
      },
      onProgress: (bytes) => {
        if (bytes > (troubles[0] ?? Number.POSITIVE_INFINITY)) {
          troubles.shift();
          proxy.cut();
        } else if (troubles.length === 0 && bytes > KILL) {
          killed ??= portal.killAndRestart();
        }
      },
      onSuccess: () => resolve(),
      onError: reject,
    });
    upload.start();
  });
  expect(troubles).toEqual([]);
  await killed;
  expect(killed).toBeDefined();

  // Only the bytes in transit at each interruption are sent again.
  const most = SIZE + (CUTS.length + 1) * CHUNK + requests * HEADERS;
  expect(proxy.sent()).toBeLessThan(most);

  const answer = await fetch(`${portal.url}/storage/v1/object/authenticated/user-documents/${key}`, {
    headers: { authorization },
  });
  const hash = createHash('sha256');
  for await (const chunk of answer.body ?? []) hash.update(chunk);
  expect(hash.digest('hex')).toBe(sha256);
  const { data } = await person.client.from('file_uploads').select('file_size, file_type, sha256');
  expect(data).toEqual([{ file_size: SIZE, file_type: 'application/pdf', sha256 }]);
  expect((await person.client.rpc('unfinished_uploads', { owner: person.id })).data).toEqual([]);
}, 280_000);
