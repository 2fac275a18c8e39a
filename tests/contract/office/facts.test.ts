import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type {
  OfficeConflict,
  OfficeFacts,
  OfficeHistory,
  OfficeProblems,
  OfficeState,
} from '#contract/office.ts';
import type { Business } from '#domain/business/business.ts';
import { demoOffice } from '#domain/business/demo-office.ts';
import { createPerson, type Person } from '#tests/support/people.ts';
import { sharedPortal, startPortal, type TestPortal } from '#tests/support/server/portal.ts';

let portal: TestPortal;
let dana: Person;
let grace: Person;
beforeAll(async () => {
  portal = await startPortal();
  dana = await createPerson(portal, { role: 'super', data: { first_name: 'Dana', last_name: 'Lee' } });
  grace = await createPerson(portal, { role: 'super', data: { first_name: 'Grace', last_name: 'Kim' } });
});
afterAll(() => portal?.close());

async function call(
  person: Person | undefined,
  method: string,
  path = '',
  body?: unknown,
): Promise<{ status: number; body: unknown }> {
  const session = await person?.client.auth.getSession();
  const token = session?.data.session?.access_token;
  const answer = await fetch(`${portal.url}/functions/v1/office${path}`, {
    method,
    headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return { status: answer.status, body: await answer.json() };
}

async function state(): Promise<OfficeState> {
  const { status, body } = await call(dana, 'GET');
  expect(status).toBe(200);
  return body as OfficeState;
}

/** Saves the present facts with changes. */
async function change(changes: Partial<Business>, person = dana) {
  const { version, facts } = await state();
  return call(person, 'PUT', '', { expectedVersion: version, facts: { ...facts, ...changes } });
}

const rows = () =>
  portal.database.query<{ count: number }>('select count(*)::int as count from public.office_settings');

test('begins with the facts of a new installation', async () => {
  const { version, facts, history, more } = await state();
  expect(facts).toEqual(demoOffice);
  expect(version).toBe(1);
  expect(more).toBe(false);
  expect(history).toEqual([
    {
      version: 1,
      savedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      savedBy: null,
      source: 'defaults',
      restoredFrom: null,
      changed: [],
    },
  ]);
});

test.each([
  ['GET', '', undefined],
  ['PUT', '', { expectedVersion: 1, facts: demoOffice }],
  ['GET', '/history?before=2', undefined],
  ['GET', '/version?number=1', undefined],
  ['POST', '/restore', { expectedVersion: 1, version: 1 }],
  ['POST', '/preview', { path: '/fees', facts: demoOffice }],
])('%s office%s is for super users only', async (method, path, body) => {
  const before = await rows();
  const client = await createPerson(portal);
  const admin = await createPerson(portal, { role: 'admin' });
  expect((await call(undefined, method, path, body)).status).toBe(401);
  expect((await call(client, method, path, body)).status).toBe(403);
  expect((await call(admin, method, path, body)).status).toBe(403);
  expect(await rows()).toEqual(before);
});

test('a save is a new version, says what changed and who did it, and is in the office’s log', async () => {
  const before = await state();
  const saved = await change({ name: 'Elm Tax', hours: { ...demoOffice.hours, open: '09:00' } });
  expect(saved.status).toBe(200);
  const after = saved.body as OfficeState;
  expect(after).toEqual(await state());
  expect(after.version).toBe(before.version + 1);
  expect(after.facts).toEqual({
    ...before.facts,
    name: 'Elm Tax',
    hours: { ...demoOffice.hours, open: '09:00' },
  });
  expect(after.history[0]).toMatchObject({
    version: after.version,
    savedBy: 'Dana Lee',
    source: 'page',
    changed: ['hours.open', 'name'],
  });
  const { data: log } = await dana.client.rpc('office_log', { actions: ['office.facts_saved'] });
  expect(log?.[0]).toMatchObject({
    actor_id: dana.id,
    details: { version: after.version, changed: ['hours.open', 'name'] },
  });
});

test('a save without a change is no version', async () => {
  const before = await state();
  const saved = await change({});
  expect(saved).toEqual({ status: 200, body: before });
});

test('the calendar offers the new hours with the next request, and mails have the new name', async () => {
  const { hours } = (await state()).facts;
  const firstTime = async () => {
    const answer = await fetch(`${portal.url}/functions/v1/calendar?days=14`);
    const { days } = (await answer.json()) as { days: { times: string[] }[] };
    const times = days.slice(1).flatMap((day) => day.times.slice(0, 1));
    return new Intl.DateTimeFormat('en-US', {
      timeZone: demoOffice.timeZone,
      hourCycle: 'h23',
      hour: '2-digit',
      minute: '2-digit',
    }).format(new Date(times[0] ?? ''));
  };
  await change({ hours: { ...hours, open: '10:30' }, name: 'Oak Tax' });
  expect(await firstTime()).toBe('10:30');
  await change({ hours: { ...hours, open: '07:00' } });
  expect(await firstTime()).toBe('07:00');
  const client = await createPerson(portal);
  await client.client.auth.resetPasswordForEmail(client.email);
  const mail = await portal.mailTo(client.email);
  expect(mail.from?.name).toBe('Oak Tax');
  expect(mail.text).toContain('Oak Tax');
});

test('SQL reads the new time zone, and one client may store less', async () => {
  // 25 hours apart, so at each moment one of them has another day than UTC.
  for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    await change({ timeZone, limits: { bytesPerClient: 1_000_000_001 } });
    const [facts] = await portal.database.query(
      `select nutmeg.office_zone() as zone, nutmeg.client_quota() as room,
         nutmeg.office_day() = (now() at time zone $1)::date as day`,
      [timeZone],
    );
    expect(facts).toEqual({ zone: timeZone, room: '1000000001', day: true });
  }
});

describe('of two owners', () => {
  test('the second sees what the first has saved', async () => {
    const { version, facts } = await state();
    const first = await call(dana, 'PUT', '', {
      expectedVersion: version,
      facts: { ...facts, shortName: 'Elm' },
    });
    const second = await call(grace, 'PUT', '', {
      expectedVersion: version,
      facts: { ...facts, state: 'Maine' },
    });
    expect(first.status).toBe(200);
    expect(second.status).toBe(409);
    const conflict = second.body as OfficeConflict;
    expect(conflict).toMatchObject({ version: version + 1, facts: { ...facts, shortName: 'Elm' } });
    expect(conflict.history[0]).toMatchObject({ savedBy: 'Dana Lee', changed: ['shortName'] });
    expect(conflict.message).toMatch(/\.$/);
  });

  test('one of many saves at the same time is kept', async () => {
    const { version, facts } = await state();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        call(n % 2 ? dana : grace, 'PUT', '', {
          expectedVersion: version,
          facts: { ...facts, shortName: `Number ${n}` },
        }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
    expect((await state()).version).toBe(version + 1);
  });
});

describe('what is wrong is not kept', () => {
  test('each field is named', async () => {
    const before = await state();
    const { contact, payments } = before.facts;
    const { status, body } = await call(dana, 'PUT', '', {
      expectedVersion: before.version,
      facts: {
        ...before.facts,
        name: ' ',
        contact: { ...contact, email: 'nobody' },
        payments: { ...payments, cardUrl: 'javascript:alert(1)' },
        mascot: 'a squirrel',
      },
    });
    expect(status).toBe(422);
    const { problems } = body as OfficeProblems;
    expect(problems.map(({ path }) => path).sort()).toEqual([
      '',
      'contact.email',
      'name',
      'payments.cardUrl',
    ]);
    expect(await state()).toEqual(before);
  });

  test.each<[string, number, unknown]>([
    ['no JSON', 400, '{'],
    ['no version', 400, { facts: demoOffice }],
    ['a version that is no number', 400, { expectedVersion: '1', facts: demoOffice }],
    ['no facts', 400, { expectedVersion: 1 }],
    ['a list', 422, { expectedVersion: 1, facts: [] }],
    [
      'characters that PostgreSQL can’t store',
      422,
      { expectedVersion: 1, facts: { ...demoOffice, name: 'a\0b' } },
    ],
    ['half a character', 422, { expectedVersion: 1, facts: { ...demoOffice, name: 'a\ud83d' } }],
    ['too much', 413, { expectedVersion: 1, facts: { ...demoOffice, name: 'a'.repeat(400_000) } }],
    [
      'deep nesting',
      400,
      `{"expectedVersion":1,"facts":{"name":${'['.repeat(50_000)}${']'.repeat(50_000)}}}`,
    ],
    ['another prototype', 422, '{"expectedVersion":1,"facts":{"__proto__":{"name":"X"}}}'],
  ])('%s: %i', async (_name, status, body) => {
    const before = await rows();
    expect((await call(dana, 'PUT', '', body)).status).toBe(status);
    expect(await rows()).toEqual(before);
  });
});

test('an earlier version is read, restored as a new one, and named in the log', async () => {
  const before = await state();
  const earlier = (await call(grace, 'GET', '/version?number=1')).body as OfficeFacts;
  expect(earlier).toEqual({ version: 1, facts: demoOffice });
  const restored = await call(grace, 'POST', '/restore', { expectedVersion: before.version, version: 1 });
  expect(restored.status).toBe(200);
  const after = restored.body as OfficeState;
  expect(after).toMatchObject({ version: before.version + 1, facts: demoOffice });
  expect(after.history[0]).toMatchObject({ savedBy: 'Grace Kim', restoredFrom: 1 });
  expect(after.history[0]?.changed).toContain('timeZone');
  // Twice is once.
  const again = await call(grace, 'POST', '/restore', { expectedVersion: after.version, version: 1 });
  expect((again.body as OfficeState).version).toBe(after.version);
  expect((await call(grace, 'POST', '/restore', { expectedVersion: 1, version: 2 })).status).toBe(409);
  expect(
    (await call(grace, 'POST', '/restore', { expectedVersion: after.version, version: 999 })).status,
  ).toBe(404);
  expect((await call(grace, 'POST', '/restore', { version: 1 })).status).toBe(400);
});

test('facts of an older program are restored with the present values of what it did not know', async () => {
  const { version, facts } = await state();
  const { idleMinutes: _, ...older } = { ...facts, name: 'Old Tax' };
  await portal.database.query(
    `insert into public.office_settings (version, source, facts) values ($1, 'page', $2)`,
    [version + 1, JSON.stringify(older)],
  );
  const idleMinutes = { staff: 7, client: 8 };
  await change({ idleMinutes, name: 'New Tax' });
  const { version: newest } = await state();
  const restored = await call(dana, 'POST', '/restore', { expectedVersion: newest, version: version + 1 });
  expect((restored.body as OfficeState).facts).toMatchObject({ name: 'Old Tax', idleMinutes });
});

test('the history comes in pages, each version once', async () => {
  const newest = (await state()).version;
  await portal.database.query(
    `insert into public.office_settings (version, source, facts)
     select $1::bigint + n, 'page', (select facts from public.office_settings where version = 1)
     from generate_series(1, 45) n`,
    [newest],
  );
  const seen: number[] = [];
  let page: OfficeHistory = await state();
  for (;;) {
    seen.push(...page.history.map(({ version }) => version));
    if (!page.more) break;
    page = (await call(dana, 'GET', `/history?before=${seen.at(-1)}`)).body as OfficeHistory;
  }
  expect(seen).toEqual(Array.from({ length: newest + 45 }, (_, n) => newest + 45 - n));
  for (const wrong of ['', '?before=', '?before=x', '?before=0', '?before=1e99']) {
    expect((await call(dana, 'GET', `/history${wrong}`)).status).toBe(400);
  }
  expect((await call(dana, 'GET', '/version?number=99999')).status).toBe(404);
});

test('authenticator apps show the new name', async () => {
  await change({ name: 'Fir Tax' });
  const { data } = await dana.client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'phone' });
  expect(data?.type === 'totp' && decodeURIComponent(data.totp.uri)).toContain('Fir Tax');
});

test('limits the saves of one person', async () => {
  const limited = await sharedPortal('limited');
  const owner = await createPerson(limited, { role: 'super' });
  const { data } = await owner.client.auth.getSession();
  const statuses = await Promise.all(
    Array.from({ length: 130 }, async () => {
      const answer = await fetch(`${limited.url}/functions/v1/office`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${data.session?.access_token}` },
        body: JSON.stringify({ expectedVersion: 1, facts: {} }),
      });
      return answer.status;
    }),
  );
  expect(statuses.filter((status) => status === 422).length).toBeLessThanOrEqual(121);
  expect(statuses).toContain(429);
});
