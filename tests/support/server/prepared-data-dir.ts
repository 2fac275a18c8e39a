import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { prepareServer } from './server-process.ts';

const newFolder = () => mkdtemp(join(tmpdir(), 'nutmeg-installation-'));

/**
 * Vitest's global setup: does the first start of a server with an embedded PostgreSQL once. Creating and migrating a
 * database takes seconds; copying one does not.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const server = await prepareServer({ env: {}, siteFolder: undefined });
  await server.start();
  const code = await server.end('SIGTERM');
  if (code !== 0) throw new Error(`the server ended with ${code}:\n${server.output()}`);
  process.env.PREPARED_DATA_DIR = server.dataDir;
  return () => rm(server.dataDir, { recursive: true, force: true });
}

/** A data folder as the first start leaves it. Outside Vitest, an empty one. */
export async function preparedDataDir(): Promise<string> {
  const folder = await newFolder();
  const prepared = process.env.PREPARED_DATA_DIR;
  // Unlike fs.cp, this keeps the files' owner: PostgreSQL's account, if the tests run as root.
  if (prepared) await promisify(execFile)('cp', ['-a', `${prepared}/.`, folder]);
  return folder;
}

/** A data folder before the first start. */
export const emptyDataDir = newFolder;
