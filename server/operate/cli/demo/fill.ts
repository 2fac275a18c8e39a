import { randomUUID } from 'node:crypto';
import { demoOffice } from '#domain/business/demo-office.ts';
import { officeDay } from '#domain/office-time/office-day.ts';
import type { Database, Transaction } from '#server/database/database.ts';
import { addVersion, newestFacts } from '#server/office/versions.ts';
import type { Seals } from '#server/rest/tables/seals.ts';
import { taxFormDrafts, taxForms } from '#server/rest/tables/tax-forms.ts';
import type { Blob, Blobs } from '#server/storage/blobs/blobs.ts';
import { type Case, checklistActs, deskActs, returnActs } from './case-acts.ts';
import { fillDesk, staff } from './desk.ts';
import { fileActs, folderAct } from './documents.ts';
import { momentOf } from './moments.ts';
import { createDrawPaper, type DrawPaper } from './papers.ts';
import { type Person, type StaffIds, staffKey } from './people.ts';
import { type Act, play } from './stage.ts';
import { storiesOf } from './stories.ts';

/** The portal is not empty. The message says why. */
export class NotEmptyError extends Error {}

interface Deps {
  database: Database;
  blobs: Blobs;
  seals: Seals;
  timeZone: string;
  passwordHash: string;
  now: Date;
}

export type SignIn = Pick<Person, 'name' | 'email'> & { role: string };

/** Creates a realistic office, in one transaction: all or nothing. Returns the accounts that can sign in. */
export async function fillWithDemo(parts: Deps): Promise<SignIn[]> {
  const { database, now, timeZone, passwordHash } = parts;
  // Checked twice: before the files are stored, and inside the transaction.
  await database.asOwner(requireEmpty);
  const { year } = officeDay(now, timeZone);
  const moment = (days: number) => momentOf(now, days);
  const staffIds: StaffIds = { grace: randomUUID(), dana: randomUUID(), tom: randomUUID() };
  const stories = storiesOf(year);
  const drawPaper = await createDrawPaper();

  const received: string[] = [];
  const blobs = noting(parts.blobs, received);
  try {
    const known = { passwordHash, joined: moment(500), seen: moment(0.1) };
    const acts = staffKey.options.map((key) => joining(staffIds[key], staff[key], known));
    for (const story of stories) {
      const id = randomUUID();
      const { person, joined, seen } = story;
      acts.push(joining(id, person, { passwordHash, joined: moment(joined), seen: moment(seen) }));
      const one = { clientId: id, preparerId: staffIds[story.preparer], story, year, moment, staffIds };
      acts.push(...(await storyActs({ ...parts, blobs, drawPaper }, one)));
    }
    await database.asOwner(async (tx) => {
      await requireEmpty(tx);
      await confirmFacts(tx);
      await play(tx, acts);
      await fillDesk(tx, { now, moment, timeZone, staffIds });
    });
  } catch (error) {
    for (const id of received) await parts.blobs.discard(id);
    throw error;
  }
  return [...Object.values(staff), ...stories.map(({ person }) => ({ ...person, role: 'client' }))];
}

/** Blocks sign-ups until the transaction ends. */
async function requireEmpty(tx: Transaction): Promise<void> {
  await tx.query('lock table auth.users in share row exclusive mode');
  const { rows } = await tx.query<{ real: boolean; filled: boolean; used: boolean }>(
    `select
       exists (select from auth.users u where not u.raw_app_meta_data ? 'demo') as real,
       exists (select from auth.users u where u.raw_app_meta_data ? 'demo') as filled,
       exists (select from public.appointments) or exists (select from public.contact_submissions)
         or exists (select from storage.objects) as used`,
  );
  const [found] = rows;
  if (found?.real) throw new NotEmptyError(`Real people are registered here. ${ONLY_EMPTY}`);
  if (found?.filled) {
    throw new NotEmptyError(
      'The demo is here already. To have a fresh one, stop the portal, remove its data and run this again.',
    );
  }
  if (found?.used) throw new NotEmptyError(`Someone has already used this portal. ${ONLY_EMPTY}`);
}

const ONLY_EMPTY = 'The demo fills only an empty portal. Give it a DATA_DIR, or a DATABASE_URL, of its own.';

async function storyActs(
  { blobs, seals, timeZone, drawPaper }: Deps & { drawPaper: DrawPaper },
  known: Omit<Case, 'fileId'>,
): Promise<Act[]> {
  const { clientId: userId, story, year, moment } = known;
  const fileIds = new Map(Object.keys(story.files).map((path) => [path, randomUUID()]));
  const fileId = (path: string) => {
    const id = fileIds.get(path);
    if (id === undefined) throw new Error(`There is no file "${path}"`);
    return id;
  };
  const one: Case = { ...known, fileId };
  const forms = createFormActs(seals, timeZone);
  const { formBefore, form, draft } = story;

  const acts: Act[] = [];
  if (formBefore) {
    acts.push(forms.submitting({ ...formBefore, userId, year: year - 1, at: moment(formBefore.days) }));
  }
  if (form) acts.push(forms.submitting({ ...form, userId, year, at: moment(form.days) }));
  if (draft) acts.push(forms.drafting({ ...draft, userId, year, at: moment(draft.days) }, draft.device));
  for (const [path, days] of Object.entries(story.folders)) {
    acts.push(await folderAct(one, path, days, blobs));
  }
  for (const [path, file] of Object.entries(story.files)) {
    acts.push(...(await fileActs(one, path, file, drawPaper, blobs)));
  }
  return [...acts, ...returnActs(one), ...checklistActs(one), ...deskActs(one)];
}

/** Marks the rows that the demo created. */
const MARK = { provider: 'email', providers: ['email'], demo: true };

/** Creates an account that is signed up and confirmed. */
function joining(
  id: string,
  { email, firstName, lastName, phone, role }: Person & { role?: string },
  { passwordHash, joined, seen }: { passwordHash: string; joined: Date; seen: Date },
): Act {
  return {
    at: joined,
    by: null,
    async run(tx) {
      const data = { first_name: firstName, last_name: lastName, phone };
      await tx.query(
        `insert into auth.users
           (id, email, encrypted_password, email_confirmed_at, last_sign_in_at, raw_app_meta_data, raw_user_meta_data)
         values ($1, $2, $3, now(), $4, $5, $6)`,
        [id, email, passwordHash, seen, MARK, data],
      );
      await tx.query(
        `insert into auth.identities (user_id, provider, provider_id, identity_data, last_sign_in_at)
         values ($1::uuid, 'email', $1::text, jsonb_build_object(
           'sub', $1::text, 'email', $2::text, 'email_verified', true, 'phone_verified', false
         ), $3)`,
        [id, email, seen],
      );
      if (role !== undefined) await tx.query('select public.change_role($1, $2, null)', [id, role]);
    },
  };
}

/** Records the stored blobs, so that they can be removed if the rest fails. */
function noting(blobs: Blobs, received: string[]): Blobs {
  return {
    ...blobs,
    async receive(bytes): Promise<Blob> {
      const blob = await blobs.receive(bytes);
      received.push(blob.id);
      return blob;
    },
  };
}

interface Sending {
  userId: string;
  /** The year of the form and of its submission. */
  year: number;
  at: Date;
  answers: Record<string, unknown>;
}

/** Forms go through the same checks and sealing as a submitted one. */
function createFormActs(seals: Seals, timeZone: string) {
  const writing = (
    tableOf: typeof taxForms,
    { userId, year, at, answers }: Sending,
    more: Record<string, unknown>,
  ): Act => ({
    at,
    by: userId,
    async run(tx) {
      const table = tableOf(() => ({ ...officeDay(at, timeZone), year }));
      const prepared = table.prepare(
        { user_id: userId, year, form_data: answers },
        { role: 'authenticated', claims: { sub: userId, role: 'authenticated' } },
      );
      await tx.run(seals.sealStatement(table, prepared));
      const row = { ...prepared.row, ...more, created_at: at, updated_at: at };
      const columns = Object.keys(row);
      await tx.query(
        `insert into public.${table.name} (${columns.join(', ')}) values (${columns.map((_, index) => `$${index + 1}`).join(', ')})`,
        Object.values(row),
      );
    },
  });

  return {
    submitting: (form: Sending) => writing(taxForms, form, { submitted_at: form.at }),
    drafting: (form: Sending, device: string) => writing(taxFormDrafts, form, { device }),
  };
}

/** The site of a demo is open. Facts that were imported before stay. */
async function confirmFacts(tx: Transaction): Promise<void> {
  const stored = await newestFacts(tx);
  if (stored && stored.source !== 'defaults') return;
  const after = stored?.version ?? 0;
  await addVersion(tx, { after, facts: demoOffice, source: 'command', savedBy: null, changed: [] });
}
