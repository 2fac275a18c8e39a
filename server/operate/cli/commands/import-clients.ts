import { randomUUID } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { hasName, importFields } from '#domain/client-import/fields.ts';
import type { ImportedClient } from '#domain/client-import/imported-client.ts';
import { planImport } from '#domain/client-import/plan.ts';
import { type ClientList, LIST_BOUNDS, readClientList } from '#domain/client-import/read-list.ts';
import { faultWords, problemsIn, reportFile, reportLines } from '#domain/client-import/report.ts';
import { countsOf, type RowOutcome, runImport } from '#domain/client-import/run-import.ts';
import { english } from '#domain/language/english.ts';
import { type Command, CommandError, type Context, orUnreadable, UsageError } from '../command.ts';
import { withDatabase } from '../with-database.ts';

const PROBLEMS_SHOWN = 20;

export const importClients: Command = {
  usage: 'import-clients <file.csv> [--dry-run] [--report out.csv]',
  summary: 'adds the clients of a tax program’s list, or fills in what is missing about them',
  run: async (args, context) => {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { 'dry-run': { type: 'boolean', default: false }, report: { type: 'string' } },
    });
    const [path, ...rest] = positionals;
    if (path === undefined || rest.length > 0) throw new UsageError('import-clients needs one CSV file.');
    const { 'dry-run': dryRun, report } = values;
    const list = await listIn(path);
    tellColumns(list, context);
    const plan = planImport(list, list.mapping);
    const runId = randomUUID();
    const outcomes = await withDatabase(context, (database) => {
      const send = async (clients: readonly ImportedClient[]) => {
        const { rows } = await database.query<RowOutcome>(
          'select * from nutmeg.import_client_rows($1, $2, $3)',
          [runId, JSON.stringify(clients), dryRun],
        );
        return rows;
      };
      return runImport(plan, { send }).finally(() =>
        database.query('select nutmeg.record_client_import($1)', [runId]),
      );
    });
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
    if (report === undefined) return;
    await writeFile(report, reportFile(lines, english), { mode: 0o600 }).catch(
      (error: NodeJS.ErrnoException) => {
        throw new CommandError(`The report can't be written to ${report} (${error.code}).`);
      },
    );
  },
};

async function listIn(path: string): Promise<ClientList> {
  const { size } = await stat(path).catch(orUnreadable(path));
  const read =
    size > LIST_BOUNDS.bytes
      ? ({ fault: 'too_large' } as const)
      : readClientList(await readFile(path).catch(orUnreadable(path)), TextDecoder);
  if ('fault' in read) throw new CommandError(`${path}: ${english(faultWords[read.fault])}`);
  if (!hasName(read.list.mapping)) {
    throw new CommandError(
      `${path}: No column is known as a name. Correct its headings, or import it at /manage/office/import, where you can say what each column is.`,
    );
  }
  return read.list;
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
