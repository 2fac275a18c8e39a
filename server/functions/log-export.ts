import { z } from 'zod';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import { type LogEntry, type LogKind, logKinds, plainSentence } from '#domain/office/office-log.ts';
import { csvLine } from '#domain/text/csv-write.ts';
import type { Caller } from '#server/database/database.ts';
import { readerOfPerson } from '#server/language/readers.ts';
import { download, type FunctionDeps, forPerson, isNotAllowed, refusal, textStream } from './answers.ts';
import type { Functions } from './service.ts';

/** The maximum number of lines in a file. For more, export several date ranges. */
const MAX_LINES = 100_000;
const PAGE = 1000;

const columns = [
  msg`Time (UTC)`,
  msg({ message: 'What', context: 'column of the log' }),
  msg`Kind of act`,
  msg({ message: 'By', context: 'column of the log' }),
  msg`By (id)`,
  msg({ message: 'About', context: 'column of the log' }),
  msg`About (id)`,
  msg`Details`,
];

const moment = z.iso.datetime({ offset: true }).nullish();
const filters = z.object({
  person: z.guid().nullish(),
  kind: z.enum(Object.keys(logKinds) as LogKind[], 'There is no such kind').nullish(),
  document: z.string().max(200).nullish(),
  since: moment,
  until: moment,
});
type Filters = z.infer<typeof filters>;

/**
 * `POST /functions/v1/log-export`: the office's log as CSV, with the filters of the page, newest first. Streamed in
 * pages, each read with the super user's permissions. The export itself is logged before its first line. The sentences
 * are in the super user's language.
 */
export function logExportFunctions(deps: FunctionDeps): Functions {
  const { database, readers } = deps;
  return {
    'log-export': forPerson(deps, {
      method: 'POST',
      limit: { name: 'log export', points: 20, seconds: 3600 },
      schema: filters,
      answer: async (asked, { caller, personId }) => {
        await database.runAs(caller, {
          text: 'select public.note_log_export($1)',
          values: [JSON.stringify(asked)],
        });
        const { t } = await readerOfPerson(readers, database, personId);
        const log = textStream(lines(database, caller, asked, t));
        return download(log, 'text/csv; charset=utf-8', 'office-log.csv');
      },
      refuse: (error) =>
        isNotAllowed(error) ? refusal(403, 'Only a super user can export the log') : undefined,
    }),
  };
}

async function* lines(
  database: FunctionDeps['database'],
  caller: Caller,
  { person, kind, document, since, until }: Filters,
  t: Translate,
): AsyncGenerator<string> {
  // The byte order mark tells spreadsheets that this is UTF-8.
  yield `\uFEFF${csvLine(columns.map((column) => t(column)))}`;
  let left = MAX_LINES;
  let last: LogEntry | undefined;
  while (left > 0) {
    const { rows: page }: { rows: LogEntry[] } = await database.runAs<LogEntry>(
      caller,
      {
        text: `select source, id::float8 as id, action, actor_id, actor_name, subject_id, subject_name, details,
              to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
            from public.office_log($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        values: [
          person,
          kind ? logKinds[kind].actions : null,
          document,
          since,
          until,
          last?.at,
          last?.source,
          last?.id,
          Math.min(PAGE, left),
        ],
      },
      { readOnly: true },
    );
    for (const row of page) yield lineOf(row, t);
    left -= page.length;
    last = page.at(-1);
    if (page.length < PAGE) return;
  }
  yield csvLine([
    '',
    t(msg`Only the latest ${{ count: MAX_LINES }} entries. Choose earlier dates for the others.`),
  ]);
}

function lineOf(row: LogEntry, t: Translate): string {
  return csvLine([
    row.at,
    plainSentence(row, t),
    row.action,
    row.actor_name ?? '',
    row.actor_id ?? '',
    row.subject_name ?? '',
    row.subject_id ?? '',
    JSON.stringify(row.details),
  ]);
}
