import { checklistFor } from '#domain/checklist/checklist.ts';
import { englishReader } from '#server/language/readers.ts';
import type { StaffIds } from './people.ts';
import { type Act, querying } from './stage.ts';
import type { Story } from './stories.ts';

/** One client's case, and the ids of the things in it. */
export interface Case {
  clientId: string;
  preparerId: string;
  story: Story;
  year: number;
  moment: (days: number) => Date;
  fileId: (path: string) => string;
  staffIds: StaffIds;
}

/** Steps of returns, made with the functions that staff and clients call. */
export function returnActs({ clientId, preparerId, story, moment, fileId }: Case): Act[] {
  const found = 'from public.tax_returns r where r.user_id = $1 and r.year = $2 and r.kind = $3';
  const steps = Object.entries(story.returns).flatMap(([named, steps]) =>
    steps.map((step) => ({ ...step, key: [clientId, ...named.split(' ')] })),
  );
  return steps.map(({ key, to, days, note, file }) => {
    const at = moment(days);
    if (to === 'not_started') {
      return querying(at, preparerId, 'select public.start_return($1, $2, $3)', key);
    }
    if (to === 'approved') {
      const approve = `select public.approve_return(r.id, $4, r.document_sha256) ${found}`;
      return querying(at, clientId, approve, [...key, story.person.name]);
    }
    if (to === 'paid') {
      return querying(at, preparerId, `select public.record_return_payment(r.id) ${found}`, key);
    }
    const step = `select public.step_return(r.id, $4, $5, $6) ${found}`;
    return querying(at, preparerId, step, [...key, to, note ?? null, file ? fileId(file) : null]);
  });
}

/** Checklist items that are ticked, confirmed, requested again or not available. */
export function checklistActs({ clientId, preparerId, story, year, moment, fileId }: Case): Act[] {
  const list = checklistFor(story.form?.answers ?? {});
  const itemOf = (named: string) => {
    const found = list.find(({ id, title }) => id === named || englishReader.t(title) === named);
    if (!found) throw new Error(`${story.person.name} is not asked for "${named}"`);
    return found;
  };
  const review = (at: Date, item: string, state: string, words: string | null): Act => {
    const { id, title } = itemOf(item);
    const values = [clientId, year, id, state, words, englishReader.t(title)];
    return changing(at, preparerId, 'public.review_checklist_item($1, $2, $3, $4, $5, $6)', values);
  };
  const answer = (at: Date, item: string, state: string, files: string[], words: string | null): Act => {
    const values = [year, itemOf(item).id, state, files, words];
    return changing(at, clientId, 'public.answer_checklist_item($1, $2, $3, $4, $5)', values);
  };

  const { confirmed, items } = story;
  const sent = Object.entries(story.files).flatMap(([path, { item, days }]) =>
    item === undefined ? [] : [{ path, item, days }],
  );
  const accepted = sent.filter(({ item }) => !items.some((one) => one.item === item));
  return [
    // Shortly after it was sent.
    ...sent.map(({ path, item, days }) => answer(moment(days * 0.9995), item, 'sent', [fileId(path)], null)),
    ...(confirmed === undefined
      ? []
      : accepted.map(({ item }, at) => review(moment(confirmed - at * 0.01), item, 'confirmed', null))),
    ...items.map(({ item, state, days, words }) => {
      const at = moment(days);
      if (state === 'not_available') return answer(at, item, state, [], words);
      if (state === 'asked_again') return review(at, item, state, words);
      const request = 'public.request_document($1, $2, $3, $4)';
      return changing(at, preparerId, request, [clientId, year, item, words]);
    }),
  ];
}

/** The second change of an item updates a row that is dated already. */
function changing(at: Date, by: string, call: string, values: readonly unknown[]): Act {
  return {
    at,
    by,
    async run(tx) {
      const { rows } = await tx.query<{ id: string }>(`select id from ${call}`, values);
      if (!rows[0]) throw new Error(`${call} made nothing`);
      await tx.query('update public.checklist_items set updated_at = $2 where id = $1', [rows[0].id, at]);
    },
  };
}

/** Notes and letters of the office. */
export function deskActs({ clientId, preparerId, story, moment, staffIds }: Case): Act[] {
  const write = 'insert into public.client_notes (user_id, body) values ($1, $2)';
  const send = 'select public.send_client_letter($1, $2, $3, $4)';
  return [
    ...story.notes.map(([by, days, words]) => querying(moment(days), staffIds[by], write, [clientId, words])),
    ...story.letters.map(({ days, template, note }) =>
      querying(moment(days), preparerId, send, [clientId, template, [], note ?? null]),
    ),
  ];
}
