import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createPerson } from '#tests/support/people.ts';
import { runCommand } from '#tests/support/server/portal-command.ts';
import { createInstallation, type Installation } from '../embedded-server.ts';
import { sheetOf } from './backup-rounds.ts';

/** The server makes all its keys. */
const settings = { CAPTCHA: 'off', LOG_LEVEL: 'error' };
const installations: Installation[] = [];
const folder = await mkdtemp(join(tmpdir(), 'nutmeg-backup-'));

afterAll(async () => {
  await Promise.all(installations.map((installation) => installation.close()));
  await rm(folder, { recursive: true, force: true });
});

async function start(dataDir?: string) {
  const installation = await createInstallation({ settings, ...(dataDir !== undefined && { dataDir }) });
  installations.push(installation);
  return { installation, server: await installation.startReady() };
}

async function keysIn(dataDir: string): Promise<Record<string, string>> {
  const entries = await readdir(join(dataDir, 'keys'), { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  return Object.fromEntries(
    await Promise.all(files.map(async (name) => [name, await readFile(join(dataDir, 'keys', name), 'utf8')])),
  );
}

test('a backup is restored on an empty machine with all keys, and who was signed in reads a document there', async () => {
  const { installation, server } = await start();
  const query = installation.query as Parameters<typeof createPerson>[0]['database']['query'];
  const { id, client } = await createPerson({ url: server.url, database: { query } });
  const path = `user-documents/${id}/W-2.txt`;
  const uploaded = await client.storage.from('user-documents').upload(`${id}/W-2.txt`, new Blob(['wages']));
  expect(uploaded.error).toBeNull();
  const { session } = (await client.auth.getSession()).data;
  const place = await mkdtemp(join(folder, 'place-'));
  const dataDir = await mkdtemp(join(folder, 'fresh-'));
  const words = await sheetOf(installation);
  expect(await runCommand(['backup', place], { DATA_DIR: installation.dataDir })).toMatchObject({ code: 0 });
  const keys = await keysIn(installation.dataDir);
  expect(Object.keys(keys)).toContain('secret.key');
  await installation.close();

  expect(await runCommand(['restore', place], { DATA_DIR: dataDir }, words)).toMatchObject({
    code: 0,
    stderr: '',
  });
  expect(await keysIn(dataDir)).toEqual(keys);
  const fresh = await start(dataDir);
  const response = await fetch(`${fresh.server.url}/storage/v1/object/authenticated/${path}`, {
    headers: { authorization: `Bearer ${session?.access_token}` },
  });
  expect(await response.text()).toBe('wages');
});
