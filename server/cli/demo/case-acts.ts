import { checklistFor } from '#domain/checklist/checklist.ts';
import type { Transaction } from '#server/database/database.ts';
import { englishReader } from '#server/language/readers.ts';
import type { Act, Cast } from './stage.ts';
import type { Story, StoryReturn, StoryStep } from './story.ts';

/** One client's case, and the ids of the things in it. */
export interface Case {
  clientId: string;
  story: Story;
  /** This year's return. */
  year: number;
  moment: (days: number) => Date;
  fileId: (path: string) => string;
  cast: Cast;
}

/** Steps of a return, made with the functions that staff and clients call. */
export function returnActs(one: Case, { year: offset, kind, started, steps }: StoryReturn): Act[] {
  const { clientId, year, moment, cast } = one;
  let returnId = '';
  const start: Act = {
    at: moment(started[1]),
    by: cast.staff[started[0]],
    async run(tx) {
      returnId = await idFrom(tx, 'select id from public.start_return($1, $2, $3)', [
        clientId,
        year + offset,
        kind,
      ]);
    },
  };
  return [
    start,
    ...steps.map(
      (step): Act => ({
        at: moment(step.days),
        by: step.by === undefined ? clientId : cast.staff[step.by],
        run: (tx) => take(tx, one, returnId, step),
      }),
    ),
  ];
}

async function take(
  tx: Transaction,
  one: Case,
  returnId: string,
  { to, note, file }: StoryStep,
): Promise<void> {
  if (to === 'paid') {
    await tx.query('select public.record_return_payment($1)', [returnId]);
  } else if (to === 'approved') {
    const { firstName, lastName } = one.story.person;
    await tx.query(
      `select public.approve_return(r.id, $2, r.document_sha256) from public.tax_returns r where r.id = $1`,
      [returnId, `${firstName} ${lastName}`],
    );
  } else {
    await tx.query('select public.step_return($1, $2, $3, $4)', [
      returnId,
      to,
      note ?? null,
      file === undefined ? null : one.fileId(file),
    ]);
  }
}

/** Checklist items that are ticked, confirmed, requested again or not available. */
export function checklistActs(one: Case): Act[] {
  const { clientId, story, year, moment, cast } = one;
  const list = checklistFor(story.form?.answers ?? {});
  const itemOf = (named: string) => {
    const found = list.find(({ id, title }) => id === named || englishReader.t(title) === named);
    if (!found) throw new Error(`${story.person.lastName} is not asked for "${named}"`);
    return found;
  };
  const ticked = (story.files ?? []).flatMap(({ item, path, days }): Act[] => {
    if (item === undefined) return [];
    const { id } = itemOf(item);
    // Shortly after it was sent.
    const at = moment(days * 0.9995);
    return [
      dated(at, clientId, 'select id from public.answer_checklist_item($1, $2, $3, $4)', () => [
        year,
        id,
        'sent',
        [one.fileId(path)],
      ]),
    ];
  });
  const said = (story.items ?? []).map(({ item, state, days, by, words }): Act => {
    const at = moment(days);
    const who = by === undefined ? clientId : cast.staff[by];
    if (state === 'asked') {
      const ask = 'select id from public.request_document($1, $2, $3, $4)';
      return dated(at, who, ask, () => [clientId, year, item, words ?? null]);
    }
    const { id, title } = itemOf(item);
    if (state === 'not_available') {
      const answer = 'select id from public.answer_checklist_item($1, $2, $3, $4, $5)';
      return dated(at, who, answer, () => [year, id, state, [], words]);
    }
    const review = 'select id from public.review_checklist_item($1, $2, $3, $4, $5, $6)';
    return dated(at, who, review, () => [clientId, year, id, state, words ?? null, englishReader.t(title)]);
  });
  return [...ticked, ...said];
}

/** The second change of an item updates a row that is dated already. */
function dated(at: Date, by: string, call: string, values: () => readonly unknown[]): Act {
  return {
    at,
    by,
    async run(tx) {
      const id = await idFrom(tx, call, values());
      await tx.query('update public.checklist_items set updated_at = $2 where id = $1', [id, at]);
    },
  };
}

/** Notes and letters of the office. */
export function deskActs({ clientId, story, moment, cast }: Case): Act[] {
  const notes = (story.notes ?? []).map(
    ([by, days, words]): Act => ({
      at: moment(days),
      by: cast.staff[by],
      run: async (tx) =>
        void (await tx.query('insert into public.client_notes (user_id, body) values ($1, $2)', [
          clientId,
          words,
        ])),
    }),
  );
  const letters = (story.letters ?? []).map(
    ({ by, days, template, items = [], note }): Act => ({
      at: moment(days),
      by: cast.staff[by],
      run: async (tx) =>
        void (await tx.query('select public.send_client_letter($1, $2, $3, $4)', [
          clientId,
          template,
          items,
          note ?? null,
        ])),
    }),
  );
  return [...notes, ...letters];
}

async function idFrom(tx: Transaction, text: string, values: readonly unknown[]): Promise<string> {
  const { rows } = await tx.query<{ id: string }>(text, values);
  const [row] = rows;
  if (!row) throw new Error('nothing was made');
  return row.id;
}
