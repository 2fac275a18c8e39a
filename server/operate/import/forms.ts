import { officeDay } from '#domain/office-time/office-day.ts';
import { fieldKeys } from '#domain/tax-form/fields.ts';
import type { SourceRow } from '#server/database/copy/copy-rows.ts';
import type { PreparedRow } from '#server/rest/tables/sealed-table.ts';
import { formerTaxForm, taxForms } from '#server/rest/tables/tax-forms.ts';
import type { ImportDeps } from './deps.ts';
import type { ImportKind, Item } from './import-items.ts';
import { count, json, moment, text, uuid } from './values.ts';

const NAME = 'tax forms';
const BATCH = 50;
const KNOWN = new Set<string>([...fieldKeys, 'dependents']);

interface FormItem extends Item {
  userId: string;
  submittedAt: string | null;
  ready: PreparedRow;
}

/** Imports the newest form of each person and year, normalized and sealed like a submitted one. */
export function forms(deps: ImportDeps, people: ReadonlySet<string>): ImportKind<FormItem> {
  const { seals, timeZone } = deps;
  const table = taxForms(() => officeDay(new Date(), timeZone));
  return {
    name: NAME,
    batch: BATCH,
    items: readForms(deps, people),
    refused: {
      why: 'The form here was sent later.',
      async ids(items, { database }) {
        const { rows } = await database.query<{ id: string; submitted_at: Date }>(
          `select user_id || '/' || year as id, submitted_at from public.tax_forms where user_id = any ($1::uuid[])`,
          [items.map(({ userId }) => userId)],
        );
        const here = new Map(rows.map(({ id, submitted_at }) => [id, submitted_at.getTime()]));
        return items
          .filter(
            ({ id, submittedAt }) =>
              (here.get(id) ?? 0) > (submittedAt === null ? 0 : Date.parse(submittedAt)),
          )
          .map(({ id }) => id);
      },
    },
    async write(tx, items) {
      for (const { ready, submittedAt } of items) {
        await tx.run(seals.sealStatement(table, ready));
        const { user_id, year, form_data } = ready.row;
        await tx.query(
          `insert into public.tax_forms (user_id, year, form_data, submitted_at, created_at)
           values ($1, $2, $3, coalesce($4::timestamptz, now()), coalesce($4::timestamptz, now()))
           on conflict (user_id, year) do update
           set form_data = excluded.form_data, submitted_at = excluded.submitted_at`,
          [user_id, year, JSON.stringify(form_data), submittedAt],
        );
      }
    },
  };
}

async function* readForms(deps: ImportDeps, people: ReadonlySet<string>): AsyncGenerator<FormItem> {
  const { source, report, fingerprints, timeZone } = deps;
  const newest = await newestForms(deps);
  for await (const row of source.rows('public.tax_forms')) {
    const userId = uuid(row, 'user_id');
    const year = count(row, 'year');
    if (userId === undefined || !people.has(userId) || year === undefined || year < 2000 || year > 2200) {
      report.skip(NAME, text(row, 'id'), 'Its person or year is not known here.');
      continue;
    }
    const id = `${userId}/${year}`;
    const submittedAt = moment(row, 'submitted_at');
    if (newest.get(id) !== place(row)) {
      report.skip(NAME, id, 'A newer form of the same year was brought.');
      continue;
    }
    const answers = json(row, 'form_data');
    if (answers === undefined) {
      report.skip(NAME, id, 'Its answers can’t be read.');
      continue;
    }
    const dropped = Object.keys(answers).filter((key) => !KNOWN.has(key));
    if (dropped.length > 0) {
      report.remark(NAME, id, `Answers to questions that are unknown here were left out: ${named(dropped)}`);
    }
    const at = submittedAt === null ? new Date() : new Date(submittedAt);
    const sent = { user_id: userId, year, form_data: answers };
    const ready = formerTaxForm(sent, { ...officeDay(at, timeZone), year }, (problems) => {
      const paths = problems.map(({ path }) => path);
      report.remark(NAME, id, `Today’s form would refuse some answers: ${named(paths)}`);
    });
    if (ready === undefined) {
      report.skip(NAME, id, 'It is too long.');
      continue;
    }
    yield { id, userId, submittedAt, ready, fingerprints: fingerprints(NAME, [submittedAt, ready.content]) };
  }
}

/** Finds the last submitted row of each person and year: the hosted service allowed several. */
async function newestForms({ source }: ImportDeps): Promise<Map<string, string>> {
  const newest = new Map<string, string>();
  for await (const row of source.rows('public.tax_forms')) {
    const id = `${uuid(row, 'user_id')}/${count(row, 'year')}`;
    if (place(row) > (newest.get(id) ?? '')) newest.set(id, place(row));
  }
  return newest;
}

const place = (row: SourceRow): string => `${moment(row, 'submitted_at') ?? ''} ${text(row, 'id')}`;

/** Field names, never answers; long names are truncated. */
function named(keys: readonly string[]): string {
  const shown = keys.slice(0, 10).map((key) => (/^[\w.]{1,40}$/.test(key) ? key : '?'));
  return `${shown.join(', ')}${keys.length > 10 ? ', ...' : ''}`;
}
