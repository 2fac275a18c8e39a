import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { officeDay } from '#domain/office-time/office-day.ts';
import { newClientForm } from '#tests/support/forms/tax-forms.ts';
import { createPerson, type Person } from '#tests/support/people.ts';
import { eventually, portalForFile } from '#tests/support/server/portal.ts';
import { mergeAs, mergeClients, namesIn, previewOf, textOf, undoMerge, upload } from '../support/merges.ts';
import { DOCUMENTS, tokenOf } from '../support/storage.ts';
import { begun, patch, tus } from '../support/tus.ts';

const portal = portalForFile();
let clerk: Person;
let rosa: Person;
let maria: Person;
const { year } = officeDay(new Date(), 'America/New_York');
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  clerk = await createPerson(portal, { role: 'super' });
});
beforeEach(async () => {
  [rosa, maria] = await Promise.all([createPerson(portal), createPerson(portal)]);
});
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const merge = (source = rosa.id, target = maria.id, requestId = randomUUID()) =>
  mergeClients(portal.url, clerk.client, { source, target, requestId });

/** Holds locks on a separate connection, until `release`. */
async function hold(lock: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: portal.database.url });
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  await client.query('begin');
  await client.query(lock, values);
  const release = () => client.end();
  closing.push(release);
  /** Until this many connections wait, directly or not, for the lock. */
  const awaited = (count = 1) =>
    eventually(async () => {
      const waiting = await portal.database.query(
        `with recursive waiting as (
           select pid from pg_stat_activity where $1 = any (pg_blocking_pids(pid))
           union
           select a.pid from pg_stat_activity a, waiting w where w.pid = any (pg_blocking_pids(a.pid))
         ) select from waiting`,
        [rows[0]?.pid],
      );
      return waiting.length >= count;
    });
  return { awaited, release };
}

/** Stops a merge or its undo after it has locked the two clients, before it moves anything. */
const holdDocuments = (id: string) =>
  hold(`select from storage.objects where name like $1 || '/%' for update`, [id]);

describe('an upload that goes on', () => {
  const bytes = Buffer.alloc(20_000, 'x');

  async function beginUpload(by: Person, key: string): Promise<{ at: string; bearer: string }> {
    const bearer = await tokenOf(by.client);
    const at = await begun(portal, {
      bucket: DOCUMENTS,
      key,
      length: bytes.length,
      bearer,
      more: { contentType: 'text/plain' },
    });
    await patch(portal, at, 0, bytes.subarray(0, 10_000), { bearer });
    return { at, bearer };
  }

  test('into the source keeps it from being merged, and ends as it began', async () => {
    const { at, bearer } = await beginUpload(rosa, `${rosa.id}/big.txt`);
    expect((await previewOf(clerk.client, rosa.id, maria.id)).problems).toEqual(['uploading']);
    expect(await merge()).toMatchObject({ status: 409, code: 'uploading' });
    expect(await patch(portal, at, 10_000, bytes.subarray(10_000), { bearer })).toMatchObject({
      status: 204,
    });
    expect(await merge()).toMatchObject({ status: 200 });
    expect(await textOf(maria, `${maria.id}/big.txt`)).toHaveLength(bytes.length);
  });

  test('no longer keeps it if it was given up', async () => {
    const { at, bearer } = await beginUpload(rosa, `${rosa.id}/big.txt`);
    await tus(portal, { method: 'DELETE', at, bearer });
    expect(await merge()).toMatchObject({ status: 200 });
  });

  test('into the target keeps its name, and the merged document gets another one', async () => {
    await upload(rosa, `${rosa.id}/big.txt`, 'of rosa');
    const { at, bearer } = await beginUpload(maria, `${maria.id}/big.txt`);
    expect(await merge()).toMatchObject({ status: 200 });
    expect(await patch(portal, at, 10_000, bytes.subarray(10_000), { bearer })).toMatchObject({
      status: 204,
    });
    expect(await textOf(maria, `${maria.id}/big.txt`)).toHaveLength(bytes.length);
    const other = (await namesIn(maria, maria.id)).find((name) => name !== 'big.txt');
    expect(await textOf(maria, `${maria.id}/${other}`)).toBe('of rosa');
  });
});

describe('during a merge', () => {
  beforeEach(() => upload(rosa, `${rosa.id}/first.txt`));

  test('a document of the source is refused, and none is left behind', async () => {
    const held = await holdDocuments(rosa.id);
    const merged = merge();
    await held.awaited();
    const uploaded = upload(rosa, `${rosa.id}/second.txt`).then(
      () => true,
      () => false,
    );
    await held.awaited(2);
    await held.release();
    expect(await merged).toMatchObject({ status: 200 });
    expect(await uploaded).toBe(false);
    expect(await namesIn(clerk, rosa.id)).toEqual([]);
    expect(await namesIn(maria, maria.id)).toEqual(['first.txt']);
  });

  test('a form that is sent is refused, or is merged', async () => {
    const held = await holdDocuments(rosa.id);
    const merged = merge();
    await held.awaited();
    const submitted = rosa.client
      .from('tax_forms')
      .insert({ user_id: rosa.id, year, form_data: newClientForm })
      .then(({ error }) => error?.code);
    const drafted = rosa.client
      .from('tax_form_drafts')
      .insert({ user_id: rosa.id, year, form_data: newClientForm, version: 1 })
      .then(({ error }) => error?.code);
    await held.awaited(3);
    await held.release();
    expect(await merged).toMatchObject({ status: 200 });
    expect([await submitted, await drafted]).toEqual(['42501', '42501']);
    const again = { user_id: maria.id, year, form_data: newClientForm };
    expect((await rosa.client.from('tax_forms').insert(again)).error).toBeNull();
  });

  test('a form that was being sent when it began goes with it', async () => {
    // The merge waits for this form.
    const held = await hold('lock table public.audit_log in exclusive mode');
    const submitted = rosa.client
      .from('tax_forms')
      .insert({ user_id: rosa.id, year, form_data: newClientForm })
      .then(({ error }) => error);
    await held.awaited();
    const merged = merge();
    await held.awaited(2);
    await held.release();
    expect(await submitted).toBeNull();
    expect(await merged).toMatchObject({ status: 200 });
    const form = await maria.client.from('tax_forms').select('form_data').eq('user_id', maria.id).single();
    expect(form.data?.form_data.ssn).toBe(newClientForm.ssn);
  });

  test('a document that is added to the target is kept', async () => {
    const held = await holdDocuments(rosa.id);
    const merged = merge();
    await held.awaited();
    const uploaded = upload(maria, `${maria.id}/other.txt`);
    await held.awaited(2);
    await held.release();
    expect(await merged).toMatchObject({ status: 200 });
    await uploaded;
    expect((await namesIn(maria, maria.id)).toSorted()).toEqual(['first.txt', 'other.txt']);
  });

  test('one of the same name waits for it, and neither document is lost', async () => {
    const held = await holdDocuments(rosa.id);
    const merged = merge();
    await held.awaited();
    const uploaded = upload(maria, `${maria.id}/first.txt`, 'of maria').then(
      () => true,
      () => false,
    );
    await held.awaited(2);
    await held.release();
    await merged;
    // Only one can have the name; the other is asked to choose one.
    const texts = await Promise.all(
      (await namesIn(maria, maria.id)).map((name) => textOf(maria, `${maria.id}/${name}`)),
    );
    expect(texts).toContain(`${rosa.id}/first.txt`);
    expect(texts.includes('of maria')).toBe(await uploaded);
  });
});

describe('two at once', () => {
  test('with one request merge once', async () => {
    await upload(rosa, `${rosa.id}/w2.txt`);
    const { people } = await previewOf(clerk.client, rosa.id, maria.id);
    const body = {
      source: rosa.id,
      target: maria.id,
      requestId: randomUUID(),
      people: people.map(({ user_id }) => user_id),
    };
    const answers = await Promise.all([1, 2, 3].map(() => mergeAs(portal.url, clerk.client, body)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ mergeId }) => mergeId)).size).toBe(1);
    expect(await namesIn(maria, maria.id)).toEqual(['w2.txt']);
    const elsewhere = await mergeAs(portal.url, clerk.client, {
      ...body,
      target: (await createPerson(portal)).id,
    });
    expect(elsewhere).toMatchObject({ status: 409, code: 'request_used' });
  });

  test('in opposite directions: one of them wins', async () => {
    await Promise.all([upload(rosa, `${rosa.id}/a.txt`), upload(maria, `${maria.id}/b.txt`)]);
    const answers = await Promise.all([merge(), merge(maria.id, rosa.id)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const all = [...(await namesIn(clerk, rosa.id)), ...(await namesIn(clerk, maria.id))];
    expect(all.toSorted()).toEqual(['a.txt', 'b.txt']);
  });

  test('in a circle of three end, and lose nothing', async () => {
    const john = await createPerson(portal);
    const all = [rosa, maria, john];
    await Promise.all(all.map((person) => upload(person, `${person.id}/${person.id}.txt`)));
    const answers = await Promise.all([
      merge(rosa.id, maria.id),
      merge(maria.id, john.id),
      merge(john.id, rosa.id),
    ]);
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    const names = (await Promise.all(all.map(({ id }) => namesIn(clerk, id)))).flat();
    expect(names.toSorted()).toEqual(all.map(({ id }) => `${id}.txt`).toSorted());
  });

  test('undoing twice undoes once', async () => {
    await upload(rosa, `${rosa.id}/w2.txt`);
    const { mergeId } = await merge();
    const undone = await Promise.all([1, 2].map(() => undoMerge(portal.url, clerk.client, mergeId)));
    expect(undone.map(({ status }) => status)).toEqual([200, 200]);
    expect(await namesIn(rosa, rosa.id)).toEqual(['w2.txt']);
  });
});

test('killing the server during a merge leaves both clients as they were', {
  tags: ['faults-kills'],
}, async () => {
  await upload(rosa, `${rosa.id}/w2.txt`, 'w2');
  await rosa.client
    .from('tax_forms')
    .insert({ user_id: rosa.id, year, form_data: newClientForm })
    .throwOnError();
  const requestId = randomUUID();
  const points = [
    `select from storage.objects where name like '${rosa.id}/%' for update`,
    'lock table nutmeg.seals in exclusive mode',
    'lock table public.audit_log in exclusive mode',
  ];
  for (const point of points) {
    const held = await hold(point);
    const failed = merge(rosa.id, maria.id, requestId).then(
      () => false,
      () => true,
    );
    await held.awaited();
    await portal.killAndRestart();
    expect(await failed, point).toBe(true);
    await held.release();
    expect(await textOf(rosa, `${rosa.id}/w2.txt`), point).toBe('w2');
    expect((await rosa.client.from('tax_forms').select('id').eq('user_id', rosa.id)).data).toHaveLength(1);
    expect(await namesIn(maria, maria.id)).toEqual([]);
  }
  // The page sends the same request again.
  expect(await merge(rosa.id, maria.id, requestId)).toMatchObject({ status: 200 });
  expect(await textOf(maria, `${maria.id}/w2.txt`)).toBe('w2');
});
