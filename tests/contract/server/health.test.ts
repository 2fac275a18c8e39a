import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAuthenticator } from '#tests/support/authenticator.ts';
import { type Client, createPerson, visitor } from '#tests/support/people.ts';
import { root, SECRET_KEY, startPortal, type TestPortal } from '#tests/support/server/portal.ts';
import { proveMailbox } from '../support/mail-proof.ts';

const METRICS_TOKEN = 'for-prometheus-only-0123';
const STAFF_INBOX = 'office@mail.example';

let portal: TestPortal;
let boss: Client;
let bossId: string;
beforeAll(async () => {
  portal = await startPortal({
    env: { STAFF_MFA: 'required', RATE_LIMITS: 'on', METRICS_TOKEN, STAFF_INBOX },
  });
  const person = await createPerson(portal, { role: 'super' });
  await proveMailbox(portal, person);
  await addAuthenticator(person.client);
  boss = person.client;
  bossId = person.id;
});
afterAll(() => portal?.close());

interface Light {
  id: string;
  state: 'green' | 'yellow' | 'red';
  says: string;
  todo?: string;
}
interface Look {
  looked_at: string;
  lights: Light[];
}

const look = async (client: Client, method: 'GET' | 'POST') => {
  const { data, error } = await client.functions.invoke<Look>('health', { method });
  return { data, status: error === null ? 200 : (error.context?.status as number) };
};

describe('health checks', () => {
  test('a super user can see and refresh all of them', async () => {
    const first = await look(boss, 'GET');
    expect(first.status).toBe(200);
    expect(first.data?.lights.map(({ id }) => id)).toEqual([
      ...['database', 'store', 'disk', 'mail', 'texts', 'clock', 'certificate', 'backup', 'scrub'],
      ...['servers', 'staff_factor', 'sign_ins', 'recovery_sheet'],
    ]);
    // The disk depends on this machine.
    expect(first.data?.lights.filter(({ id, state }) => state === 'red' && id !== 'disk')).toEqual([]);
    const again = await look(boss, 'POST');
    expect(Date.parse(again.data?.looked_at ?? '')).toBeGreaterThan(Date.parse(first.data?.looked_at ?? ''));
    expect((await look(boss, 'GET')).data?.lights).toEqual(again.data?.lights);
  });

  test.each(['GET', 'POST'] as const)('%s is refused for all others', async (method) => {
    const client = await createPerson(portal);
    const admin = await createPerson(portal, { role: 'admin' });
    // Password only: without the second factor a super user has no rights.
    const unproved = await createPerson(portal, { role: 'super' });
    const statuses = await Promise.all(
      [visitor(portal), client.client, admin.client, unproved.client].map(
        async (one) => (await look(one, method)).status,
      ),
    );
    expect(statuses).toEqual([401, 403, 403, 403]);
    const byKey = await fetch(`${portal.url}/functions/v1/health`, {
      method,
      headers: { apikey: SECRET_KEY, authorization: `Bearer ${SECRET_KEY}` },
    });
    expect(byKey.status).toBe(401);
  });

  test('a check that stays red sends one mail, and another when it recovers', async () => {
    await portal.database.query(
      `insert into public.audit_log (action) select 'auth.sign_in_failed' from generate_series(1, 600)`,
    );
    await look(boss, 'POST');
    await portal.database.query(`update nutmeg.health_states set since = since - interval '2 minutes'`);
    await look(boss, 'POST');
    await look(boss, 'POST');
    const red = await portal.mailTo(STAFF_INBOX, ({ subject }) => subject?.includes('logins') === true);
    expect(red.subject).toBe('Problem with the portal: Failed logins');
    expect(red.text).toContain('600 logins failed in the last day.');
    await portal.database.query('alter table public.audit_log disable trigger user');
    await portal.database.query(`update public.audit_log set at = at - interval '2 days'`);
    await look(boss, 'POST');
    await portal.database.query(`update nutmeg.health_states set since = since - interval '2 minutes'`);
    await look(boss, 'POST');
    await portal.mailTo(STAFF_INBOX, ({ subject }) => subject === 'Fixed: Failed logins');
    const told = (await portal.mails()).filter(({ subject }) => subject?.endsWith(': Failed logins'));
    expect(told).toHaveLength(2);
  });

  describe('in the language of the profile', () => {
    const setLanguage = (language: string) =>
      portal.database.query('update public.user_profiles set language = $2 where user_id = $1', [
        bossId,
        language,
      ]);
    const texts = async (method: 'GET' | 'POST', ...ids: string[]) =>
      (await look(boss, method)).data?.lights
        .filter(({ id }) => ids.includes(id))
        .map(({ says, todo }) => [says, todo]);
    const spanish = [
      ['Los documentos se pueden guardar y abrir.', undefined],
      [
        'No hay ninguna copia de seguridad configurada.',
        'Ponga en BACKUP_URL un lugar en otra máquina. Si este disco se daña, se pierde todo.',
      ],
    ];
    beforeAll(() => setLanguage('es'));
    afterAll(() => setLanguage('en'));

    test('the sentences are in Spanish, stored or fresh, and in English for others', async () => {
      expect(await texts('POST', 'store', 'backup')).toEqual(spanish);
      expect(await texts('GET', 'store', 'backup')).toEqual(spanish);
      expect(await texts('GET', 'database')).toEqual([
        [
          expect.stringMatching(/^La base de datos responde\. Es PostgreSQL \d+\.\d+ y usa \d+ de \d+/),
          undefined,
        ],
      ]);
      await setLanguage('en');
      expect(await texts('GET', 'store', 'backup')).toEqual([
        ['Documents can be saved and opened.', undefined],
        [
          'No backup is configured.',
          'Set BACKUP_URL to a place on another machine. If this disk breaks, everything is lost.',
        ],
      ]);
      await setLanguage('es');
    });

    test('a code that only another release knows is checked again', async () => {
      await portal.database.query(`update nutmeg.health_states set code = 'odd' where light = 'store'`);
      expect(await texts('GET', 'store', 'backup')).toEqual(spanish);
    });
  });

  test('refreshing is rate limited', async () => {
    const statuses = new Set<number>();
    for (let count = 0; count < 11; count += 1) statuses.add((await look(boss, 'POST')).status);
    expect(statuses).toContain(429);
    expect((await look(boss, 'GET')).status).toBe(200);
  });
});

describe('/metrics', () => {
  const scrape = async () => {
    const response = await fetch(`${portal.url}/metrics`, {
      headers: { authorization: `Bearer ${METRICS_TOKEN}` },
    });
    return response.text();
  };

  test('reports the state of the portal', async () => {
    await look(boss, 'GET');
    const text = await scrape();
    expect(text).toMatch(/^nutmeg_health_light\{light="database"\} 0$/m);
    expect(text).toMatch(/^nutmeg_health_light\{light="backup"\} 1$/m);
    expect(text).toMatch(/^nutmeg_sessions [1-9]\d*$/m);
    expect(text).toMatch(/^nutmeg_mail_queue 0$/m);
    expect(text).toMatch(/^nutmeg_blobs 0$/m);
    expect(text).toMatch(/^nutmeg_disk_free_bytes\{holds="[a-z ]+"\} [1-9]/m);
    expect(text).toMatch(/^nutmeg_database_connections\{pool="owner",state="busy"\} \d+$/m);
    expect(text).toMatch(/^nutmeg_restarts_total 0$/m);
  });

  test('counts open websockets', async () => {
    const url = `${portal.url.replace('http', 'ws')}/realtime/v1/websocket?vsn=1.0.0&apikey=${SECRET_KEY}`;
    const sockets = await Promise.all(
      // Two: with two servers behind one address, each gets one.
      [1, 2].map(async () => {
        const socket = new WebSocket(url);
        await new Promise((open, fail) => {
          socket.addEventListener('open', open);
          socket.addEventListener('error', fail);
        });
        return socket;
      }),
    );
    await expect.poll(scrape).toMatch(/^nutmeg_websockets [12]$/m);
    for (const socket of sockets) socket.close();
    await expect.poll(scrape).toMatch(/^nutmeg_websockets 0$/m);
  });

  test('has all metrics, and those that the alert rules use', async () => {
    const rules = await readFile(`${root}deploy/prometheus/alerts.yml`, 'utf8');
    const used = [...rules.matchAll(/\b(?:nutmeg|http)_[a-z_]+\b/g)].map(([name]) => name);
    expect(used.length).toBeGreaterThan(5);
    const others = ['mail_undelivered', 'mail_failed', 'sign_in_failures', 'blob_bytes', 'backup_good'];
    const names = new Set([...used, ...others.map((name) => `nutmeg_${name}`)]);
    const text = await scrape();
    const isThere = (name: string) => new RegExp(`^(# TYPE )?${name}[ {]`, 'm').test(text);
    expect([...names].filter((name) => !isThere(name))).toEqual([]);
  });
});
