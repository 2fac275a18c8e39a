import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPerson, type Person } from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';
import { mergeClients } from '../support/merges.ts';
import { type Answer, call, DEVICE } from '../support/signing.ts';
import { tokenOf } from '../support/storage.ts';

const portal = portalForFile();
let clerk: Person;
let boss: Person;
let maria: Person;
let john: Person;
let helper: Person;

beforeAll(async () => {
  clerk = await createPerson(portal, { role: 'super', data: { first_name: 'Sam', last_name: 'Delgado' } });
  boss = await createPerson(portal, { role: 'super' });
});
beforeEach(async () => {
  maria = await createPerson(portal, { data: { first_name: 'María', last_name: 'Lopez' } });
  john = await createPerson(portal, { data: { first_name: 'John', last_name: 'Lopez' } });
  helper = await createPerson(portal, { data: { first_name: 'Ana', last_name: 'Ruiz' } });
  await addMember(john, 'spouse', ['see', 'sign']);
});

const addMember = (person: Person, relation: string, rights: string[]) =>
  portal.database.query(
    'insert into public.client_members (client_id, user_id, relation, rights) values ($1, $2, $3, $4)',
    [maria.id, person.id, relation, rights],
  );

const request = (more: object = {}) => ({
  consentId: randomUUID(),
  clientId: maria.id,
  userId: maria.id,
  kind: 'disclose',
  recipient: 'Elm Bank',
  recipientEmail: '',
  purpose: 'A mortgage',
  data: ['returns'],
  years: [2025],
  isOffer: false,
  ...more,
});
type Request = ReturnType<typeof request>;

const ask = (person: Person | undefined, asked: object) => call(portal, person, 'consent-ask', asked);

async function asked(more: object = {}): Promise<Request> {
  const one = request(more);
  const answer = await ask(clerk, one);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer));
  return one;
}

interface Row {
  body: string;
  body_sha256: string;
  status: string;
  expires_at: string | null;
}
async function rowOf({ consentId }: Request): Promise<Row> {
  const [row] = await portal.database.query<Row>('select * from public.tax_consents where id = $1', [
    consentId,
  ]);
  if (!row) throw new Error('no such consent');
  return row;
}

async function give(person: Person | undefined, one: Request, more: object = {}): Promise<Answer> {
  return call(portal, person, 'consent-act', {
    consentId: one.consentId,
    actId: randomUUID(),
    act: 'given',
    bodySha256: (await rowOf(one)).body_sha256,
    signedName: 'María Lopez',
    lastDay: null,
    ...more,
  });
}
const act = (person: Person | undefined, { consentId }: Request, kind: string, actId = randomUUID()) =>
  call(portal, person, 'consent-act', { consentId, actId, act: kind });

describe('a consent', () => {
  test('is a separate document with the obligatory words, recipient, purpose, and data', async () => {
    const { body, body_sha256 } = await rowOf(await asked());
    for (const part of [
      'we cannot disclose your tax return information to third parties',
      'You are not required to complete this form',
      'Treasury Inspector General for Tax Administration',
      'Elm Bank',
      'A mortgage',
      'Copies of tax returns',
      'Nutmeg Tax & Business Services',
      'Taxpayer: María Lopez',
    ]) {
      expect(body).toContain(part);
    }
    expect(body_sha256).toBe(createHash('sha256').update(body).digest('hex'));
  });

  test('lasts one year, or to the day that the person chose, and the proof says who, when, and where', async () => {
    const one = await asked();
    const actId = randomUUID();
    expect((await give(maria, one, { actId })).body).toEqual({ status: 'given' });
    // A repeated act changes nothing.
    expect((await give(maria, one, { actId })).body).toEqual({ status: 'given' });
    const [proof] = await portal.database.query<{ one_year: boolean }>(
      `select expires_at = answered_at + interval '1 year' as one_year from public.tax_consents where id = $1`,
      [one.consentId],
    );
    expect(proof).toEqual({ one_year: true });
    const events = await portal.database.query(
      `select kind, actor_id, device, address <> '' as has_address, details ->> 'signed_name' as name
       from public.tax_consent_events where consent_id = $1 order by sequence`,
      [one.consentId],
    );
    expect(events).toEqual([
      { kind: 'asked', actor_id: clerk.id, device: DEVICE, has_address: true, name: null },
      { kind: 'given', actor_id: maria.id, device: DEVICE, has_address: true, name: 'María Lopez' },
    ]);
    const whole = await clerk.client.rpc('verify_tax_consent_events', { consent_id: one.consentId });
    expect(whole.data).toBe(true);

    const other = await asked({ purpose: 'A loan' });
    expect((await give(maria, other, { lastDay: '2020-01-01' })).body.code).toBe('bad_day');
    expect((await give(maria, other, { lastDay: '2199-01-01' })).body.code).toBe('bad_day');
    expect((await give(maria, other, { lastDay: 'soon' })).status).toBe(400);
    const [day] = await portal.database.query<{ day: string }>(
      'select (nutmeg.office_day() + 30)::text as day',
    );
    expect((await give(maria, other, { lastDay: day?.day })).body).toEqual({ status: 'given' });
  });

  test('needs the text that was shown, and a name', async () => {
    const one = await asked();
    expect((await give(maria, one, { bodySha256: 'a'.repeat(64) })).body.code).toBe('changed');
    expect((await give(maria, one, { signedName: ' ' })).body.code).toBe('no_name');
    expect((await give(maria, one, { signedName: 'x'.repeat(201) })).status).toBe(400);
    expect((await rowOf(one)).status).toBe('asked');
  });

  test('is given, declined, and withdrawn by the person alone', async () => {
    const delegate = await createPerson(portal);
    await addMember(delegate, 'helper', ['see', 'sign']);
    const one = await asked();
    for (const person of [john, delegate, helper, clerk, boss]) {
      expect((await give(person, one)).status).toBe(403);
      expect((await act(person, one, 'declined')).status).toBe(403);
    }
    expect((await give(undefined, one)).status).toBe(401);
    await give(maria, one);
    for (const person of [john, delegate, helper, clerk, boss]) {
      expect((await act(person, one, 'withdrawn')).status).toBe(403);
    }
    expect((await act(clerk, one, 'canceled')).body.code).toBe('ended');
    expect((await act(maria, one, 'withdrawn')).body).toEqual({ status: 'withdrawn' });
    expect((await give(maria, one)).body.code).toBe('ended');
    expect((await act(maria, one, 'withdrawn')).body.code).toBe('ended');
  });

  test('can be withdrawn by a person who left the client, but not given', async () => {
    const [one, other] = [
      await asked({ userId: john.id }),
      await asked({ userId: john.id, purpose: 'Rent' }),
    ];
    expect((await give(john, one, { signedName: 'John Lopez' })).body).toEqual({ status: 'given' });
    await portal.database.query(
      'update public.client_members set ends_at = now() where client_id = $1 and user_id = $2',
      [maria.id, john.id],
    );
    expect((await give(john, other, { signedName: 'John Lopez' })).status).toBe(403);
    const seen = await john.client.from('tax_consents').select('id').eq('id', one.consentId);
    expect(seen.data).toHaveLength(1);
    expect((await act(john, one, 'withdrawn')).body).toEqual({ status: 'withdrawn' });
  });

  test('that is given and declined at the same time has one answer', async () => {
    const one = await asked();
    const [given, declined] = await Promise.all([give(maria, one), act(maria, one, 'declined')]);
    expect([given.status, declined.status].toSorted()).toEqual([200, 409]);
  });

  test('is never changed or deleted, not even by the owner of the tables', async () => {
    const one = await asked();
    const never = (statement: string) =>
      expect(portal.database.query(statement, [one.consentId])).rejects.toThrow('never changed');
    await never(`update public.tax_consents set purpose = 'Other' where id = $1`);
    await never('delete from public.tax_consents where id = $1');
    await give(maria, one);
    await never(`update public.tax_consents set expires_at = now() + interval '9 years' where id = $1`);
    await never(`update public.tax_consents set status = 'asked' where id = $1`);
    await never(`update public.tax_consent_events set device = 'Other' where consent_id = $1`);
    await never('delete from public.tax_consent_events where consent_id = $1');
  });
});

describe('a request', () => {
  test('is made by staff, for a person who may sign', async () => {
    for (const person of [maria, john, helper]) {
      expect([403, 409]).toContain((await ask(person, request())).status);
    }
    expect((await ask(undefined, request())).status).toBe(401);
    expect((await ask(clerk, request({ userId: helper.id }))).body.code).toBe('not_a_signer');
    expect((await ask(clerk, request({ userId: clerk.id }))).body.code).toBe('not_a_signer');
    expect((await ask(boss, request())).status).toBe(200);
  });

  test('never has both kinds in one, and every text is bounded', async () => {
    for (const more of [
      { kind: 'use' },
      { kind: 'both' },
      { recipient: '' },
      { recipient: 'x'.repeat(201) },
      { purpose: 'x'.repeat(501) },
      { data: ['everything'] },
      { years: Array.from({ length: 11 }, (_, i) => 2010 + i) },
      { recipientEmail: 'no address' },
    ]) {
      expect((await ask(clerk, request(more))).status).toBe(400);
    }
  });

  test('is not repeated while it waits, nor after a no', async () => {
    const one = await asked();
    expect((await ask(clerk, request({ purpose: ' a MORTGAGE' }))).body.code).toBe('asked_already');
    expect((await act(maria, one, 'declined')).body).toEqual({ status: 'declined' });
    expect((await ask(clerk, request())).body.code).toBe('asked_before');
    expect((await ask(boss, request({ recipient: 'ELM bank' }))).body.code).toBe('asked_before');
    // Another person, and another purpose, are other questions.
    expect((await ask(clerk, request({ userId: john.id }))).status).toBe(200);
    expect((await ask(clerk, request({ purpose: 'Rent' }))).status).toBe(200);
  });

  test('to offer something else comes before the return is given for signature', async () => {
    await portal.database.query(
      `insert into public.tax_returns (user_id, year, kind, status) values ($1, 2025, 'personal', 'approved')`,
      [maria.id],
    );
    const offer = { kind: 'use', recipient: '', purpose: 'To offer insurance', isOffer: true };
    expect((await ask(clerk, request(offer))).body.code).toBe('after_return');
    expect((await ask(clerk, request({ ...offer, years: [2024] }))).status).toBe(200);
    expect((await ask(clerk, request({ ...offer, isOffer: false, purpose: 'A survey' }))).status).toBe(200);
  });

  test('is taken back by staff until it is answered', async () => {
    const one = await asked();
    for (const person of [maria, john]) expect((await act(person, one, 'canceled')).status).toBe(403);
    expect((await act(clerk, one, 'canceled')).body).toEqual({ status: 'canceled' });
    expect((await give(maria, one)).body.code).toBe('ended');
  });
});

describe('a helper, where the office asks for a consent', () => {
  const setting = (isRequiredForHelpers: boolean) =>
    portal.database.query(
      `insert into public.office_settings (version, source, facts)
       select version + 1, 'command', facts || jsonb_build_object('consents', jsonb_build_object('isRequiredForHelpers', $1::boolean))
       from public.office_settings order by version desc limit 1`,
      [isRequiredForHelpers],
    );
  const save = (more: object = {}, person = clerk) =>
    person.client.rpc('save_client_member', {
      client_id: maria.id,
      member_id: helper.id,
      relation: 'helper',
      rights: ['see'],
      ...more,
    });
  const toHelper = (more: object = {}) =>
    asked({
      recipient: 'Ana Ruiz',
      recipientEmail: helper.email,
      purpose: 'She helps me',
      data: ['all_files'],
      ...more,
    });
  const seesClient = async () =>
    ((await helper.client.from('clients').select('id').eq('id', maria.id)).data ?? []).length === 1;

  beforeEach(() => setting(true));
  afterAll(() => setting(false));

  test('gets access only with the consent of each spouse, and no longer than it lasts', async () => {
    const refused = 'A helper needs the client’s consent to disclose first';
    expect((await save()).error?.message).toBe(refused);
    expect((await save({}, boss)).error?.message).toBe(refused);
    const [own, spouses] = [await toHelper(), await toHelper({ userId: john.id })];
    expect((await save()).error?.message).toBe(refused);
    await give(maria, own);
    expect((await save()).error?.message).toBe(refused);
    await give(john, spouses, { signedName: 'John Lopez' });
    const saved = await save();
    expect(saved.error).toBeNull();
    const [until] = await portal.database.query<{ ends: boolean }>(
      `select m.ends_at = (
         select min(c.expires_at) from public.tax_consents c where c.client_id = m.client_id and c.status = 'given'
       ) as ends from public.client_members m where m.client_id = $1 and m.user_id = $2`,
      [maria.id, helper.id],
    );
    expect(until).toEqual({ ends: true });
    expect(await seesClient()).toBe(true);

    // Also if the helper's address has changed since.
    await portal.database.query('update auth.users set email = $2 where id = $1', [
      helper.id,
      `new-${helper.email}`,
    ]);
    expect((await act(john, spouses, 'withdrawn')).body).toEqual({ status: 'withdrawn' });
    expect(await seesClient()).toBe(false);
    expect((await save()).error?.message).toBe(refused);
  });

  test('loses the access that a merge gave, when the consent is taken back', async () => {
    const [own, spouses] = [await toHelper(), await toHelper({ userId: john.id })];
    await give(maria, own);
    await give(john, spouses, { signedName: 'John Lopez' });
    await save().throwOnError();
    const target = await createPerson(portal);
    await mergeClients(portal.url, clerk.client, { source: maria.id, target: target.id });
    const seesTarget = async () =>
      ((await helper.client.from('clients').select('id').eq('id', target.id)).data ?? []).length === 1;
    expect(await seesTarget()).toBe(true);
    expect((await act(john, spouses, 'withdrawn')).body).toEqual({ status: 'withdrawn' });
    expect(await seesTarget()).toBe(false);
  });

  test('gets none from a consent to use, one for someone else or for less, or one that is over', async () => {
    await portal.database.query('delete from public.client_members where client_id = $1 and user_id = $2', [
      maria.id,
      john.id,
    ]);
    await give(maria, await asked({ kind: 'use', recipient: '', purpose: 'A survey' }));
    await give(maria, await asked({ recipientEmail: 'someone@example.com', data: ['all_files'] }));
    await give(maria, await toHelper({ purpose: 'Less than a helper sees', data: ['returns'] }));
    expect((await save()).error).not.toBeNull();
    const one = await toHelper();
    await give(maria, one);
    await portal.database.query('alter table public.tax_consents disable trigger tax_consents_append_only');
    await portal.database.query(
      `update public.tax_consents set expires_at = now() - interval '1 second' where id = $1`,
      [one.consentId],
    );
    await portal.database.query('alter table public.tax_consents enable trigger tax_consents_append_only');
    expect((await save()).error).not.toBeNull();
  });
});

test('staff get the register, and the log says so', async () => {
  const one = await asked();
  const { data } = await clerk.client.rpc('export_tax_consents').throwOnError();
  expect(data.some(({ purpose }: { purpose: string }) => purpose === one.purpose)).toBe(true);
  const [logged] = await portal.database.query<{ count: number }>(
    `select count(*)::int as count from public.audit_log where action = 'consent.exported' and actor_id = $1`,
    [clerk.id],
  );
  expect(logged?.count).toBe(1);
  const token = await tokenOf(maria.client);
  const refused = await fetch(`${portal.url}/rest/v1/rpc/export_tax_consents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  });
  expect(refused.status).toBe(403);
});
