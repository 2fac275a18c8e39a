import { randomUUID } from 'node:crypto';
import { access, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DependencyError, fileErrorReason, isFull } from '#server/settings/startup-errors.ts';
import { type Config, ConfigError } from './config.ts';

/** Creates the data folder, and checks that it is writable. Throws `ConfigError`. */
export async function prepareDataDir(dataDir: string): Promise<void> {
  const probe = join(dataDir, `.probe-${randomUUID()}`);
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    // A full disk still allows an empty file.
    await writeFile(probe, 'x', { mode: 0o600 }).finally(() => rm(probe, { force: true }));
  } catch (error) {
    const problem = `DATA_DIR: the folder ${dataDir} can't be written to: ${fileErrorReason(error)}.`;
    throw isFull(error) ? new DependencyError([problem]) : new ConfigError([problem]);
  }
}

/** Throws `ConfigError` for a database without its keys, before a new key beside old documents hides the loss. */
export async function requireKeys({
  dataDir,
  encryptionKey,
}: Pick<Config, 'dataDir' | 'encryptionKey'>): Promise<void> {
  if (!(await exists(join(dataDir, 'postgres', 'cluster', 'PG_VERSION')))) return;
  const needed = [
    ...(encryptionKey === undefined ? ['encryption.key'] : []),
    'postgres-administrator.password',
    'postgres-owner.password',
  ];
  const there = await Promise.all(needed.map((name) => exists(join(dataDir, 'keys', name))));
  const lost = needed.filter((_name, index) => !there[index]);
  if (lost.length === 0) return;
  const otherwise = lost.includes('encryption.key') ? ', or set ENCRYPTION_KEY to the one it held' : '';
  throw new ConfigError([
    `DATA_DIR: there is a database in ${dataDir}, but ${lost.map((name) => `keys/${name}`).join(', ')} is missing. ` +
      `Restore keys/ from a backup${otherwise}. Nothing was changed.`,
  ]);
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
