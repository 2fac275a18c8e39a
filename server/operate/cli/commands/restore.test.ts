import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { pack } from '#server/operate/backup/archive.ts';
import { backupFiles, backupStart, type Manifest, writeManifest } from '#server/operate/backup/manifest.ts';
import { openPlace } from '#server/operate/backup/place/open-place.ts';
import { createSealedPlace } from '#server/operate/backup/place/sealed-place.ts';
import { runCommandLine } from '../command-line.ts';
import { parseOfficeTime } from './restore.ts';

test('--at before a rotation of the encryption key needs the recovery sheet of then, and no other', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'nutmeg-restore-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [old, next] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const backup = async (name: string, key: Buffer) => {
    const sealed = createSealedPlace(await openPlace(folder), key);
    const { fingerprint } = sealed;
    const at = backupStart(name).toISOString();
    const manifest: Manifest = {
      format: 1,
      name,
      version: '1.0.0',
      timeZone: 'America/New_York',
      kind: 'cluster',
      postgres: '18.4',
      fingerprint,
      startedAt: at,
      endedAt: at,
      // The archive lacks it, so a restore gets no further.
      files: [{ path: 'cluster/PG_VERSION', size: 3, sha256: '' }],
      folders: [],
      rows: {},
      documents: { count: 0, bytes: 0, sha256: '', missing: [] },
    };
    await sealed.write(
      backupFiles.archive(name),
      pack((async function* () {})(), () => undefined),
    );
    await writeManifest(sealed, manifest);
    return fingerprint;
  };
  const fingerprint = await backup('2027-03-14T07-30-00Z', old);
  await backup('2027-03-16T07-30-00Z', next);
  const restore = async (key: Buffer) => {
    const complaints: string[] = [];
    await runCommandLine(['restore', folder, '--at', '2027-03-15 09:30'], {
      env: { DATA_DIR: join(folder, 'data'), ENCRYPTION_KEY: key.toString('base64') },
      print: () => undefined,
      complain: (line) => void complaints.push(line),
    });
    return complaints.join();
  };
  expect(await restore(next)).toContain(`needs the recovery sheet ${fingerprint}`);
  expect(await restore(old)).toContain('The backup 2027-03-14T07-30-00Z is damaged: cluster/PG_VERSION');
});

const ZONE = 'America/New_York';

test.each([
  ['2027-03-14 09:30', '2027-03-14T13:30:00.000Z'],
  ['2027-01-14T09:30:15', '2027-01-14T14:30:15.000Z'],
  ['2027-01-14T09:30:15Z', '2027-01-14T09:30:15.000Z'],
  ['2027-01-14T09:30:15+02:00', '2027-01-14T07:30:15.000Z'],
  // Occurs twice: the first.
  ['2027-11-07 01:30', '2027-11-07T05:30:00.000Z'],
])('reads %s', (text, moment) => expect(parseOfficeTime(text, ZONE)?.toISOString()).toBe(moment));

test.each([
  'yesterday',
  '',
  '2027-02-30 10:00',
  '2027-02-30T10:00:00Z',
  '2027-01-01 25:00',
  '2027-01-01',
  '12:30',
])('rejects %j', (text) => expect(parseOfficeTime(text, ZONE)).toBeUndefined());
