import { createEntryNames } from '#domain/documents/archive-names.ts';

export interface ExportedClient {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
}

/** Names the folder of each client below `clients/`: name and start of the id, since names are not unique. */
export function createClientFolders(): (client: ExportedClient) => string {
  const names = createEntryNames();
  return ({ id, firstName, lastName, email }) => {
    const name = [lastName, firstName].filter((part) => part.trim() !== '').join(', ') || email;
    return names.file(`${name.replaceAll('/', '_').slice(0, 60)} ${id.slice(0, 8)}`);
  };
}

/** README.txt: explains the folder to a person who opens it in ten years. */
export function readme(about: { at: string; clients: number; documents: number; failed: number }): string {
  const { at, clients, documents, failed } = about;
  return `Everything in the portal on ${at}
${clients} clients, ${documents} documents${failed > 0 ? `, ${failed} documents that couldn't be read (not-exported.csv)` : ''}

CAREFUL: This folder has Social Security numbers, bank accounts, and documents that anyone can read.
Protect it like your office's paper files, and delete it when you no longer need it.

clients.csv               all clients, and the folder of each
clients/NAME ID/
  documents/              the client's documents, in the client's folders
  documents.csv           every document: its path here, its path in the portal, size, SHA-256, times
  tax-forms/YEAR.txt      the tax form as questions and answers
  tax-forms/YEAR.json     the same as the portal stores it
tables/NAME.csv           every table, for spreadsheets (UTF-8, commas, times in UTC)
tables/NAME.json          the same data, exactly as stored: a list with one row per line

Some names were changed because not every file system allows them. documents.csv has the original names.
In CSV files, a cell that a spreadsheet would run as a formula starts with an apostrophe. JSON files don't change it.

Not included: sessions, links that open accounts, the portal's keys, secrets of authenticator apps, the text of emails,
and drafts of forms that clients haven't submitted. tables/auth.users has password hashes, so people can keep
their passwords in a system that supports Argon2id and bcrypt.
`;
}
