import { chmod, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createEntryNames } from '#domain/documents/archive-names.ts';
import { officeDay } from '#domain/office-time/office-day.ts';
import { readOut } from '#domain/tax-form/read-out.ts';
import { csvLine } from '#domain/text/csv-write.ts';
import { openSnapshot, type Snapshot } from '#server/database/copy/snapshot.ts';
import type { Database } from '#server/database/database.ts';
import { englishReader } from '#server/language/readers.ts';
import type { SealedTable } from '#server/rest/tables/sealed-table.ts';
import type { Seals } from '#server/rest/tables/seals.ts';
import { taxForms } from '#server/rest/tables/tax-forms.ts';
import { taxNumbers } from '#server/rest/tables/tax-numbers.ts';
import type { Blobs } from '#server/storage/blobs/blobs.ts';
import type { BlobStore } from '#server/storage/blobs/stores/blob-store.ts';
import { exportDocuments } from './export-documents.ts';
import { append, exportedTables, exportTable, type Row } from './tables.ts';

/** README.txt: explains the folder to a person who opens it in ten years. */
function readme(about: { at: string; clients: number; documents: number; failed: number }): string {
  const { at, clients, documents, failed } = about;
  return `Everything in the portal on ${at}
${clients} clients, ${documents} documents${failed > 0 ? `, ${failed} documents that couldn't be read (not-exported.csv)` : ''}

CAREFUL: This folder has Social Security numbers, bank accounts, and documents that anyone can read.
Protect it like your office's paper files, and delete it when you no longer need it.

clients.csv               all clients, who else has access to each, and its folder
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

interface ExportDeps {
  url: string;
  database: Database;
  blobs: Blobs;
  store: BlobStore;
  seals: Seals;
  timeZone: string;
  folder: string;
  progress(line: string): void;
}

/** The folder can't be used. The message says why. */
export class ExportFolderError extends Error {}

/** Writes all data, not encrypted, into a new or empty folder. README.txt is last: without it, it is incomplete. */
export async function exportOffice(deps: ExportDeps) {
  const { database, folder } = deps;
  await prepareFolder(folder);
  const record = (action: string, details: object) =>
    database.query('insert into public.audit_log (action, details) values ($1, $2)', [
      action,
      JSON.stringify(details),
    ]);
  // Recorded first, because an interrupted export has disclosed data too.
  await record('export.started', {});
  const snapshot = await openSnapshot(deps.url);
  try {
    const summary = await exportAll(deps, snapshot);
    await record('export.finished', summary);
    return summary;
  } finally {
    await snapshot.close();
  }
}

async function prepareFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if ((await readdir(folder)).length > 0) {
      throw new ExportFolderError(
        `${folder} is not empty. Name a new folder, so that nothing is mixed or overwritten.`,
      );
    }
    await chmod(folder, 0o700);
  } catch (error) {
    if (error instanceof ExportFolderError) throw error;
    throw new ExportFolderError(`${folder} can't be used (${(error as NodeJS.ErrnoException).code}).`);
  }
}

async function exportAll(deps: ExportDeps, snapshot: Snapshot) {
  const { folder, seals, timeZone, progress } = deps;
  const make = async (...steps: string[]) => {
    const path = join(folder, ...steps);
    await mkdir(path, { recursive: true, mode: 0o700 });
    return path;
  };
  const folders = await exportClientList(snapshot, folder);
  for (const path of folders.values()) await make(path);

  const tables = await make('tables');
  const forms = taxForms(() => officeDay(new Date(), timeZone));
  const open = async (table: SealedTable, column: string, rows: Row[]) => {
    const opened = await seals.open(
      table,
      rows.map(({ id }) => String(id)),
    );
    for (const row of rows) row[column] = opened.get(String(row.id)) ?? row[column];
  };
  const complete: Record<string, (rows: Row[]) => Promise<void>> = {
    'public.tax_forms': async (rows) => {
      await open(forms, 'form_data', rows);
      for (const { user_id, year, form_data } of rows) {
        const own = await make(folders.get(String(user_id)) ?? join('clients', String(user_id)), 'tax-forms');
        await append(join(own, `${year}.json`), `${JSON.stringify(form_data, null, 2)}\n`);
        await append(join(own, `${year}.txt`), inWords(form_data));
      }
    },
    'public.client_tax_numbers': (rows) => open(taxNumbers, 'tax_number', rows),
  };
  for (const table of await exportedTables(snapshot)) {
    const rows = await exportTable(snapshot, table, tables, complete[table]);
    progress(`${table}: ${rows} rows`);
  }
  const documents = await exportDocuments(deps, snapshot, folders, make);
  const summary = { clients: folders.size, ...documents };
  await append(join(folder, 'README.txt'), readme({ ...summary, at: new Date().toISOString() }));
  return summary;
}

function inWords(form: unknown): string {
  const sections = readOut(form, { sensitive: 'shown' }, englishReader.t);
  const items = sections.flatMap((section) => [...section.items, ...section.dependents.flat()]);
  return `${items.map(({ question, answer }) => `${question}\n  ${answer || '-'}`).join('\n')}\n`;
}

const CLIENT_COLUMNS = ['id', 'kind', 'first_name', 'last_name', 'email', 'role', 'members', 'folder'];

type Person = Record<'user_id' | 'first_name' | 'last_name' | 'email' | 'role', string>;

/** Writes clients.csv: who they are, and who else has access today. Returns the folder of each client. */
async function exportClientList(snapshot: Snapshot, folder: string): Promise<Map<string, string>> {
  const kinds = new Map<string, string>();
  for await (const { id, kind } of snapshot.rows('public.clients')) kinds.set(String(id), String(kind));
  const people = new Map<string, Person>();
  for await (const row of snapshot.rows('public.user_profiles')) {
    people.set(String(row.user_id), row as Person);
  }
  const members = new Map<string, string[]>();
  for await (const { client_id, user_id, relation, ends_at } of snapshot.rows('public.client_members')) {
    const person = people.get(String(user_id));
    if (!person || client_id === user_id || (ends_at && Date.parse(String(ends_at)) <= Date.now())) continue;
    const name = `${person.first_name} ${person.last_name}`.trim() || person.email;
    const others = members.get(String(client_id)) ?? [];
    members.set(String(client_id), [...others, `${name} (${relation})`]);
  }
  const folders = new Map<string, string>();
  const names = createEntryNames();
  const lines = [csvLine(CLIENT_COLUMNS)];
  for (const { user_id: id, first_name, last_name, email, role } of people.values()) {
    const name = [last_name, first_name].filter((part) => part.trim() !== '').join(', ') || email;
    // With the start of the id, since names are not unique.
    const own = names.file(`${name.replaceAll('/', '_').slice(0, 60)} ${id.slice(0, 8)}`);
    const path = join('clients', own);
    folders.set(id, path);
    const others = members.get(id)?.toSorted().join('; ') ?? '';
    lines.push(csvLine([id, kinds.get(id) ?? '', first_name, last_name, email, role, others, path]));
  }
  await append(join(folder, 'clients.csv'), lines.join(''));
  return folders;
}
