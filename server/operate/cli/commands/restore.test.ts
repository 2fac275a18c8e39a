import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { pack } from '#server/operate/backup/archive.ts';
import { backupFiles, backupStart, type Manifest, writeManifest } from '#server/operate/backup/manifest.ts';
import { openPlace } from '#server/operate/backup/place/open-place.ts';
import { createSealedPlace } from '#server/operate/backup/place/sealed-place.ts';
import { runCommandLine } from '../command-line.ts';

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
