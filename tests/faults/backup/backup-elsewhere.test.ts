/** @module-tag faults-backup */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recoveryWords } from '#domain/account/recovery-sheet.ts';
import { externalPostgresPrograms, missingServicesReason } from '../../support/missing-services.ts';
import { type OfficeLoad, startOfficeLoad } from '../../support/server/office-load.ts';
import { runCommand } from '../../support/server/portal-command.ts';
import { type ExternalPostgres, startExternalPostgres } from '../../support/services/external-postgres.ts';
import { type ObjectStore, startObjectStore } from '../../support/services/object-store.ts';
import { createInstallation } from '../embedded-server.ts';

const SETTINGS = { CAPTCHA: 'off', LOG_LEVEL: 'error' };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nutmeg-backup-elsewhere-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const newFolder = (name: string) => mkdtemp(join(folder, name));

async function run(args: string[], settings: Record<string, string>, input = '') {
  const done = await runCommand(args, settings, input);
  expect(done, done.stderr).toMatchObject({ code: 0, stderr: '' });
  return done;
}

/** Fills a portal, backs it up under load, and deletes it. */
async function backedUp(place: string, settings: Record<string, string> = {}) {
  const dataDir = await newFolder('first-');
  const installation = await createInstallation({ settings: { ...SETTINGS, ...settings }, dataDir });
  try {
    const { url } = await installation.startReady();
    const query = settings.DATABASE_URL ? outside(settings.DATABASE_URL) : installation.query;
    const load = await startOfficeLoad(url, query, { count: 2, pauseMs: 100 });
    await load.more(6);
    await run(['backup', place], { DATA_DIR: dataDir, ...settings });
    const [made] = (await query('select ended_at from nutmeg.backups order by id desc limit 1')) as {
      ended_at: Date;
    }[];
    await load.stop();
    const key = Buffer.from(await readFile(join(dataDir, 'keys/encryption.key'), 'utf8'), 'base64');
    return { load, endedAt: made?.ended_at.getTime() ?? 0, words: recoveryWords(key).join(' ') };
  } finally {
    await installation.close();
  }
}

function outside(url: string) {
  return async (sql: string, values?: unknown[]): Promise<unknown[]> => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query(sql, values)).rows;
    } finally {
      await client.end();
    }
  };
}

async function lostAfterRestore(
  place: string,
  { load, endedAt, words }: { load: OfficeLoad; endedAt: number; words: string },
  settings: Record<string, string> = {},
) {
  const dataDir = await newFolder('second-');
  await run(['restore', place], { DATA_DIR: dataDir, ...settings }, words);
  const installation = await createInstallation({ settings: { ...SETTINGS, ...settings }, dataDir });
  try {
    const { url } = await installation.startReady();
    return await load.lostAt({ url }, endedAt);
  } finally {
    await installation.close();
  }
}

test.skipIf(externalPostgresPrograms() === undefined)(
  'from the embedded database to an external one, from there to a backup, and back to an embedded one',
  async () => {
    const [first, second] = [await startExternalPostgres(), await startExternalPostgres()];
    try {
      const place = await newFolder('place-');
      const embedded = await backedUp(place);
      expect(await lostAfterRestore(place, embedded, { DATABASE_URL: first.url })).toEqual([]);
      const again = await runCommand(
        ['restore', place],
        { DATA_DIR: await newFolder('third-'), DATABASE_URL: first.url },
        embedded.words,
      );
      expect(again.stderr).toBe(
        'There is data in the database of DATABASE_URL; a restore needs an empty one.\n',
      );

      const logicalPlace = await newFolder('place-');
      const logical = await backedUp(logicalPlace, { DATABASE_URL: second.url });
      expect(await lostAfterRestore(logicalPlace, logical)).toEqual([]);
    } finally {
      await Promise.all([first, second].map((postgres: ExternalPostgres) => postgres.stop()));
    }
  },
);

test.skipIf(missingServicesReason() !== undefined)(
  'to S3 and from S3: the place, the documents, and a key that the store refuses',
  async () => {
    const store: ObjectStore = await startObjectStore();
    try {
      const at = (prefix: string) => {
        const url = new URL(store.url);
        url.pathname = prefix;
        return url.href;
      };
      const place = at('/backups');
      const made = await backedUp(place, { STORAGE_URL: at('/documents') });
      // The documents are restored into another store.
      expect(await lostAfterRestore(place, made, { STORAGE_URL: at('/restored') })).toEqual([]);
      expect(await lostAfterRestore(place, made)).toEqual([]);
      const refused = new URL(place);
      refused.searchParams.set('secretAccessKey', 'wrong');
      const { code, stderr } = await runCommand(
        ['restore', refused.href],
        { DATA_DIR: await newFolder('refused-') },
        made.words,
      );
      expect(stderr).toMatch(
        /^The backup place s3:\/\/nutmeg-files\/backups at \S+ can't be used: \w+, status 403\.\n$/,
      );
      expect(code).toBe(1);
    } finally {
      await store.stop();
    }
  },
);
