import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';

/** The parsed mails of outbox folders, oldest first. File names start with the time. */
export async function readOutbox(...folders: string[]): Promise<Email[]> {
  const listed = await Promise.all(
    folders.map(async (folder) => (await namesIn(folder)).map((name) => ({ folder, name }))),
  );
  const files = listed.flat().sort((a, b) => (a.name < b.name ? -1 : 1));
  return Promise.all(
    files.map(async ({ folder, name }) => PostalMime.parse(await readFile(join(folder, name)))),
  );
}

/** The newest mail to an address that meets the condition. Only parses mails that contain the address. */
export async function newestMailTo(
  folder: string,
  address: string,
  condition: (mail: Email) => boolean,
): Promise<Email | undefined> {
  const wanted = address.toLowerCase();
  for (const name of (await namesIn(folder)).sort().reverse()) {
    const bytes = await readFile(join(folder, name));
    if (!bytes.toString('latin1').toLowerCase().includes(wanted)) continue;
    const mail = await PostalMime.parse(bytes);
    if (mail.to?.some((to) => to.address?.toLowerCase() === wanted) && condition(mail)) return mail;
  }
  return undefined;
}

async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.filter((name) => name.endsWith('.eml'));
}
