import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { officeDay } from '#domain/office-time/office-day.ts';
import { readOut } from '#domain/tax-form/read-out.ts';
import { openSnapshot, type Snapshot } from '#server/database/copy/snapshot.ts';
import type { Database } from '#server/database/database.ts';
import { englishReader } from '#server/language/readers.ts';
import type { SealedTable } from '#server/rest/tables/sealed-table.ts';
import type { Seals } from '#server/rest/tables/seals.ts';
import { taxForms } from '#server/rest/tables/tax-forms.ts';
import { taxNumbers } from '#server/rest/tables/tax-numbers.ts';
import type { Blobs } from '#server/storage/blobs/blobs.ts';
import type { BlobStore } from '#server/storage/blobs/stores/blob-store.ts';
import { exportClientList } from './export-clients.ts';
import { type ExportedDocuments, exportDocuments } from './export-documents.ts';
import { exportedTables, exportTable, type Row } from './tables.ts';

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

interface ExportSummary extends ExportedDocuments {
  clients: number;
}

/** The folder can't be used. The message says why. */
export class ExportFolderError extends Error {}

/** Writes all data, not encrypted, into a new or empty folder. README.txt is last: without it, it is incomplete. */
export async function exportOffice(deps: ExportDeps): Promise<ExportSummary> {
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

async function exportAll(deps: ExportDeps, snapshot: Snapshot): Promise<ExportSummary> {
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
        await writeFile(join(own, `${year}.json`), `${JSON.stringify(form_data, null, 2)}\n`, {
          mode: 0o600,
        });
        await writeFile(join(own, `${year}.txt`), inWords(form_data), { mode: 0o600 });
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
  await writeFile(join(folder, 'README.txt'), readme({ ...summary, at: new Date().toISOString() }), {
    mode: 0o600,
  });
  return summary;
}

function inWords(form: unknown): string {
  const sections = readOut(form, { sensitive: 'shown' }, englishReader.t);
  const items = sections.flatMap((section) => [...section.items, ...section.dependents.flat()]);
  return `${items.map(({ question, answer }) => `${question}\n  ${answer || '-'}`).join('\n')}\n`;
}
