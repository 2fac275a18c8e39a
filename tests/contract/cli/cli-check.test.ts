/** @module-tag faults-operate */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lightIds } from '#domain/health/lights.ts';
import { runCommand } from '#tests/support/server/portal-command.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';

let folder: string;
let database: TestDatabase;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nutmeg-check-'));
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function check(args: string[] = [], env: Record<string, string> = {}) {
  const settings = { DATA_DIR: folder, DATABASE_URL: database.url, ...env };
  const { code, stdout, stderr } = await runCommand(['check', ...args], settings);
  return { code, lines: stdout.trim().split('\n'), stderr };
}

/** Reports a running server. */
const serverRuns = () =>
  database.query(
    `insert into nutmeg.servers (id, name, version) values (gen_random_uuid(), 'web1', '1.0.0')`,
  );

test('prints a line for each light, with exit code 1 for a red one', async () => {
  const { code, lines, stderr } = await check();
  expect(code).toBe(1);
  expect(lines).toHaveLength(lightIds.length);
  expect(lines[0]).toMatch(/^Good {10}Database: The database is responding\. It runs PostgreSQL \d/);
  expect(lines).toContain(
    'Problem       Servers and version: The portal isn’t running. Start it with “npm start”.',
  );
  expect(stderr.trim()).toMatch(/^1 problem needs your attention today\./);
});

test('has exit code 0 without a red light, and prints JSON with --json', async () => {
  await serverRuns();
  const { code, lines, stderr } = await check();
  expect([code, stderr]).toEqual([0, '']);
  expect(lines.at(-1)).toMatch(/^Nothing is broken\. \d things need attention\.$/);
  const json = await check(['--json']);
  expect(json.code).toBe(0);
  const lights = JSON.parse(json.lines.join('\n'));
  expect(lights).toHaveLength(lightIds.length);
  expect(lights[0]).toMatchObject({ id: 'database', state: 'green' });
});

test('reports a mail server and a database that are down', async () => {
  const mail = await check([], { SMTP_URL: 'smtp://127.0.0.1:1' });
  expect(mail.code).toBe(1);
  expect(mail.lines.find((line) => line.includes('Email:'))).toMatch(/^Problem .* \(SMTP_URL: .*\)$/);
  const down = await check([], { DATABASE_URL: 'postgres://127.0.0.1:1/x' });
  expect(down.code).toBe(1);
  expect(down.lines[0]).toMatch(/^Problem {7}Database: The database isn’t responding/);
  expect(down.stderr).not.toContain('    at ');
});

test('rejects other arguments', async () => {
  const { code, stderr } = await check(['--all']);
  expect(code).toBe(2);
  expect(stderr).toContain('check takes no arguments other than --json.');
});
