import { randomUUID } from 'node:crypto';
import { officeDay } from '#domain/office-time/office-day.ts';
import type { Database } from '#server/database/database.ts';
import type { Seals } from '#server/rest/tables/seals.ts';
import type { Blob, Blobs } from '#server/storage/blobs/blobs.ts';
import { joining, notEmptyReason } from './accounts.ts';
import { type Case, checklistActs, deskActs, returnActs } from './case-acts.ts';
import { beginning } from './clients/beginning.ts';
import { withBusiness } from './clients/business.ts';
import { nearTheEnd } from './clients/near-the-end.ts';
import { underWay } from './clients/under-way.ts';
import { fileActs, folderAct } from './documents.ts';
import { createFormActs } from './form-acts.ts';
import { momentOf } from './moments.ts';
import { staff } from './people.ts';
import { type Act, type Cast, play } from './stage.ts';
import type { Story } from './story.ts';
import { fillDesk } from './visitor-acts.ts';

/** All demo clients, from the newest to the finished ones. */
export function storiesOf(year: number): Story[] {
  return [...beginning(year), ...underWay(year), withBusiness(year), ...nearTheEnd(year)];
}

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

export interface SignIn {
  name: string;
  email: string;
  role: string;
}

/**
 * Creates a realistic office in one transaction, so that a failure leaves the portal empty. Returns the accounts that
 * can sign in.
 */
export async function fillWithDemo(parts: Deps): Promise<SignIn[]> {
  const { database, now, timeZone, passwordHash } = parts;
  // Checked twice: before the files are stored, and inside the transaction.
  await database.asOwner(requireEmpty);
  const { year } = officeDay(now, timeZone);
  const moment = (days: number) => momentOf(now, days);
  const cast: Cast = { staff: { grace: randomUUID(), dana: randomUUID(), tom: randomUUID() } };
  const stories = storiesOf(year);

  const received: string[] = [];
  const blobs = noting(parts.blobs, received);
  try {
    const acts: Act[] = Object.entries(staff).map(([key, person]) =>
      joining({
        id: cast.staff[key as keyof typeof staff],
        person,
        passwordHash,
        joined: moment(500),
        seen: moment(0.1),
        role: person.role,
      }),
    );
    for (const story of stories) {
      const id = randomUUID();
      const { person, joined, seen } = story;
      acts.push(joining({ id, person, passwordHash, joined: moment(joined), seen: moment(seen) }));
      acts.push(...(await storyActs({ ...parts, blobs }, { clientId: id, story, year, moment, cast })));
    }
    await database.asOwner(async (tx) => {
      await requireEmpty(tx);
      await play(tx, acts);
      await fillDesk(tx, { now, moment, timeZone, cast });
    });
  } catch (error) {
    for (const id of received) await parts.blobs.discard(id);
    throw error;
  }
  return [
    ...Object.values(staff).map(({ role, ...person }) => ({ ...signInOf(person), role })),
    ...stories.map(({ person }) => ({ ...signInOf(person), role: 'client' })),
  ];
}

async function requireEmpty(tx: Parameters<typeof notEmptyReason>[0]): Promise<void> {
  const reason = await notEmptyReason(tx);
  if (reason !== undefined) throw new NotEmptyError(reason);
}

async function storyActs(
  { blobs, seals, timeZone }: Pick<Deps, 'blobs' | 'seals' | 'timeZone'>,
  known: Omit<Case, 'fileId'>,
): Promise<Act[]> {
  const { clientId, story, year, moment, cast } = known;
  const owner = { id: clientId, moment };
  const fileIds = new Map((story.files ?? []).map(({ path }) => [path, randomUUID()]));
  const fileId = (path: string) => {
    const id = fileIds.get(path);
    if (id === undefined) throw new Error(`There is no file "${path}"`);
    return id;
  };
  const one: Case = { ...known, fileId };
  const forms = createFormActs(seals, timeZone);
  const sending = (of: NonNullable<Story['form']>, formYear: number) => ({
    userId: clientId,
    year: formYear,
    at: moment(of.days),
    answers: of.answers,
  });

  const acts: Act[] = [];
  if (story.formBefore) acts.push(forms.submitting(sending(story.formBefore, year - 1)));
  if (story.form) acts.push(forms.submitting(sending(story.form, year)));
  if (story.draft) acts.push(forms.drafting(sending(story.draft, year), story.draft.device));
  for (const [path, days] of story.folders ?? []) acts.push(await folderAct(owner, path, days, blobs));
  for (const file of story.files ?? []) {
    acts.push(...(await fileActs(owner, file, fileId(file.path), cast, blobs)));
  }
  for (const taxReturn of story.returns ?? []) acts.push(...returnActs(one, taxReturn));
  return [...acts, ...checklistActs(one), ...deskActs(one)];
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

function signInOf({ firstName, lastName, email }: { firstName: string; lastName: string; email: string }) {
  return { name: `${firstName} ${lastName}`, email };
}
