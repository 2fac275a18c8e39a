import { randomUUID } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { hasName, importFields } from '#domain/client-import/fields.ts';
import { planImport } from '#domain/client-import/plan.ts';
import { type ClientList, LIST_BOUNDS, readClientList } from '#domain/client-import/read-list.ts';
import { faultWords, problemsIn, reportFile, reportLines } from '#domain/client-import/report.ts';
import { countsOf, type RowOutcome, runImport } from '#domain/client-import/run-import.ts';
import { english } from '#domain/language/english.ts';
import type { Database } from '#server/database/database.ts';
import { type Command, CommandError, type Context, UsageError } from '../command.ts';
import { withDatabase } from '../with-database.ts';

const PROBLEMS_SHOWN = 20;

export const importClients: Command = {
  usage: 'import-clients <file.csv> [--dry-run] [--report out.csv]',
  summary: 'adds the clients of a tax program’s list, or fills in what is missing about them',
  run: async (args, context) => {
    const { path, dryRun, report } = argumentsIn(args);
    const list = await listIn(path);
    tellColumns(list, context);
    const plan = planImport(list, list.mapping);
    const outcomes = await withDatabase(context, (database) =>
      importInto(database, (send) => runImport(plan, { send }), dryRun),
    );
    const { new: added, filled_in, unchanged, repeated, refused } = countsOf(plan, outcomes);
    context.print(
      `${dryRun ? 'Dry run, nothing was changed. ' : ''}New: ${added}. Filled in: ${filled_in}. Unchanged: ${unchanged}. Same client as an earlier row: ${repeated}. Not imported: ${refused}.`,
    );
    const lines = reportLines(plan, outcomes, english);
    const problems = problemsIn(lines);
    for (const { row, problems: sentences } of problems.slice(0, PROBLEMS_SHOWN)) {
      context.print(`Row ${row}: ${sentences.join(' ')}`);
    }
    const more = problems.length - PROBLEMS_SHOWN;
    if (more > 0) context.print(`${more} more rows have problems. --report writes them all into a file.`);
    if (report !== undefined) await writeReport(report, reportFile(lines, english));
  },
};

function argumentsIn(args: string[]): { path: string; dryRun: boolean; report: string | undefined } {
  try {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { 'dry-run': { type: 'boolean', default: false }, report: { type: 'string' } },
    });
    const [path, ...rest] = positionals;
    if (path !== undefined && rest.length === 0) {
      return { path, dryRun: values['dry-run'], report: values.report };
    }
  } catch (error) {
    throw new UsageError(`import-clients: ${(error as Error).message}`);
  }
  throw new UsageError('import-clients needs one CSV file.');
}

async function listIn(path: string): Promise<ClientList> {
  const bytes = await bytesOf(path);
  const read = bytes ? readClientList(bytes, TextDecoder) : ({ fault: 'too_large' } as const);
  if ('fault' in read) throw new CommandError(`${path}: ${english(faultWords[read.fault])}`);
  if (!hasName(read.list.mapping)) {
    throw new CommandError(
      `${path}: No column is known as a name. Correct its headings, or import it at /manage/office/import, where you can say what each column is.`,
    );
  }
  return read.list;
}

/** Null if it is too large to read. */
async function bytesOf(path: string): Promise<Uint8Array | null> {
  try {
    return (await stat(path)).size > LIST_BOUNDS.bytes ? null : await readFile(path);
  } catch (error) {
    throw new CommandError(`${path} can't be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

function tellColumns({ headings, mapping, rows }: ClientList, { print }: Context): void {
  print(`${rows.length} rows. Columns:`);
  for (const [column, heading] of headings.entries()) {
    const field = mapping[column];
    print(
      `  ${heading || `(column ${column + 1})`}: ${field ? english(importFields[field]) : 'not imported'}`,
    );
  }
}

type Send = Parameters<typeof runImport>[1]['send'];

async function importInto(
  database: Database,
  run: (send: Send) => Promise<RowOutcome[]>,
  dryRun: boolean,
): Promise<RowOutcome[]> {
  const runId = randomUUID();
  try {
    return await run(async (clients) => {
      const { rows } = await database.query<RowOutcome>(
        'select * from nutmeg.import_client_rows($1, $2, $3)',
        [runId, JSON.stringify(clients), dryRun],
      );
      return rows;
    });
  } finally {
    await database.query('select nutmeg.record_client_import($1)', [runId]);
  }
}

async function writeReport(path: string, content: string): Promise<void> {
  try {
    await writeFile(path, content, { mode: 0o600 });
  } catch (error) {
    throw new CommandError(
      `The report can't be written to ${path} (${(error as NodeJS.ErrnoException).code}).`,
    );
  }
}
