import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Business } from '#domain/business/business.ts';
import { changedFacts } from '#domain/business/changed-facts.ts';
import { fitFacts } from '#domain/business/fit-facts.ts';
import type { Database } from '#server/database/database.ts';
import { readFactsFile } from '#server/office/facts-file.ts';
import { keepPortraits } from '#server/office/pictures/pictures.ts';
import { readFacts } from '#server/office/read-facts.ts';
import { addVersion, newestVersion } from '#server/office/versions.ts';
import { type Command, CommandError, type Context, UsageError } from '../command.ts';
import { withDatabase } from '../with-database.ts';

export const office: Command = {
  usage: 'office import <file> [--dry-run] | export [file]',
  summary: 'replaces the office’s facts with those of a JSON file, or writes them to one',
  run: async ([verb, ...args], context) => {
    if (verb === 'import') {
      const files = args.filter((arg) => arg !== '--dry-run');
      const [file, ...more] = files;
      if (!file || more.length > 0) throw new UsageError('office import needs a file.');
      await importFacts(file, args.length > files.length, context);
    } else if (verb === 'export' && args.length <= 1) await exportFacts(args[0], context);
    else throw new UsageError('office needs one of: import <file>, export [file].');
  },
};

async function importFacts(file: string, isDryRun: boolean, context: Context): Promise<void> {
  const { print } = context;
  const raw = await readFactsFile(resolve(file), file);
  if (raw === undefined) throw new CommandError(`${file}: there is no such file.`);
  const work = async (database: Database) => {
    const present = await readFacts(database);
    const fit = fitFacts(raw, present);
    if ('problems' in fit) {
      const lines = fit.problems.map(({ path, message }) => `  - ${path || 'the file'}: ${message}`);
      throw new CommandError([`${file} has these problems, so nothing was changed:`, ...lines].join('\n'));
    }
    const { facts, filled, dropped } = fit;
    const changed = changedFacts(present, facts);
    if (filled.length > 0) print(`Not in the file, so these stay as they are: ${filled.join(', ')}`);
    if (dropped.length > 0) print(`Unknown to this version, so these are left out: ${dropped.join(', ')}`);
    print(changed.length === 0 ? 'Nothing differs.' : `These differ: ${changed.join(', ')}`);
    if (isDryRun) print('Nothing was changed (--dry-run).');
    else print(await save(database, facts, changed));
  };
  // So that the facts can be there before the first start.
  await withDatabase(context, work, { migrates: !isDryRun });
}

async function save(database: Database, imported: Business, changed: string[]): Promise<string> {
  let withoutPicture: string[] = [];
  const version = await database.asOwner(async (tx) => {
    const after = await newestVersion(tx);
    if (after > 0 && changed.length === 0) return after;
    // Facts of another installation name its pictures, which a file of facts does not have.
    const gone = await keepPortraits(tx, imported);
    const team = imported.team.map((person, at) =>
      gone.includes(at) ? { ...person, portrait: null } : person,
    );
    withoutPicture = gone.map((at) => team[at]?.name ?? '');
    const facts = { ...imported, team };
    const added = await addVersion(tx, { after, facts, source: 'command', savedBy: null, changed });
    if (added === undefined) return undefined;
    await tx.query(`select nutmeg.record_act('office.facts_saved', null, $1)`, [
      JSON.stringify({ version: added, changed, source: 'command' }),
    ]);
    return added;
  });
  if (version === undefined) {
    throw new CommandError(
      'Someone saved other facts at the same moment. Nothing was changed; run this again.',
    );
  }
  const done = `The office’s facts are version ${version} now. Running servers show them within a second.`;
  if (withoutPicture.length === 0) return done;
  return `${done}\nThese pictures are not here, so upload them again: ${withoutPicture.join(', ')}`;
}

async function exportFacts(file: string | undefined, context: Context): Promise<void> {
  const facts = await withDatabase(context, readFacts);
  const text = JSON.stringify(facts, null, 2);
  if (file === undefined) return context.print(text);
  await writeFile(resolve(file), `${text}\n`, { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === 'EEXIST' ? 'it exists already' : error.code;
    throw new CommandError(`${file} can't be written: ${reason}.`);
  });
  context.print(`The office’s facts are in ${resolve(file)}.`);
}
