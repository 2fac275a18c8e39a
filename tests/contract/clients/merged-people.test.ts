import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPerson, type Person } from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';
import { mergeClients, previewOf, undoMerge } from '../support/merges.ts';

const WORDING = 'I agree to get automated texts from this office. Reply STOP to end.';
const EVERYTHING = ['see', 'upload', 'answer', 'sign', 'manage'];

const portal = portalForFile();
let clerk: Person;
/** The same woman with two logins: what rosa has moves to maria. */
let rosa: Person;
let maria: Person;
let number: string;
let last = 1000;

beforeAll(async () => {
  clerk = await createPerson(portal, { role: 'super' });
});
beforeEach(async () => {
  [rosa, maria] = await Promise.all([createPerson(portal), createPerson(portal)]);
  number = `+1203556${++last}`;
});

const query = <Row extends object>(sql: string, values: unknown[] = []) =>
  portal.database.query<Row & Record<string, unknown>>(sql, values);
const merge = async (source: string, target: string) => {
  const { status, mergeId } = await mergeClients(portal.url, clerk.client, { source, target });
  expect(status).toBe(200);
  return mergeId;
};
const undo = async (mergeId: string) =>
  expect(await undoMerge(portal.url, clerk.client, mergeId)).toMatchObject({ status: 200 });

const name = { kind: 'person', first_name: 'Rosa', last_name: 'Delgado' };
const saveWalkIn = (client_id: string, contact: object) =>
  clerk.client.rpc('save_client', { client_id, ...name, ...contact }).throwOnError();

/** A client without a login. */
async function walkIn(contact: object = {}): Promise<string> {
  const id = randomUUID();
  await saveWalkIn(id, contact);
  return id;
}

const hear = (client_id: string) =>
  clerk.client.rpc('record_spoken_consent', { client_id, wording: WORDING }).throwOnError();
const agree = ({ client }: Person) => client.rpc('agree_to_texts', { wording: WORDING }).throwOnError();
const setPhone = ({ id }: Person, phone: string) =>
  query('update public.user_profiles set phone = $2 where user_id = $1', [id, phone]);
const contactOf = async (id: string) =>
  (await query('select phone, email, language from public.user_profiles where user_id = $1', [id]))[0];
/** The number that gets texts for this person. */
const textedAt = async (id: string) =>
  (await query<{ to: string | null }>('select nutmeg.consented_number($1) as to', [id]))[0]?.to;
const detailsOf = async (source: string, target: string) =>
  (await previewOf(clerk.client, source, target)).details;

describe('what only the source has of a person’s details', () => {
  test('goes to the target, as the preview said, and back', async () => {
    const given = { phone: number, language: 'es' };
    const ofSource = { ...given, email: 'rosa@example.com' };
    const [source, target] = [await walkIn(ofSource), await walkIn()];
    await hear(source);
    await clerk.client
      .from('client_details')
      .insert({
        client_id: source,
        addresses: [{ street: '1 Elm' }],
        tags: ['early'],
        client_since: '2019-01-01',
        tax_id_last4: '1234',
        preparer_id: clerk.id,
      })
      .throwOnError();
    expect(await detailsOf(source, target)).toEqual({
      ...ofSource,
      texts_to: number,
      addresses: true,
      tags: true,
      client_since: '2019-01-01',
      tax_id_last4: '1234',
      preparer: expect.any(String),
    });
    const mergeId = await merge(source, target);
    expect(await contactOf(target)).toEqual(ofSource);
    // It moves: a search by address would find two people.
    expect(await contactOf(source)).toEqual({ ...given, email: '' });
    expect(await textedAt(target)).toBe(number);
    await undo(mergeId);
    expect(await contactOf(target)).toEqual({ phone: '', email: '', language: 'en' });
    expect(await contactOf(source)).toEqual(ofSource);
    expect([await textedAt(source), await textedAt(target)]).toEqual([number, null]);
  });

  test('replaces nothing that the target has', async () => {
    const had = { phone: '(203) 555-0199', email: 'maria@example.com', language: 'es' };
    const [source, target] = [await walkIn({ phone: number, email: 'rosa@example.com' }), await walkIn(had)];
    await hear(source);
    expect(await detailsOf(source, target)).toEqual({});
    await merge(source, target);
    expect(await contactOf(target)).toEqual(had);
    expect(await textedAt(target)).toBeNull();
  });

  test('leaves the language to a person who logs in', async () => {
    const source = await walkIn({ language: 'es' });
    expect(await detailsOf(source, maria.id)).toEqual({});
    await merge(source, maria.id);
    expect(await contactOf(maria.id)).toMatchObject({ email: maria.email, language: 'en' });
  });

  test('stays with the target if it was changed since', async () => {
    const [source, target] = [await walkIn({ phone: number, language: 'es' }), await walkIn()];
    const mergeId = await merge(source, target);
    const changed = { phone: '(203) 555-0199', language: 'es' };
    await saveWalkIn(target, changed);
    await undo(mergeId);
    expect(await contactOf(target)).toEqual({ phone: changed.phone, email: '', language: 'en' });
  });

  test('leaves the email to a login, and to who has changed it since', async () => {
    const target = await walkIn();
    expect(await detailsOf(rosa.id, target)).not.toHaveProperty('email');
    const mergeId = await merge(rosa.id, target);
    expect([await contactOf(rosa.id), await contactOf(target)]).toMatchObject([
      { email: rosa.email },
      { email: '' },
    ]);
    await undo(mergeId);
    const source = await walkIn({ email: 'rosa@example.com' });
    const again = await merge(source, target);
    await saveWalkIn(target, { email: 'new@example.com' });
    await undo(again);
    expect([await contactOf(source), await contactOf(target)]).toMatchObject([
      { email: 'rosa@example.com' },
      { email: 'new@example.com' },
    ]);
  });
});

describe('a consent to texts', () => {
  test('comes with a number that both have, and goes back with the word of the person', async () => {
    const [source, target] = [await walkIn({ phone: number }), await walkIn({ phone: number })];
    await hear(source);
    expect(await detailsOf(source, target)).toEqual({ texts_to: number });
    const mergeId = await merge(source, target);
    expect([await textedAt(source), await textedAt(target)]).toEqual([null, number]);
    await clerk.client.rpc('end_texts_of_client', { client_id: target }).throwOnError();
    // No other consent is left that would let a text through.
    expect(await query('select nutmeg.may_text($1) as may', [number])).toEqual([{ may: false }]);
    await undo(mergeId);
    expect([await textedAt(source), await textedAt(target)]).toEqual([null, null]);
  });

  test('doesn’t come back if the person ended it for the target later', async () => {
    const [source, target] = [await walkIn({ phone: number }), await walkIn({ phone: number })];
    await hear(source);
    await hear(target);
    await clerk.client.rpc('end_texts_of_client', { client_id: target }).throwOnError();
    expect(await detailsOf(source, target)).toEqual({});
    await merge(source, target);
    expect(await textedAt(target)).toBeNull();
  });

  test('stays with the only login, which gets the texts', async () => {
    await setPhone(rosa, number);
    await agree(rosa);
    const target = await walkIn();
    expect(await detailsOf(rosa.id, target)).toEqual({ phone: number });
    await merge(rosa.id, target);
    expect([await textedAt(rosa.id), await textedAt(target)]).toEqual([number, null]);
    expect(await query('select nutmeg.reminded_person($1) as id', [target])).toEqual([{ id: rosa.id }]);
  });

  test('of a login is not that of another one', async () => {
    await setPhone(rosa, number);
    await setPhone(maria, number);
    await agree(rosa);
    expect(await detailsOf(rosa.id, maria.id)).toEqual({});
    await merge(rosa.id, maria.id);
    expect([await textedAt(rosa.id), await textedAt(maria.id)]).toEqual([number, null]);
    await agree(rosa);
    expect(await textedAt(maria.id)).toBeNull();
    await rosa.client.rpc('end_texts').throwOnError();
    expect(await query('select nutmeg.may_text($1) as may', [number])).toEqual([{ may: false }]);
  });

  test('that the source has given since the merge is the one that counts after an undo', async () => {
    const [source, target] = [await walkIn({ phone: number }), await walkIn()];
    await hear(source);
    const mergeId = await merge(source, target);
    await query(
      `insert into nutmeg.text_consents (user_id, number, wording, source) values ($1, $2, $3, 'account')`,
      [source, number, WORDING],
    );
    await undo(mergeId);
    expect(await textedAt(source)).toBe(number);
  });
});

describe('who logs in with the login of the source', () => {
  const clientsOf = async ({ client }: Person) => (await client.rpc('my_clients').throwOnError()).data ?? [];
  const isMarked = async ({ id }: Person) =>
    (
      await query('select raw_app_meta_data ->> $2 as merged from auth.users where id = $1', [id, 'merged'])
    )[0]?.merged === 'true';

  test('has the target alone, as their own, until the merge is undone', async () => {
    const mergeId = await merge(rosa.id, maria.id);
    expect(await clientsOf(rosa)).toMatchObject([
      { client_id: maria.id, relation: 'self', rights: EVERYTHING, merged: [rosa.id] },
    ]);
    expect(await clientsOf(maria)).toMatchObject([{ client_id: maria.id, merged: [] }]);
    expect([await isMarked(rosa), await isMarked(maria)]).toEqual([true, false]);
    await undo(mergeId);
    expect(await clientsOf(rosa)).toMatchObject([{ client_id: rosa.id, merged: [] }]);
    expect(await isMarked(rosa)).toBe(false);
  });

  test('has the last of several, before other clients', async () => {
    const [sum, bakery] = [await createPerson(portal), await walkIn({ first_name: 'Aaron' })];
    await clerk.client
      .rpc('save_client_member', {
        client_id: bakery,
        member_id: rosa.id,
        relation: 'helper',
        rights: ['see'],
      })
      .throwOnError();
    await merge(rosa.id, maria.id);
    await merge(maria.id, sum.id);
    expect(await clientsOf(rosa)).toMatchObject([
      { client_id: sum.id, merged: expect.arrayContaining([rosa.id, maria.id]) },
      { client_id: bakery, merged: [] },
    ]);
  });

  test('has nothing but their own, to see, when their access to the target has ended', async () => {
    await merge(rosa.id, maria.id);
    await clerk.client.rpc('end_client_member', { client_id: maria.id, member_id: rosa.id }).throwOnError();
    expect(await clientsOf(rosa)).toMatchObject([{ client_id: rosa.id, rights: ['see'], merged: [] }]);
  });
});

test('a helper of the source has the target instead', async () => {
  const helper = await createPerson(portal);
  const member = { member_id: helper.id, relation: 'helper', rights: ['see'] };
  await clerk.client.rpc('save_client_member', { client_id: rosa.id, ...member }).throwOnError();
  await merge(rosa.id, maria.id);
  const { data } = await helper.client.rpc('my_clients').throwOnError();
  expect(data).toMatchObject([
    { client_id: helper.id, merged: [] },
    { client_id: maria.id, merged: [rosa.id] },
  ]);
});

test('a merge counts the members who have access, not those who had it', async () => {
  const people = await query<{ id: string }>(
    `with made as (
       insert into auth.users (id, email)
       select gen_random_uuid(), gen_random_uuid() || '@example.com' from generate_series(1, 39) returning id
     )
     insert into public.client_members (client_id, user_id, relation, rights)
     select $1, id, 'helper', '{see}' from made returning user_id as id`,
    [rosa.id],
  );
  const problems = async () => (await previewOf(clerk.client, rosa.id, maria.id)).problems;
  expect(await problems()).toContain('too_many_members');
  await query('update public.client_members set ends_at = now() where client_id = $1 and user_id = $2', [
    rosa.id,
    people[0]?.id,
  ]);
  expect(await problems()).toEqual([]);
});
