import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';

interface MailFile {
  /** In lower case. */
  source: string;
  parsed: Promise<Email>;
}

/** By path. A file is written whole, so each is read once. */
const known = new Map<string, Promise<MailFile>>();

/** The parsed mails of outbox folders, oldest first. */
export async function readOutbox(folders: string | string[], since?: Date): Promise<Email[]> {
  const files = await Promise.all((await pathsIn([folders].flat(), since)).map(read));
  return Promise.all(files.map(({ parsed }) => parsed));
}

/** The newest mail to an address that meets the condition. Only parses mails that contain the address. */
export async function newestMailTo(
  folders: string | string[],
  address: string,
  condition: (mail: Email) => boolean,
  since?: Date,
): Promise<Email | undefined> {
  const wanted = address.toLowerCase();
  for (const path of (await pathsIn([folders].flat(), since)).reverse()) {
    const file = await read(path);
    if (!file.source.includes(wanted)) continue;
    const mail = await file.parsed;
    if (mail.to?.some((to) => to.address?.toLowerCase() === wanted) && condition(mail)) return mail;
  }
  return undefined;
}

/** Oldest first. File names start with the time at which the mail was put into the queue. */
async function pathsIn(folders: string[], since = new Date(0)): Promise<string[]> {
  // Cut the Z: file names have more digits there, and digits sort before Z.
  const first = since.toISOString().replaceAll(':', '-').slice(0, -1);
  const listed = await Promise.all(
    folders.map(async (folder) =>
      (await namesIn(folder)).map((name) => ({ name, path: join(folder, name) })),
    ),
  );
  const files = listed.flat().filter(({ name }) => name > first);
  return files.sort((a, b) => (a.name < b.name ? -1 : 1)).map(({ path }) => path);
}

function read(path: string): Promise<MailFile> {
  const reading = known.get(path) ?? readMail(path);
  known.set(path, reading);
  return reading;
}

async function readMail(path: string): Promise<MailFile> {
  const bytes = await readFile(path);
  let parsed: Promise<Email> | undefined;
  return {
    source: bytes.toString('latin1').toLowerCase(),
    get parsed() {
      parsed ??= PostalMime.parse(bytes);
      return parsed;
    },
  };
}

async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.filter((name) => name.endsWith('.eml'));
}
