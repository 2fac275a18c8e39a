import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createPerson, freshEmail, PASSWORD } from '#tests/support/people.ts';
import { PUBLISHABLE_KEY, portalForFile } from '#tests/support/server/portal.ts';

const portal = portalForFile('limited');
let used = 0;
const newAddress = () => {
  used += 1;
  return `198.19.${used >> 8}.${used & 255}`;
};

async function call(path: string, body: object | undefined, address: string): Promise<Response> {
  return fetch(`${portal.url}/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    redirect: 'manual',
    headers: { apikey: PUBLISHABLE_KEY, 'content-type': 'application/json', 'x-forwarded-for': address },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

interface Limited {
  what: string;
  path: string;
  body?: (email: string) => object;
  address: number;
  account?: number;
  refusal: object;
}
const byAuth = { code: 429, error_code: 'over_request_rate_limit', msg: 'Request rate limit reached' };
const byRest = {
  code: 'over_request_rate_limit',
  details: null,
  hint: null,
  message: 'Request rate limit reached',
};
const byFunctions = { code: 'over_request_rate_limit', message: 'Too many requests' };
const email = (value: string) => ({ email: value });

const limited: Limited[] = [
  {
    what: 'sign-up',
    path: 'auth/v1/signup',
    body: (value) => ({ email: value, password: PASSWORD }),
    address: 30,
    account: 4,
    refusal: byAuth,
  },
  { what: 'recovery', path: 'auth/v1/recover', body: email, address: 30, account: 8, refusal: byAuth },
  {
    what: 'sending again',
    path: 'auth/v1/resend',
    body: (value) => ({ email: value, type: 'signup' }),
    address: 30,
    account: 8,
    refusal: byAuth,
  },
  { what: 'a link to sign in', path: 'auth/v1/otp', body: email, address: 30, account: 8, refusal: byAuth },
  {
    what: 'codes',
    path: 'auth/v1/verify',
    body: (value) => ({ email: value, type: 'email', token: '123456' }),
    address: 30,
    refusal: byAuth,
  },
  {
    what: 'links',
    path: 'auth/v1/verify/link',
    body: () => ({ type: 'signup', token_hash: 'x' }),
    address: 30,
    refusal: byAuth,
  },
  {
    what: 'the status of a login',
    path: 'rest/v1/rpc/check_user_login_status',
    body: (value) => ({ user_email: value }),
    address: 30,
    refusal: byRest,
  },
  {
    what: 'the status of a login, spelt otherwise',
    path: 'rest/v1/rpc/check%5Fuser_login_status',
    body: (value) => ({ user_email: value }),
    address: 30,
    refusal: byRest,
  },
  // A wrong number of days is refused before the free times are computed.
  { what: 'the calendar', path: 'functions/v1/calendar?days=x', address: 600, refusal: byFunctions },
  {
    what: 'booking a time',
    path: 'functions/v1/calendar-book',
    body: () => ({ start: 'soon' }),
    address: 60,
    refusal: byFunctions,
  },
  {
    what: 'changing a time',
    path: 'functions/v1/calendar-change',
    body: () => ({ ticket: 'x' }),
    address: 60,
    refusal: byFunctions,
  },
  {
    what: 'messages to the office',
    path: 'rest/v1/contact_submissions',
    body: (value) => ({ name: 'Rosa', email: value, subject: 'Hello', message: 'Hello' }),
    address: 60,
    refusal: byRest,
  },
  {
    what: 'requests for an appointment, spelt otherwise',
    path: 'rest/v1/appointm%65nts?select=id',
    body: () => ({}),
    address: 60,
    refusal: byRest,
  },
  {
    what: 'challenges',
    path: 'functions/v1/captcha-challenge?action=login',
    address: 120,
    refusal: byFunctions,
  },
  {
    what: 'answers to challenges',
    path: 'functions/v1/verify-recaptcha',
    body: () => ({ token: 'x' }),
    address: 120,
    refusal: byFunctions,
  },
];

/** A slow machine gives tokens the time to come back. */
const SLACK = 3;

/** The number of accepted requests before the first rejection, and the rejection. */
async function until429(attempt: () => Promise<Response>, expected: number) {
  const begun = performance.now();
  // No rule refills a bucket in less than ten minutes.
  const most = () => expected + SLACK + (expected * (performance.now() - begun)) / 600_000;
  for (let through = 0; through <= most(); through += 1) {
    const answer = await attempt();
    if (answer.headers.get('retry-after') !== null && !isMailLimit(answer)) return { through, answer };
    await answer.body?.cancel();
  }
  throw new Error(`${Math.floor(most())} tries and no refusal`);
}

/** The minute between two mails is another limit with another code. */
const isMailLimit = ({ headers }: Response) =>
  headers.get('x-sb-error-code') === 'over_email_send_rate_limit';

describe.each(limited)('$what', ({ path, body, address, account, refusal }) => {
  test(`allows ${address} requests from one address`, async () => {
    const from = newAddress();
    const attempt = (where: string) => call(path, body?.(freshEmail()), where);
    const { through, answer } = await until429(() => attempt(from), address);
    expect(through).toBeGreaterThanOrEqual(address);
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await answer.json()).toEqual(refusal);
    expect((await attempt(newAddress())).headers.get('retry-after')).toBeNull();
  });

  if (account !== undefined) {
    test(`allows ${account} requests for one account from all addresses`, async () => {
      const whose = freshEmail();
      const { through, answer } = await until429(() => call(path, body?.(whose), newAddress()), account);
      expect(through).toBeGreaterThanOrEqual(account);
      expect(answer.status).toBe(429);
      expect(await answer.json()).toEqual(refusal);
      expect((await call(path, body?.(freshEmail()), newAddress())).headers.get('retry-after')).toBeNull();
    });
  }
});

test('strangers can’t use up the status of another person’s login', async () => {
  const body = { user_email: freshEmail() };
  const ask = () => call('rest/v1/rpc/check_user_login_status', body, newAddress());
  for (let asked = 0; asked < 12; asked += 1) expect((await ask()).status).toBe(200);
});

test('a used-up budget refills gradually', async () => {
  const from = newAddress();
  const attempt = () => call('auth/v1/recover', { email: freshEmail() }, from);
  const { answer } = await until429(attempt, 30);
  const seconds = Number(answer.headers.get('retry-after'));
  expect(seconds).toBeLessThanOrEqual(120);
  await portal.database.query('update nutmeg.buckets set full_at = full_at - make_interval(secs => $1)', [
    seconds,
  ]);
  expect((await attempt()).status).toBe(200);
  expect((await attempt()).status).toBe(429);
});

test('one network can book twenty times in a day, and refused bookings do not count', async () => {
  const from = newAddress();
  const free = async () => {
    const { days } = await (await call('functions/v1/calendar?days=14', undefined, newAddress())).json();
    return days.flatMap(({ times }: { times: string[] }) => times) as string[];
  };
  const phone = () => `+1203${String(used * 97 + 1_000_000).slice(-7)}`;
  const book = (start: string, address: string) => {
    used += 1;
    return call('functions/v1/calendar-book', { start, name: 'Rosa', phone: phone() }, address);
  };
  for (let i = 0; i < 25; i++) expect((await book('2020-01-01T15:00:00Z', from)).status).toBe(409);
  const times = await free();
  const taken = [];
  for (const start of times.slice(-21)) taken.push((await book(start, from)).status);
  expect(taken).toEqual([...Array(20).fill(201), 429]);
  expect((await book(times.at(-1) ?? '', newAddress())).status).toBe(201);
});

test('each of the staff can send 120 reminders by hand in an hour', async () => {
  const client = await createPerson(portal);
  const [sam, kim] = [
    await createPerson(portal, { role: 'admin' }),
    await createPerson(portal, { role: 'admin' }),
  ];
  const send = async (by: typeof sam) =>
    (await by.client.functions.invoke('reminders', { body: { client: client.id } })).response?.status;
  // As after 118: one more every 30 seconds. Nothing is open, so each is refused, and counts.
  await portal.database.query(
    `insert into nutmeg.buckets (key, full_at)
     values (sha256(convert_to($1, 'UTF8')), now() + 118 * interval '30 seconds')`,
    [JSON.stringify(['send reminder', sam.id])],
  );
  expect([await send(sam), await send(sam), await send(sam)]).toEqual([409, 409, 429]);
  expect(await send(kim)).toBe(409);
});

test('other routes have no such limit', async () => {
  const from = newAddress();
  for (const path of ['rest/v1/rpc/is_staff', 'auth/v1/settings']) {
    // The number of concurrent requests per network is another limit.
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all(Array.from({ length: 26 }, () => call(path, undefined, from)));
      expect(answers.map(({ status }) => status).filter((status) => status !== 200)).toEqual([]);
    }
  }
});

test('stores no address', async () => {
  const secret = `secret-${randomUUID()}@example.com`;
  await call('auth/v1/recover', { email: secret }, '203.0.113.77');
  const [dump] = await portal.database.query<{ text: string }>(
    `select string_agg(b::text, ' ') || string_agg(encode(key, 'escape'), ' ') as text from nutmeg.buckets b`,
  );
  expect(dump?.text).not.toContain('secret');
  expect(dump?.text).not.toContain('203.0.113');
});

test('counts requests before it reads their bodies', async () => {
  const address = newAddress();
  const unreadable = () =>
    fetch(`${portal.url}/auth/v1/signup`, {
      method: 'POST',
      headers: { apikey: PUBLISHABLE_KEY, 'content-type': 'application/json', 'x-forwarded-for': address },
      body: '{',
    });
  for (let sent = 0; sent < 30; sent += 1) expect((await unreadable()).status).toBe(400);
  expect((await unreadable()).status).toBe(429);
});

test('counts a person’s orders of zips before it reads them', async () => {
  const person = await createPerson(portal);
  const order = async () => (await person.client.functions.invoke('archive', { body: {} })).response?.status;
  for (let sent = 0; sent < 60; sent += 1) expect(await order()).toBe(400);
  expect(await order()).toBe(429);
});
