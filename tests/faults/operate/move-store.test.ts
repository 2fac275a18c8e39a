/** @module-tag faults-operate */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStore } from '#server/storage/blobs/stores/open-store.ts';
import { missingServicesReason } from '#tests/support/missing-services.ts';
import { createPerson, type Person } from '#tests/support/people.ts';
import { settingsFor } from '#tests/support/server/portal.ts';
import { runPortalCommand, startCommand } from '#tests/support/server/portal-command.ts';
import { prepareServer, type ServerProcess } from '#tests/support/server/server-process.ts';
import { type ObjectStore, startObjectStore } from '#tests/support/services/object-store.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { eventually } from '#tests/support/waiting.ts';
import { DOCUMENTS, service } from '../../contract/support/storage.ts';

const missing = missingServicesReason();

// Moves the documents of a running portal from a folder to an S3 store and back.
let store: ObjectStore;
let database: TestDatabase;
let server: ServerProcess;
let person: Person;
const env: Record<string, string> = {};
const uploaded: string[] = [];

describe.skipIf(missing !== undefined)(`moving the documents${missing ? ` (${missing})` : ''}`, () => {
  beforeAll(async () => {
    [store, database] = await Promise.all([startObjectStore(), createTestDatabase()]);
    Object.assign(env, settingsFor(database), {
      LOG_LEVEL: 'warn',
      STORAGE_URL: '',
      STORAGE_URL_PREVIOUS: '',
    });
    server = await prepareServer({ env, siteFolder: undefined });
    await server.start();
    person = await createPerson({ url: server.url, database });
  });
  afterAll(async () => {
    await server?.remove();
    await store?.stop();
    await database?.drop();
  });

  const files = () => person.client.storage.from(DOCUMENTS);
  const cli = (...args: string[]) => runPortalCommand({ dataDir: server.dataDir, database }, args, env);

  async function upload(): Promise<void> {
    const key = `${person.id}/${uploaded.length}.txt`;
    expect((await files().upload(key, `${key} `.repeat(200))).error).toBeNull();
    uploaded.push(key);
  }

  async function expectAllThere(): Promise<void> {
    for (const key of uploaded) {
      expect(await (await files().download(key)).data?.text(), key).toBe(`${key} `.repeat(200));
    }
  }

  /** As the operator does: new settings and a restart. */
  async function restartWith(settings: Record<string, string>): Promise<void> {
    Object.assign(env, settings);
    await server.end('SIGTERM');
    await server.start();
  }

  /** At most so many uploads: they are faster than the copy. */
  async function uploadingDuring<T>(work: Promise<T>, most = 150): Promise<T> {
    let isOver = false;
    const over = work.finally(() => {
      isOver = true;
    });
    for (let n = 0; n < most && !isOver; n++) await upload();
    return over;
  }

  test('from a folder to S3 and back, during uploads, with a kill in the middle', async () => {
    for (let n = 0; n < 40; n++) await upload();
    const papers = service(server).storage;
    expect((await papers.createBucket('papers', { public: false })).error).toBeNull();
    expect((await papers.from('papers').upload('deleted-meanwhile.txt', 'x')).error).toBeNull();
    const folder = pathToFileURL(join(server.dataDir, 'files')).href;

    const killed = startCommand(['move-store', store.url], { ...env, DATA_DIR: server.dataDir });
    const distant = await openStore(store.url, server.dataDir);
    await eventually(async () => (await Array.fromAsync(distant.list())).length > 3);
    killed.child.kill('SIGKILL');
    await killed.ended;
    const begun = await uploadingDuring(cli('move-store', store.url));
    expect(begun).toMatchObject({ code: 0, stderr: '' });
    expect(begun.stdout).toContain(`STORAGE_URL_PREVIOUS=${folder}`);
    expect(begun.stdout).not.toContain('testing');
    // After the last run, and before the servers use the new store.
    await upload();
    const [gone] = await database.query<{ blob_id: string }>(
      `delete from storage.objects where bucket_id = 'papers' returning blob_id`,
    );
    const id = String(gone?.blob_id);
    await database.query('delete from storage.blobs where id = $1', [id]);
    await rm(join(server.dataDir, 'files', id.slice(0, 3), id));

    await restartWith({ STORAGE_URL: store.url, STORAGE_URL_PREVIOUS: folder });
    await upload();
    await expectAllThere();
    const finished = await uploadingDuring(cli('move-store'));
    expect(finished).toMatchObject({ code: 0, stderr: '' });
    expect(finished.stdout).toMatch(/^Done: \d+ documents and pieces/m);
    expect(finished.stdout).toContain('1 that were deleted in the meantime were removed.');

    await restartWith({ STORAGE_URL_PREVIOUS: '' });
    await expectAllThere();
    expect(await cli('verify')).toMatchObject({ code: 0, stderr: '' });

    // Back to another folder.
    const back = pathToFileURL(join(server.dataDir, 'files-again')).href;
    expect(await uploadingDuring(cli('move-store', back))).toMatchObject({ code: 0, stderr: '' });
    await restartWith({ STORAGE_URL: back, STORAGE_URL_PREVIOUS: store.url });
    await upload();
    expect(await cli('move-store')).toMatchObject({ code: 0, stderr: '' });
    await restartWith({ STORAGE_URL_PREVIOUS: '' });
    await expectAllThere();
    const verified = await cli('verify');
    expect(verified).toMatchObject({ code: 0, stderr: '' });
    expect(verified.stdout).toContain(`No damage found: ${uploaded.length} documents`);
    const shards = await readdir(join(server.dataDir, 'files-again'), { recursive: true });
    expect(shards.filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  test('rejects an invalid store and the current one with a sentence', async () => {
    expect(await cli('move-store', 'ftp://elsewhere')).toMatchObject({ code: 2 });
    expect((await cli('move-store', env.STORAGE_URL ?? '')).stderr).toContain(
      'That is already the current store.',
    );
    expect((await cli('move-store')).stderr).toContain('STORAGE_URL_PREVIOUS');
    const gone = await cli(
      'move-store',
      's3://bucket?endpoint=http://127.0.0.1:1&accessKeyId=a&secretAccessKey=b',
    );
    expect(gone.code).toBe(1);
    expect(gone.stderr).not.toMatch(/^\s+at /m);
  });
});
