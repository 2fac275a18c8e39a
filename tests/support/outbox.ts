import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';

/** The parsed mails of outbox folders, oldest first: the names of the files begin with the time. */
export async function readOutbox(...folders: string[]): Promise<Email[]> {
  const listed = await Promise.all(
    folders.map(async (folder) => (await namesIn(folder)).map((name) => ({ folder, name }))),
  );
  const files = listed.flat().sort((a, b) => (a.name < b.name ? -1 : 1));
  return Promise.all(
    files.map(async ({ folder, name }) => PostalMime.parse(await readFile(join(folder, name)))),
  );
}

async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.filter((name) => name.endsWith('.eml'));
}
