import { beforeAll, describe, expect, test } from 'vitest';
import { officeDay } from '#domain/office-time/office-day.ts';
import { createPerson, type Person } from '#tests/support/people.ts';
import { PUBLISHABLE_KEY, portalForFile } from '#tests/support/server/portal.ts';

const portal = portalForFile();
let client: Person;
let token: string;
beforeAll(async () => {
  client = await createPerson(portal);
  token = (await client.client.auth.getSession()).data.session?.access_token ?? '';
});

interface Sent {
  method?: string;
  /** By the client; otherwise by a visitor. */
  signedIn?: boolean;
}

async function send(path: string, body: unknown, { method = 'POST', signedIn = false }: Sent = {}) {
  const response = await fetch(`${portal.url}${path}`, {
    method,
    headers: {
      apikey: PUBLISHABLE_KEY,
      authorization: `Bearer ${signedIn ? token : PUBLISHABLE_KEY}`,
      'content-type': 'application/json',
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, json: await response.json() };
}
const zeros = (count: number) => Array<number>(count).fill(0);
const { year } = officeDay(new Date(), 'America/New_York');
const aForm = (form_data: object) => ({ user_id: client.id, year, form_data });

describe('a caller without the privilege is refused before the body is read', () => {
  const unreadable = '{';

  test.each(['POST', 'PATCH', 'DELETE'])('a visitor, %s of a table', async (method) => {
    expect(await send('/rest/v1/tax_forms?year=eq.2026', unreadable, { method })).toEqual({
      status: 401,
      json: { code: '42501', details: null, hint: null, message: 'permission denied for table tax_forms' },
    });
  });

  test('a client, for a table that they only read', async () => {
    expect(await send('/rest/v1/audit_log', unreadable, { signedIn: true })).toEqual({
      status: 403,
      json: { code: '42501', details: null, hint: null, message: 'permission denied for table audit_log' },
    });
  });

  test('a visitor, for a function', async () => {
    expect(await send('/rest/v1/rpc/list_clients', unreadable)).toEqual({
      status: 401,
      json: {
        code: '42501',
        details: null,
        hint: null,
        message: 'permission denied for function list_clients',
      },
    });
  });

  test('but not from what they may write, or from what does not exist', async () => {
    const unread = { status: 400, json: { code: 'PGRST102' } };
    expect(await send('/rest/v1/contact_submissions', unreadable)).toMatchObject(unread);
    expect(await send('/rest/v1/rpc/check_user_login_status', unreadable)).toMatchObject(unread);
    expect(await send('/rest/v1/tax_forms', unreadable, { signedIn: true })).toMatchObject(unread);
    expect(await send('/rest/v1/nothing', unreadable)).toMatchObject({
      status: 404,
      json: { code: 'PGRST205' },
    });
  });
});

describe('a body with too many values is refused before it is parsed', () => {
  test('by REST, with the code for what is too large', async () => {
    const refused = { status: 413, json: { code: '54000', details: 'A body has at most 50000 values.' } };
    const body = aForm({ dependents: zeros(50_000) });
    for (const path of ['tax_forms', 'tax_form_drafts', 'rpc/nothing']) {
      expect(await send(`/rest/v1/${path}`, body, { signedIn: true })).toMatchObject(refused);
    }
  });

  test('by auth, storage and functions', async () => {
    expect(await send('/auth/v1/signup', { data: zeros(1_000) })).toMatchObject({
      status: 400,
      json: { error_code: 'bad_json' },
    });
    const remove = { prefixes: zeros(20_000) };
    expect(
      await send('/storage/v1/object/user-documents', remove, { method: 'DELETE', signedIn: true }),
    ).toMatchObject({ status: 400, json: { code: 'InvalidRequest' } });
    expect(
      await send('/functions/v1/archive', { owner_id: client.id, paths: zeros(20_000) }, { signedIn: true }),
    ).toMatchObject({ status: 400, json: { message: 'Bad request' } });
  });
});

const TOO_LONG = {
  status: 422,
  json: { code: 'NM422', details: expect.stringContaining('The form is too long to be stored') },
};

describe('a list is refused by its length, before its elements are looked at', () => {
  test('of dependents in a form and in a draft', async () => {
    const body = aForm({ anyDependents: 'yes', dependents: zeros(21) });
    for (const table of ['tax_forms', 'tax_form_drafts']) {
      const { status, json } = await send(`/rest/v1/${table}`, body, { signedIn: true });
      expect({ status, code: json.code }).toEqual({ status: 422, code: 'NM422' });
      expect(JSON.parse(json.details)).toMatchObject([
        { path: 'dependents', message: 'Please list at most 20 dependents' },
      ]);
    }
  });

  test('of health insurances in a form and in a draft', async () => {
    const body = aForm({ healthInsuranceTypes: zeros(101) });
    for (const table of ['tax_forms', 'tax_form_drafts']) {
      expect(await send(`/rest/v1/${table}`, body, { signedIn: true })).toMatchObject(TOO_LONG);
    }
  });

  test('of unknown answers in a form and in a draft, by the size of the whole', async () => {
    const bodies = [aForm({ later: Array(49_000).fill(10) }), aForm({ later: 'x'.repeat(99_999) })];
    for (const body of bodies) {
      for (const table of ['tax_forms', 'tax_form_drafts']) {
        expect(await send(`/rest/v1/${table}`, body, { signedIn: true })).toMatchObject(TOO_LONG);
      }
    }
  });

  test('of documents', async () => {
    const remove = { prefixes: zeros(1_001) };
    expect(
      await send('/storage/v1/object/user-documents', remove, { method: 'DELETE', signedIn: true }),
    ).toMatchObject({
      status: 400,
      json: { code: 'InvalidRequest', message: expect.stringContaining('body/prefixes') },
    });
    const sign = { expiresIn: 60, paths: zeros(1_001) };
    expect(await send('/storage/v1/object/sign/user-documents', sign, { signedIn: true })).toMatchObject({
      status: 400,
      json: { code: 'InvalidRequest', message: expect.stringMatching(/^body\/paths Too big/) },
    });
    expect(
      await send('/functions/v1/archive', { owner_id: client.id, paths: zeros(10_001) }, { signedIn: true }),
    ).toEqual({ status: 400, json: { message: 'at most 10000 paths' } });
  });
});

test('a body is small, unless its route takes lists', async () => {
  const large = { name: 'x'.repeat(65 * 1024) };
  const sent = { signedIn: true };
  expect(await send('/functions/v1/client-merge', large, sent)).toMatchObject({ status: 413 });
  expect(await send('/storage/v1/object/move', large, sent)).toMatchObject({
    status: 400,
    json: { code: 'EntityTooLarge' },
  });
  expect(await send('/rest/v1/tax_forms', large, sent)).toMatchObject({
    status: 400,
    json: { code: 'PGRST204' },
  });
});
