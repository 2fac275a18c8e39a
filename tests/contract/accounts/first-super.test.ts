import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { addAuthenticator } from '#tests/support/authenticator.ts';
import { createPerson, freshEmail, visitor } from '#tests/support/people.ts';
import { startPortal, type TestPortal } from '#tests/support/server/portal.ts';
import { startSmtpServer, type TestSmtpServer } from '#tests/support/services/smtp-server.ts';
import { eventually } from '#tests/support/waiting.ts';
import { authCall } from '../support/auth-wire.ts';

// Each test starts a server, or two.
vi.setConfig({ testTimeout: 60_000 });

let smtp: TestSmtpServer;
const portals: TestPortal[] = [];
beforeAll(async () => {
  smtp = await startSmtpServer({ starttls: false });
});
afterAll(async () => {
  for (const portal of portals) await portal.close();
  await smtp.close();
});

async function fresh(env: Record<string, string> = {}): Promise<TestPortal> {
  const portal = await startPortal({ ownProcess: true, env });
  portals.push(portal);
  return portal;
}

/** The tokens of all printed links, oldest first. */
async function printed(portal: TestPortal): Promise<string[]> {
  const tokens = () =>
    [...portal.output().matchAll(/\/first-super#([0-9a-f]{64})/g)].map(([, token]) => token ?? '');
  // The start message is printed after the port is open.
  await eventually(async () => (portal.output().includes('Nutmeg is ready') ? true : undefined));
  return tokens();
}

const PASSWORD = 'cedar-road-1988';
const become = (portal: TestPortal, token: string, email: string) =>
  authCall(portal, 'first-super', {
    body: { token, email, password: PASSWORD, first_name: 'Dana', last_name: 'Lee' },
  });
const check = (portal: TestPortal, token: string) =>
  authCall(portal, 'first-super/check', { body: { token } });

test('the printed link creates one super user', async () => {
  const portal = await fresh();
  const [token = ''] = await printed(portal);
  expect((await check(portal, token)).body).toEqual({ confirms_by_mail: false });
  expect(portal.output()).toContain(join(portal.dataDir, 'outbox'));
  expect((await become(portal, 'f'.repeat(64), freshEmail())).body.code).toBe('otp_expired');
  const taken = await createPerson(portal);
  expect((await become(portal, token, taken.email)).body.code).toBe('not_first');

  const emails = [freshEmail('dana'), freshEmail('eve')];
  const answers = await Promise.all(emails.map((email) => become(portal, token, email)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
  const email = emails[answers.findIndex(({ status }) => status === 200)] ?? '';
  const { data } = await visitor(portal).auth.signInWithPassword({ email, password: PASSWORD });
  const supers = await portal.database.query(`select user_id from public.user_profiles where role = 'super'`);
  expect(supers).toEqual([{ user_id: data.user?.id }]);
  expect((await check(portal, token)).body.code).toBe('otp_expired');
  const [entry] = await portal.database.query(
    `select actor_id from public.audit_log where action = 'office.first_super'`,
  );
  expect(entry).toEqual({ actor_id: data.user?.id });
});

test('once there is a super user, the next start prints no link', { tags: ['faults-operate'] }, async () => {
  const portal = await fresh();
  const [token = ''] = await printed(portal);
  expect((await become(portal, token, freshEmail('dana'))).status).toBe(200);
  await portal.stopServer();
  await portal.killAndRestart();
  await eventually(async () => (portal.output().split('Nutmeg is ready').length === 3 ? true : undefined));
  expect(await printed(portal)).toHaveLength(1);
  expect(portal.output().split(token)).toHaveLength(2);
});

test('with STAFF_MFA=required the new super user has to enroll an app first', {
  tags: ['faults-operate'],
}, async () => {
  const portal = await fresh({ STAFF_MFA: 'required' });
  const [token = ''] = await printed(portal);
  const { body } = await become(portal, token, freshEmail('dana'));
  const client = visitor(portal);
  await client.auth.setSession({
    access_token: String(body.access_token),
    refresh_token: String(body.refresh_token),
  });
  const invite = async () => {
    const { data } = await client.auth.getSession();
    return authCall(portal, 'office/invitations', {
      bearer: data.session?.access_token ?? '',
      body: { email: freshEmail('sam'), first_name: 'Sam', last_name: 'Ortiz', role: 'admin' },
    });
  };
  expect((await invite()).body.code).toBe('not_admin');
  expect((await client.rpc('find_people')).error?.code).toBe('42501');
  await addAuthenticator(client);
  expect((await invite()).status).toBe(201);
  expect((await client.rpc('find_people')).data).toHaveLength(1);
});

test('each start prints a new link until there is a super user; its hash is stored for a day', {
  tags: ['faults-operate'],
}, async () => {
  const portal = await fresh();
  await portal.killAndRestart();
  const [first = '', second = ''] = await eventually(async () => {
    const tokens = await printed(portal);
    return tokens.length === 2 ? tokens : undefined;
  });
  for (const token of [first, second]) expect((await check(portal, token)).status).toBe(200);
  const rows = await portal.database.query<{ kept: string; hours: number }>(
    `select l::text as kept, extract(epoch from expires_at - created_at) / 3600 as hours
     from nutmeg.first_super_links l`,
  );
  expect(rows).toHaveLength(2);
  for (const { kept, hours } of rows) {
    expect(kept).not.toContain(first);
    expect(kept).not.toContain(second);
    expect(Number(hours)).toBeCloseTo(24, 1);
  }
  await portal.database.query('update nutmeg.first_super_links set expires_at = now()');
  expect((await check(portal, second)).body.code).toBe('otp_expired');
  expect((await become(portal, second, freshEmail())).body.code).toBe('otp_expired');
});

test('with a mail server the address must be confirmed first', { tags: ['faults-operate'] }, async () => {
  const portal = await fresh({ SMTP_URL: `smtp://127.0.0.1:${smtp.port}` });
  const [token = ''] = await printed(portal);
  expect((await check(portal, token)).body).toEqual({ confirms_by_mail: true });
  const [mistyped, right] = [freshEmail('dnaa'), freshEmail('dana')];
  expect((await become(portal, token, mistyped)).body).toEqual({ confirmation_sent_to: mistyped });
  expect((await become(portal, token, right)).body).toEqual({ confirmation_sent_to: right });
  const roleOf = async (email: string) =>
    (
      await portal.database.query<{ role: string }>(
        'select role from public.user_profiles where email = $1',
        [email],
      )
    )[0]?.role;
  await followMailTo(mistyped);
  expect(await roleOf(mistyped)).toBe('client');
  await followMailTo(right);
  expect(await roleOf(right)).toBe('super');
  expect((await check(portal, token)).body.code).toBe('otp_expired');
});

async function followMailTo(address: string): Promise<void> {
  const { mail } = await eventually(async () =>
    smtp.received.find(({ recipients }) => recipients.includes(address)),
  );
  const [, origin = '', fragment] = /(https?:\/\/[^\s/]+)\/\S*#(token_hash=\S+)/.exec(mail.text ?? '') ?? [];
  // What the page does when the button is pressed.
  const answer = await fetch(`${origin}/auth/v1/verify`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(Object.fromEntries(new URLSearchParams(fragment))),
  });
  expect(answer.status).toBe(200);
}

test('attempts are limited', async () => {
  const portal = await fresh({ RATE_LIMITS: 'on' });
  const statuses = new Set<number>();
  for (let guess = 0; guess < 40; guess += 1) {
    const token = guess.toString(16).padStart(64, '0');
    statuses.add((await check(portal, token)).status);
  }
  expect([...statuses].sort()).toEqual([403, 429]);
});
