/** @module-tag faults-operate */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OfficeState } from '#contract/office.ts';
import { demoOffice } from '#domain/business/demo-office.ts';
import { createPerson, type Person } from '#tests/support/people.ts';
import { startPortal, type TestPortal } from '#tests/support/server/portal.ts';
import { runCommand, runPortalCommand } from '#tests/support/server/portal-command.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';

let folder: string;
let portal: TestPortal;
let dana: Person;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nutmeg-cli-office-'));
  portal = await startPortal();
  dana = await createPerson(portal, { role: 'super' });
});
afterAll(async () => {
  await portal?.close();
  await rm(folder, { recursive: true, force: true });
});

const path = (name: string) => join(folder, name);
async function written(name: string, facts: unknown): Promise<string> {
  await writeFile(path(name), typeof facts === 'string' ? facts : JSON.stringify(facts));
  return path(name);
}
const office = (...args: string[]) => runPortalCommand(portal, ['office', ...args]);

async function state(): Promise<OfficeState> {
  const { data } = await dana.client.auth.getSession();
  const answer = await fetch(`${portal.url}/functions/v1/office`, {
    headers: { authorization: `Bearer ${data.session?.access_token}` },
  });
  return (await answer.json()) as OfficeState;
}

describe('import', () => {
  test('shows what would change, then changes it on the running server, and is in the log', async () => {
    const before = await state();
    const { idleMinutes: _, ...facts } = { ...before.facts, name: 'Elm Tax', mascot: 'a squirrel' };
    const file = await written('elm.json', facts);
    const says = [
      'Not in the file, so these stay as they are: idleMinutes',
      'Unknown to this version, so these are left out: mascot',
      'These differ: name',
    ];
    const tried = await office('import', file, '--dry-run');
    expect(tried).toMatchObject({ code: 0, stderr: '' });
    expect(tried.stdout.split('\n')).toEqual([...says, 'Nothing was changed (--dry-run).', '']);
    expect(await state()).toEqual(before);

    const done = await office('import', file);
    expect(done).toMatchObject({ code: 0, stderr: '' });
    const version = before.version + 1;
    expect(done.stdout.split('\n')).toEqual([
      ...says,
      `The office’s facts are version ${version} now. Running servers show them within a second.`,
      '',
    ]);
    const after = await state();
    expect(after.facts).toEqual({ ...before.facts, name: 'Elm Tax' });
    expect(after.history[0]).toMatchObject({ version, source: 'command', savedBy: null, changed: ['name'] });
    const { data: log } = await dana.client.rpc('office_log', { actions: ['office.facts_saved'] });
    expect(log?.[0]).toMatchObject({
      actor_id: null,
      details: { version, changed: ['name'], source: 'command' },
    });
    // The authenticator app shows the name that the running server knows.
    await expect.poll(nameInApp).toContain('Elm Tax');

    expect((await office('import', file)).stdout).toContain('Nothing differs.');
    expect((await state()).version).toBe(version);
  });

  test.each<[string, unknown, RegExp]>([
    ['a wrong field', { ...demoOffice, name: '' }, /so nothing was changed:\n {2}- name: /],
    ['no JSON', '{"name": }', /wrong\.json, line 1, column 10: this is no JSON/],
    ['a list', [], /so nothing was changed:\n {2}- the file: /],
  ])('refuses %s', async (_name, facts, complaint) => {
    const before = await state();
    const { code, stderr } = await office('import', await written('wrong.json', facts));
    expect(code).toBe(1);
    expect(stderr).toMatch(complaint);
    expect(stderr).not.toContain(' at ');
    expect(await state()).toEqual(before);
  });

  test('refuses a file that is not there', async () => {
    const { code, stderr } = await office('import', path('missing.json'));
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `${path('missing.json')}: there is no such file.\n`,
    });
  });
});

async function nameInApp(): Promise<string> {
  const person = await createPerson(portal);
  const { data } = await person.client.auth.mfa.enroll({ factorType: 'totp' });
  return data?.type === 'totp' ? decodeURIComponent(data.totp.uri) : '';
}

describe('before the first start', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase('template0');
  });
  afterEach(() => database.drop());

  test('the first start finds the imported facts', async () => {
    const env = { DATABASE_URL: database.url, DATA_DIR: path('data') };
    const file = await written('oak.json', { ...demoOffice, name: 'Oak Tax' });
    expect(await runCommand(['office', 'import', file], env)).toMatchObject({ code: 0, stderr: '' });
    const started = await startPortal({ database });
    await started.close();
    expect(await database.query(`select facts ->> 'name' as name from public.office_settings`)).toEqual([
      { name: 'Oak Tax' },
    ]);
  });

  test('export writes the facts that a start would begin with', async () => {
    const { code, stdout } = await runCommand(['office', 'export'], {
      DATABASE_URL: database.url,
      DATA_DIR: path('data'),
    });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual(demoOffice);
  });
});

describe('export', () => {
  test('writes what import reads, and replaces no file', async () => {
    const { facts } = await state();
    const file = path('export.json');
    expect(await office('export', file)).toMatchObject({
      code: 0,
      stdout: `The office’s facts are in ${file}.\n`,
    });
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(facts);
    expect(JSON.parse((await office('export')).stdout)).toEqual(facts);
    const again = await office('export', file);
    expect({ ...again }).toEqual({
      code: 1,
      stdout: '',
      stderr: `${file} can't be written: it exists already.\n`,
    });
    expect((await office('import', file)).stdout).toContain('Nothing differs.');
  });
});
