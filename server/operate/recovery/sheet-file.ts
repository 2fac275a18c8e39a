import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Business } from '#domain/business/business.ts';
import { replaceFile } from '#server/sealing/replace-file.ts';
import { unlessGone } from '#server/unless-gone.ts';
import { recoverySheetHtml } from './sheet-html.ts';

interface Office {
  dataDir: string;
  siteUrl: string;
  business: Pick<Business, 'name' | 'timeZone'>;
}

const sheetPath = (dataDir: string): string => join(dataDir, 'recovery-sheet.html');

/** Writes the sheet to print, readable by its owner only, like the key. Removed once the office has it on paper. */
export async function writeSheet({ dataDir, siteUrl, business }: Office, key: Buffer): Promise<string> {
  const path = sheetPath(dataDir);
  const sheet = recoverySheetHtml({
    office: business.name,
    timeZone: business.timeZone,
    siteUrl,
    key,
    now: new Date(),
  });
  await replaceFile(path, sheet);
  return path;
}

/** Writes the sheet unless the one of this key already exists. */
async function ensureSheet(office: Office, key: Buffer, fingerprint: string): Promise<string> {
  const path = sheetPath(office.dataDir);
  const present = await readFile(path, 'utf8').catch(unlessGone);
  return present?.includes(fingerprint) ? path : writeSheet(office, key);
}

/**
 * Writes the sheet at the start, or removes it if the office has confirmed that it has it on paper. A key from the
 * environment is never written automatically. Returns the path of the sheet, or the command that makes it; undefined if it
 * is confirmed.
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
