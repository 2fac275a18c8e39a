import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Business } from '#domain/business.ts';
import { replaceSecret } from '#server/sealing/secret-key.ts';
import { recoverySheetHtml } from './sheet-html.ts';

interface Office {
  dataDir: string;
  siteUrl: string;
  business: Pick<Business, 'name' | 'timeZone'>;
}

export const sheetPath = (dataDir: string): string => join(dataDir, 'recovery-sheet.html');

/**
 * Writes the sheet to be printed, readable by its owner alone. That adds no danger while it lies there, since the key
 * itself is in `keys/` beside it; still it goes once the office has shown that it has the paper.
 */
export async function writeSheet({ dataDir, siteUrl, business }: Office, key: Buffer): Promise<string> {
  const path = sheetPath(dataDir);
  const sheet = recoverySheetHtml({
    office: business.name,
    timeZone: business.timeZone,
    siteUrl,
    key,
    now: new Date(),
  });
  await replaceSecret(path, sheet);
  return path;
}

/** The same, unless it lies there already. */
async function ensureSheet(office: Office, key: Buffer, fingerprint: string): Promise<string> {
  const path = sheetPath(office.dataDir);
  const present = await readFile(path, 'utf8').catch(unlessGone);
  return present?.includes(fingerprint) ? path : writeSheet(office, key);
}

/**
 * What a start does about the sheet: it lies there until the office has shown that it has the paper, and no longer. A
 * key that is set in the environment is written nowhere unasked. Answers with the sheet that is to be printed, in words;
 * undefined if none is.
 */
export async function sheetAtStart(
  office: Office & { encryptionKey: string | undefined },
  { key, fingerprint, isConfirmed }: { key: Buffer; fingerprint: string; isConfirmed: boolean },
): Promise<string | undefined> {
  if (isConfirmed) {
    await removeSheet(office.dataDir);
    return undefined;
  }
  if (office.encryptionKey !== undefined) return 'what npm run portal -- keys sheet makes';
  return ensureSheet(office, key, fingerprint);
}

export async function removeSheet(dataDir: string): Promise<void> {
  await rm(sheetPath(dataDir), { force: true });
}

function unlessGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
