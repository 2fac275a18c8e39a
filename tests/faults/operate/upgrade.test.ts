/** @module-tag faults-operate */
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MIGRATIONS, migrate } from '#server/database/migrations/migrate.ts';
import { showCode } from '#tests/support/authenticator.ts';
import { visitor } from '#tests/support/people.ts';
import { root } from '#tests/support/server/portal.ts';
import { runCommand } from '#tests/support/server/portal-command.ts';
import { prepareServer, type ServerProcess } from '#tests/support/server/server-process.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import {
  type Expected,
  formsOf,
  readExpected,
  rowCounts,
  unpackOffice,
} from '#tests/support/upgrade-fixture/office.ts';

/**
 * Upgrades fixtures of earlier releases (`npm run fixture`) to this version. No row, sealed answer or document may be
 * lost.
 */
const versions = await readdir(join(root, 'tests/fixtures'));

test('has a fixture of the first release', () => {
  expect(versions).toContain('1.0.0');
});

describe.each(versions)('an office of %s', (version) => {
  let database: TestDatabase;
  let server: ServerProcess;
  let expected: Expected;

  beforeAll(async () => {
    database = await createTestDatabase('template0');
    const env = { DATABASE_URL: database.url, CAPTCHA: 'off', RATE_LIMITS: 'off', STAFF_MFA: 'optional' };
    server = await prepareServer({ env, siteFolder: undefined });
    expected = await readExpected(version);
    await load(database.url, await unpackOffice(version, server.dataDir));
  });
  afterAll(async () => {
    await server?.remove();
    await database?.drop();
  });

  test('keeps every row', async () => {
    const steps = () =>
      database.query('select from_status, to_status, taken_by from nutmeg.return_steps order by 1, 2, 3');
    expect(await rowCounts(database)).toEqual(expected.counts);
    const before = await steps();
    await migrate({ url: database.url, folder: MIGRATIONS });
    const counts = await rowCounts(database);
    // A release adds rows only to these two.
    const { 'nutmeg.migrations': migrations = 0, 'nutmeg.return_steps': _, ...others } = expected.counts;
    expect(counts).toMatchObject(others);
    expect(counts['nutmeg.migrations']).toBeGreaterThanOrEqual(migrations);
    expect(await steps()).toEqual(expect.arrayContaining(before));
  });

  test('opens every sealed answer for its owner', async () => {
    await server.start();
    const found = await Promise.all(
      expected.forms.map(async ({ email }) => ({
        email,
        sha256: await formsOf(server.url, email, expected.password),
      })),
    );
    expect(found).toEqual(expected.forms);
  });

  test('has no damage: every sealed value and every document opens', async () => {
    const env = { DATABASE_URL: database.url, DATA_DIR: server.dataDir };
    expect(await runCommand(['verify'], env)).toMatchObject({ code: 0, stderr: '' });
  });

  test('has every document with its bytes, and the second factor of its staff', async () => {
    const office = visitor(server);
    const { email } = expected.totp;
    const { data, error } = await office.auth.signInWithPassword({ email, password: expected.password });
    if (error) throw error;
    const factor = data.user.factors?.find(({ factor_type }) => factor_type === 'totp');
    await showCode(office, { factorId: factor?.id ?? '', secret: expected.totp.secret });
    const found = await Promise.all(
      expected.documents.map(async ({ path }) => {
        const { data: bytes, error: refused } = await office.storage.from('user-documents').download(path);
        if (refused) throw refused;
        return {
          path,
          sha256: createHash('sha256')
            .update(Buffer.from(await bytes.arrayBuffer()))
            .digest('hex'),
        };
      }),
    );
    expect(found).toEqual(expected.documents);
  });
});

async function load(url: string, dump: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(dump);
  } finally {
    await client.end();
  }
}
