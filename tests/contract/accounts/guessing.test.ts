import { describe, expect, test } from 'vitest';
import { freshEmail, insertPerson, PASSWORD } from '#tests/support/people.ts';
import { PUBLISHABLE_KEY, portalForFile } from '#tests/support/server/portal.ts';
import { tokenIn } from '../support/auth-wire.ts';

/** Without captchas: otherwise each guess would need one. */
const portal = portalForFile('limited');
const GUESSES = 1000;
/** Unused addresses from documentation networks. */
let used = 0;
const newAddress = () => {
  used += 1;
  return `198.18.${used >> 8}.${used & 255}`;
};

interface From {
  address: string;
  cookie?: string;
}

async function call(path: string, body: object, { address, cookie }: From): Promise<Response> {
  return fetch(`${portal.url}/auth/v1/${path}`, {
    method: 'POST',
    headers: {
      apikey: PUBLISHABLE_KEY,
      'content-type': 'application/json',
      'x-forwarded-for': address,
      ...(cookie === undefined ? {} : { cookie }),
    },
    body: JSON.stringify(body),
  });
}
const login = (email: string, password: string, from: From) =>
  call('token?grant_type=password', { email, password }, from);
const statusOf = async (email: string, password: string, from: From) => {
  const response = await login(email, password, from);
  await response.body?.cancel();
  return response.status;
};

/** Runs twenty requests at a time. Returns the number of responses by status. */
async function guess(
  attempt: (number: number) => Promise<number>,
  times = GUESSES,
): Promise<Map<number, number>> {
  const counts = new Map<number, number>();
  let next = 0;
  const worker = async () => {
    while (next < times) {
      const status = await attempt(next++);
      counts.set(status, (counts.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: 20 }, worker));
  return counts;
}

/** The number of recorded wrong passwords. */
const hashed = async () =>
  (await portal.database.query(`select from public.audit_log where action = 'auth.sign_in_failed'`)).length;

const passTime = (time: string) =>
  portal.database.query('update nutmeg.buckets set full_at = full_at - $1::interval', [time]);

describe(`${GUESSES} guesses`, () => {
  test('from as many addresses against one account', { tags: ['size'] }, async () => {
    const [home, elsewhere] = [newAddress(), newAddress()];
    const { email } = await personFrom(home);
    const device = cookieOf(await login(email, PASSWORD, { address: home }));
    const before = await hashed();
    const counts = await guess((number) => statusOf(email, `guess-${number}`, { address: newAddress() }));
    const through = (await hashed()) - before;
    console.log(`${GUESSES} guesses from ${GUESSES} addresses at one account: ${through} reached the hash`);
    expect(through).toBe(counts.get(400));
    expect(through).toBeGreaterThan(0);
    expect(through).toBeLessThanOrEqual(25);
    expect(counts.get(429)).toBe(GUESSES - through);

    // The owner signs in from the usual address, on the usual device anywhere, and after a typo.
    expect(await statusOf(email, 'mistyped', { address: home })).toBe(400);
    expect(await statusOf(email, PASSWORD, { address: home })).toBe(200);
    expect(await statusOf(email, PASSWORD, { address: elsewhere, cookie: device })).toBe(200);
    // The address is recognized from now on.
    expect(await statusOf(email, PASSWORD, { address: elsewhere })).toBe(200);
  });

  test('from one address against as many accounts', { tags: ['size'] }, async () => {
    const [address, home] = [newAddress(), newAddress()];
    const { email } = await personFrom(home);
    const others = await Promise.all(
      Array.from({ length: 9 }, async () => {
        const other = freshEmail();
        await insertPerson(portal, { email: other });
        return other;
      }),
    );
    const targets = (number: number) => [email, ...others][number] ?? freshEmail('nobody');
    const before = await hashed();
    const counts = await guess((number) => statusOf(targets(number), 'summer2026', { address }));
    const through = (await hashed()) - before;
    console.log(`${GUESSES} guesses from one address at ${GUESSES} accounts: ${through} reached the hash`);
    expect(through).toBe(counts.get(400));
    expect(through).toBeGreaterThan(0);
    expect(through).toBeLessThanOrEqual(25);

    expect(await statusOf(email, PASSWORD, { address: home })).toBe(200);
    // It does not block first sign-ins from other addresses.
    expect(await statusOf(others[0] ?? '', PASSWORD, { address: newAddress() })).toBe(200);
  });

  test('from one address against one account don’t block new addresses', async () => {
    const email = freshEmail();
    await insertPerson(portal, { email });
    const address = newAddress();
    const counts = await guess((number) => statusOf(email, `guess-${number}`, { address }), 200);
    console.log(`200 guesses from one address at one account: ${counts.get(400)} reached the hash`);
    expect(counts.get(400)).toBeLessThanOrEqual(6);
    expect(await statusOf(email, PASSWORD, { address: newAddress() })).toBe(200);
  });
});

describe('a new device while others guess', () => {
  test('can sign in after the announced time, or at once with a mail', async () => {
    const email = freshEmail();
    await insertPerson(portal, { email });
    await guess((number) => statusOf(email, `guess-${number}`, { address: newAddress() }), 60);
    const mine = newAddress();
    const refused = await login(email, PASSWORD, { address: mine });
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({ error_code: 'over_request_rate_limit' });
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(360);

    expect((await call('recover', { email }, { address: mine })).status).toBe(200);
    const link = { type: 'recovery', token_hash: tokenIn(await portal.mailTo(email)) };
    expect((await call('verify', link, { address: mine })).status).toBe(200);
    expect(await statusOf(email, PASSWORD, { address: mine })).toBe(200);

    const other = newAddress();
    expect(await statusOf(email, PASSWORD, { address: other })).toBe(429);
    await passTime(`${seconds} seconds`);
    expect(await statusOf(email, PASSWORD, { address: other })).toBe(200);
  });
});

describe('the owner', () => {
  test('can sign in any number of times', async () => {
    const email = freshEmail();
    await insertPerson(portal, { email });
    const address = newAddress();
    for (let time = 0; time < 30; time += 1) expect(await statusOf(email, PASSWORD, { address })).toBe(200);
  });

  test('is limited after ten mistakes on a recognized device, and only there', async () => {
    const home = newAddress();
    const { email } = await personFrom(home);
    const statuses = [];
    for (let time = 0; time < 11; time += 1)
      statuses.push(await statusOf(email, 'mistyped', { address: home }));
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429]);
    expect(await statusOf(email, PASSWORD, { address: newAddress() })).toBe(200);
    await passTime('1 minute');
    expect(await statusOf(email, PASSWORD, { address: home })).toBe(200);
  });
});

describe("a device's cookie", () => {
  test('is HttpOnly and SameSite, and gives no access', async () => {
    const { email } = await personFrom(newAddress());
    const answer = await login(email, PASSWORD, { address: newAddress() });
    expect(answer.headers.get('set-cookie')).toMatch(
      /^nutmeg_device=[\w.-]+; Path=\/auth\/v1; Max-Age=34560000; HttpOnly; SameSite=Lax$/,
    );
    const user = await fetch(`${portal.url}/auth/v1/user`, { headers: { cookie: cookieOf(answer) } });
    expect(user.status).toBe(401);
  });

  test('of another user, or forged, is ignored', async () => {
    const email = freshEmail();
    await insertPerson(portal, { email });
    const { email: eve } = await personFrom(newAddress());
    const cookie = cookieOf(await login(eve, PASSWORD, { address: newAddress() }));
    const forged = cookie.replace(/\.[\w-]+$/, `.${'A'.repeat(43)}`);
    await guess((number) => statusOf(email, `guess-${number}`, { address: newAddress(), cookie }), 40);
    for (const given of [cookie, forged, 'nutmeg_device=x', 'nutmeg_device=a.b.c; other=1']) {
      expect(await statusOf(email, PASSWORD, { address: newAddress(), cookie: given })).toBe(429);
    }
  });

  test('works for all users of the device', async () => {
    const [first, second] = [await personFrom(newAddress()), await personFrom(newAddress())];
    const one = cookieOf(await login(first.email, PASSWORD, { address: newAddress() }));
    const both = cookieOf(await login(second.email, PASSWORD, { address: newAddress(), cookie: one }));
    for (const { email } of [first, second]) {
      await guess((number) => statusOf(email, `guess-${number}`, { address: newAddress() }), 40);
      expect(await statusOf(email, PASSWORD, { address: newAddress(), cookie: both })).toBe(200);
    }
  });
});

/** A user who has signed in from this address. */
async function personFrom(address: string): Promise<{ email: string }> {
  const email = freshEmail();
  await insertPerson(portal, { email });
  expect(await statusOf(email, PASSWORD, { address })).toBe(200);
  return { email };
}

function cookieOf(response: Response): string {
  return response.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
}
