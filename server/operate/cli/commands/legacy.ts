import { readFile } from 'node:fs/promises';
import { addressesIn } from '#domain/contact/legacy-addresses.ts';
import { parseCsv } from '#domain/text/csv.ts';
import { type Command, CommandError, type Context, orUnreadable, UsageError } from '../command.ts';
import { withDatabase } from '../with-database.ts';

const LINES_SHOWN = 20;

export const legacy: Command = {
  usage: 'legacy import <file.csv>',
  summary: 'adds the email addresses of earlier clients, who are asked to sign up when they first log in',
  run: async (args, context) => {
    const [verb, path, ...rest] = args;
    if (verb !== 'import' || !path || rest.length > 0)
      throw new UsageError('legacy import needs a CSV file.');
    const found = addressesIn(parseCsv(await readFile(path, 'utf8').catch(orUnreadable(path))));
    if (!found) throw new CommandError('The file has several columns, but none is named "email".');
    const { addresses, skipped } = found;
    const { rowCount: added } = await withDatabase(context, (database) =>
      database.query(
        'insert into public.legacy_emails (email) select unnest($1::text[]) on conflict do nothing',
        [addresses],
      ),
    );
    report(context, { added, present: addresses.length - added, skipped });
  },
};

/** Prints line numbers only, not addresses: terminals may be logged. */
function report(
  { print }: Context,
  { added, present, skipped }: { added: number; present: number; skipped: number[] },
): void {
  print(`${counted(added)} added, ${present} already on the list.`);
  if (skipped.length === 0) return;
  const shown = skipped.slice(0, LINES_SHOWN).join(', ');
  const more = skipped.length > LINES_SHOWN ? ` and ${skipped.length - LINES_SHOWN} more` : '';
  print(`Skipped because they have no valid email address: ${skipped.length} (line ${shown}${more}).`);
}

function counted(addresses: number): string {
  return addresses === 1 ? '1 address' : `${addresses} addresses`;
}
