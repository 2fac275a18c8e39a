/** @module-tag faults-backup */
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type OfficeLoad, startOfficeLoad } from '../../support/server/office-load.ts';
import { runCommand, startCommand } from '../../support/server/portal-command.ts';
import { eventually } from '../../support/waiting.ts';
import { createInstallation, type Installation } from '../embedded-server.ts';

let folder: string;
let place: string;
let installation: Installation;
let load: OfficeLoad;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nutmeg-backup-faults-'));
  installation = await createInstallation({ settings: { CAPTCHA: 'off', LOG_LEVEL: 'error' } });
  const { url } = await installation.startReady();
  load = await startOfficeLoad(url, installation.query, { count: 2 });
  await load.more(6);
  await load.stop();
});
beforeEach(async () => {
  place = await mkdtemp(join(folder, 'place-'));
});
afterAll(async () => {
  await load?.stop();
  await installation?.close();
  await rm(folder, { recursive: true, force: true });
});

const settings = () => ({ DATA_DIR: installation.dataDir });
const backUp = () => runCommand(['backup', place], settings());
const verify = (...more: string[]) => runCommand(['verify', place, ...more], settings());
const backups = () => readdir(join(place, 'backups'));

async function spoil(path: string): Promise<void> {
  const bytes = await readFile(path);
  bytes.writeUInt8((bytes[100] ?? 0) ^ 1, 100);
  await writeFile(path, bytes);
}

async function lastProblem(): Promise<string | null | undefined> {
  const [row] = (await installation.query('select problem from nutmeg.backups order by id desc limit 1')) as {
    problem: string | null;
  }[];
  return row?.problem;
}

test('a second backup at the same time fails with one sentence and does not disturb the first', async () => {
  const [password, port] = await Promise.all(
    ['keys/postgres-owner.password', 'postgres/port'].map((path) =>
      readFile(join(installation.dataDir, path), 'utf8'),
    ),
  );
  const first = new pg.Client({
    connectionString: `postgres://nutmeg:${password}@127.0.0.1:${Number(port)}/nutmeg`,
  });
  await first.connect();
  try {
    await first.query('select pg_advisory_lock(7340119261)');
    const { code, stderr } = await backUp();
    expect(stderr).toBe('Another backup of this portal is running; start this one when it has ended.\n');
    expect(code).toBe(1);
  } finally {
    await first.end();
  }
  expect(await readdir(place)).toEqual([]);
  expect((await backUp()).code).toBe(0);
});

test('a killed backup leaves the last good one, and the next run cleans up and continues', async () => {
  expect((await backUp()).code).toBe(0);
  const [good] = await backups();
  const { child, ended } = startCommand(['backup', place], settings());
  await eventually(async () => (await readdir(join(place, '.unfinished'))).length > 0);
  child.kill('SIGKILL');
  await ended;
  expect(await readdir(join(place, '.unfinished'))).toHaveLength(1);
  expect((await verify()).stdout).toContain(`The backup ${good} is good`);

  const { code, stdout } = await backUp();
  expect(code).toBe(0);
  // Documents are not copied twice.
  expect(stdout).toContain('(0 copied now');
  expect(await readdir(join(place, '.unfinished'))).toEqual([]);
  expect(await backups()).toHaveLength(2);
  const rows = await installation.query(`select from nutmeg.backups where problem = 'It was interrupted.'`);
  expect(rows).toHaveLength(1);
});

test('rejects a missing and an invalid place', async () => {
  await rm(place, { recursive: true });
  const gone = await backUp();
  expect(gone).toMatchObject({ code: 1, stdout: '' });
  expect(gone.stderr).toBe(`There is no folder ${place} for the backups. Mount its disk, or create it.\n`);
  expect(await lastProblem()).toBe(gone.stderr.trim());

  const nonsense = await runCommand(['backup', 'ftp://host/backups'], settings());
  expect(nonsense.code).toBe(1);
  expect(nonsense.stderr).toMatch(/^The backup place must be a folder, .*\n$/);
});

function canMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  try {
    execFileSync('mount', ['--help'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

test.skipIf(!canMount())(
  'a full place: the last good one stays, and with room again the next run goes on',
  async () => {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', place]);
    try {
      expect((await backUp()).code).toBe(0);
      const [good] = await backups();
      const full = await backUp();
      expect(full.stderr).toMatch(/^The backup place \S+ is full \(ENOSPC\)\.\n$/);
      expect(full.code).toBe(1);
      expect(await lastProblem()).toBe(full.stderr.trim());
      expect((await verify()).stdout).toContain(`The backup ${good} is good`);
      execFileSync('mount', ['-o', 'remount,size=60m', place]);
      expect((await backUp()).code).toBe(0);
      // The files of the failed backup are gone.
      expect(await backups()).toHaveLength(2);
    } finally {
      execFileSync('umount', ['-l', place]);
    }
  },
);

test('verify finds a flipped byte, a truncated archive, and missing and changed documents with their clients', async () => {
  expect((await backUp()).code).toBe(0);
  const [name = ''] = await backups();
  const archive = join(place, 'backups', name, 'archive');
  const whole = await readFile(archive);
  const flipped = Buffer.from(whole);
  flipped.writeUInt8((flipped[1_000_000] ?? 0) ^ 1, 1_000_000);
  for (const bytes of [flipped, whole.subarray(0, 2_000_000)]) {
    await writeFile(archive, bytes);
    const { code, stderr } = await verify();
    expect(stderr).toMatch(
      /^backups\/\S+\/archive at \S+ is not what was written there: it was changed or cut off\.\n$/,
    );
    expect(code).toBe(1);
  }
  await writeFile(archive, whole);

  const named = (await installation.query(
    `select b.id, o.name, u.email from storage.blobs b join storage.objects o on o.blob_id = b.id
     join auth.users u on o.name like u.id || '/%' where o.name like '%.jpg' order by o.name limit 2`,
  )) as { id: string; name: string; email: string }[];
  const [missing, changed] = named.map(({ id }) => join(place, 'documents', id));
  if (missing === undefined || changed === undefined) throw new Error('no documents');
  await rm(missing);
  await spoil(changed);
  const { code, stdout, stderr } = await verify();
  expect(code).toBe(1);
  expect(stdout).toContain(`${named[0]?.name} of ${named[0]?.email}: Its bytes are not in the store.\n`);
  expect(stdout).toContain(
    `${named[1]?.name} of ${named[1]?.email}: Its bytes were changed, cut off, or swapped`,
  );
  expect(stderr).toBe(`2 problems were found in the backup ${name}.\n`);
  const [row] = (await installation.query(
    'select verify_problem from nutmeg.backups where name = $1 and place = $2',
    [name, place],
  )) as { verify_problem: string }[];
  expect(row?.verify_problem).toBe(stderr.trim());

  // The next backup copies what is missing at the place, and what was changed there.
  const again = await backUp();
  expect(again.stdout).toContain('(2 copied now');
  expect((await verify()).code).toBe(0);
});

test('a document missing from the store is reported and does not stop the backup', async () => {
  const [lost] = (await installation.query(
    `select b.id from storage.blobs b join storage.objects o on o.blob_id = b.id where o.name like '%.jpg' order by b.id limit 1`,
  )) as { id: string }[];
  const id = lost?.id ?? '';
  const path = join(installation.dataDir, 'files', id.slice(0, 3), id);
  const bytes = await readFile(path);
  await rm(path);
  try {
    const { code, stdout } = await backUp();
    expect(code).toBe(0);
    expect(stdout).toContain('One document is not in the backup');
    expect(await lastProblem()).toContain('One document is not in the backup');
    expect((await verify()).stdout).toMatch(/\.jpg of \S+: Its bytes are not in the store\.\n/);
  } finally {
    await mkdir(join(path, '..'), { recursive: true });
    await writeFile(path, bytes);
  }
});

test('a scheduled backup copies a damaged copy again, counts without a lost document, and repeats a verification', async () => {
  const twoHoursAgo = new Date(Date.now() - 2 * 60 * 60_000);
  const at = twoHoursAgo.toLocaleTimeString('en-GB', { timeZone: 'America/New_York', timeStyle: 'short' });
  const schedule = async () => {
    const scheduled = { ...settings(), BACKUP_URL: `file://${place}`, BACKUP_AT: at };
    const { code, stderr } = await runCommand(['backup', '--scheduled'], scheduled);
    const [row] = (await installation.query(
      `select verify_problem as problem, verified_at is not null as verified, documents_copied::int as copied
       from nutmeg.backups where place = $1 order by id desc limit 1`,
      [place],
    )) as { problem: string | null; verified: boolean; copied: number }[];
    return { code, stderr, ...row };
  };
  const later = (interval: string) =>
    installation.query(
      `update nutmeg.backups set started_at = now() - $2::interval where place = $1
         and id = (select max(id) from nutmeg.backups)`,
      [place, interval],
    );
  const [lost, changed] = (await installation.query(
    `select b.id from storage.blobs b join storage.objects o on o.blob_id = b.id where o.name like '%.jpg' order by b.id limit 2`,
  )) as { id: string }[];
  const path = join(installation.dataDir, 'files', lost?.id.slice(0, 3) ?? '', lost?.id ?? '');
  await rename(path, `${path}.aside`);
  try {
    expect((await backUp()).code).toBe(0);
    await spoil(join(place, 'documents', changed?.id ?? ''));
    const bad = await schedule();
    expect(bad.stderr).toMatch(/^One problem was found in the backup/);
    expect(bad).toMatchObject({ code: 1, verified: true, problem: bad.stderr.trim() });
    await later('2 days');
    expect(await schedule()).toMatchObject({ code: 0, verified: true, problem: null, copied: 1 });

    // The server stopped while it verified.
    await installation.query('update nutmeg.backups set verified_at = null where place = $1', [place]);
    const made = await backups();
    await later('61 minutes');
    expect(await schedule()).toMatchObject({ code: 0, verified: true, problem: null });
    expect(await backups()).toEqual(made);
  } finally {
    await rename(`${path}.aside`, path);
  }
});
