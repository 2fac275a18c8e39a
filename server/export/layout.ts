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
  return `Everything that the portal held on ${at}
${clients} clients, ${documents} documents${failed > 0 ? `, ${failed} documents that could not be read (not-exported.csv)` : ''}

CAREFUL: this folder holds Social Security numbers, bank accounts and documents that anyone can read.
Keep it like the paper files of the office, and delete it when it has served its purpose.

clients.csv               all clients, and the folder of each
clients/NAME ID/
  documents/              the client's documents, in the client's own folders
  documents.csv           every document: its path here, its path in the portal, size, SHA-256, times
  tax-forms/YEAR.txt      the yearly form as questions and answers
  tax-forms/YEAR.json     the same as the portal stores it
tables/NAME.csv           every table, for spreadsheets (UTF-8, commas, times in UTC)
tables/NAME.json          the same, exactly as it is: a list with one row in each line

A name that some file system could not keep was changed; documents.csv has the original one.
In CSV files a cell that a spreadsheet would run as a formula begins with an apostrophe. JSON files have it as it is.

Not in here: sessions, links that open accounts, the keys of the portal, secrets of authenticator apps, texts of mails,
and drafts of forms that clients have not sent. tables/auth.users has the hashes of passwords, with which people keep
their passwords at a system that knows Argon2id and bcrypt.
`;
}
