import { createHmac, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { nightZone, noonZone } from '#tests/support/noon-zone.ts';
import { createPerson, type Person } from '#tests/support/people.ts';
import { eventually, startPortal, type TestPortal } from '#tests/support/server/portal.ts';
import { officeOf, threadPage } from '../support/conversation.ts';

const SECRET = 'a secret of the gateway';
const SITE_URL = 'https://office.example';
const WORDING = 'I agree to get automated texts from this office. Reply STOP to end.';
const basic = (password: string) => `Basic ${Buffer.from(`gateway:${password}`).toString('base64')}`;

let portal: TestPortal;
let maria: Person;
let number: string;
let last = 1000;

beforeAll(async () => {
  portal = await startPortal({ env: { SMS_SECRET: SECRET, SITE_URL, STAFF_MFA: 'optional' } });
});
afterAll(() => portal?.close());
beforeEach(async () => {
  maria = await createPerson(portal);
  number = `+1203555${++last}`;
  await portal.database.query('update public.user_profiles set phone = $2 where user_id = $1', [
    maria.id,
    number,
  ]);
  await beWhereItIs(noonZone);
});

const beWhereItIs = (zone: string, id = maria.id) =>
  portal.database.query(
    'insert into auth.sessions (user_id, time_zone, refreshed_at) values ($1, $2, now())',
    [id, zone],
  );
const inbound = (
  body: string,
  authorization: string | null = basic(SECRET),
  id: string = randomUUID(),
  more: Record<string, string> = {},
) =>
  fetch(`${portal.url}/texts/v1/inbound`, {
    method: 'POST',
    headers: authorization === null ? {} : { authorization },
    body: new URLSearchParams({ From: number, Body: body, MessageSid: id, ...more }),
  });
const agree = () => maria.client.rpc('agree_to_texts', { wording: WORDING }).throwOnError();
const write = async () => {
  const [row] = await portal.database.query<{ id: string | null }>(
    `select nutmeg.write_text(nutmeg.consented_number($1), 'reminder', '{}', 'en') as id`,
    [maria.id],
  );
  return row?.id ?? null;
};
/** The texts to the number, as the folder has them, oldest first. */
const outbox = async () => {
  const folder = join(portal.dataDir, 'outbox');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.txt')).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return texts.filter((text) => text.startsWith(`To: ${number}\n`));
};
const textsUpTo = (count: number) =>
  eventually(async () => (await outbox()).length === count && (await outbox()));
const kinds = async () =>
  (
    await portal.database.query<{ kind: string }>(
      'select kind from nutmeg.texts where number = $1 order by created_at',
      [number],
    )
  ).map(({ kind }) => kind);

describe('consent', () => {
  test('no one is texted without it, and everything about it is recorded', async () => {
    expect(await write()).toBeNull();
    await agree();
    await agree();
    expect(await write()).not.toBeNull();
    const [text = ''] = await textsUpTo(1);
    expect(text).toMatch(
      /: you have something to do in your account\. http\S+\/account Reply STOP to end\.\n$/,
    );
    const rows = await portal.database.query(
      'select number, wording, source, ended_at from nutmeg.text_consents where user_id = $1',
      [maria.id],
    );
    expect(rows).toEqual([{ number, wording: WORDING, source: 'account', ended_at: null }]);
    await maria.client.rpc('end_texts').throwOnError();
    expect(await write()).toBeNull();
  });

  test('is for one number', async () => {
    await agree();
    await portal.database.query(`update public.user_profiles set phone = '+12035559999' where user_id = $1`, [
      maria.id,
    ]);
    expect(await write()).toBeNull();
  });

  test('of a person with a login is not given by staff', async () => {
    const clerk = await createPerson(portal, { role: 'admin' });
    const { error } = await clerk.client.rpc('record_spoken_consent', {
      client_id: maria.id,
      wording: WORDING,
    });
    expect(error?.code).toBe('42501');
  });
});

describe('a text that comes in', () => {
  test('STOP ends texts, and is confirmed once; START begins them again', async () => {
    await agree();
    expect((await inbound('Stop')).status).toBe(200);
    await inbound('STOP');
    expect(await write()).toBeNull();
    expect(await kinds()).toEqual(['stopped']);
    const [confirmed = ''] = await textsUpTo(1);
    expect(confirmed).toContain('you get no more texts from us');
    // Agreeing again on the page is not enough: carriers ask for START.
    await agree();
    expect(await write()).toBeNull();
    await inbound('START');
    expect(await kinds()).toEqual(['stopped', 'started']);
    expect(await write()).not.toBeNull();
  });

  test('START promises nothing to a number without a consent', async () => {
    await inbound('STOP');
    await inbound('START');
    expect(await kinds()).toEqual(['stopped', 'help']);
    expect(await write()).toBeNull();
  });

  test('is not taken again, however late: an old START doesn’t undo a later STOP', async () => {
    await agree();
    await inbound('STOP');
    await inbound('START', basic(SECRET), `SM${number}`);
    await inbound('STOP');
    await portal.database.query(`update nutmeg.received_texts set at = now() - interval '1 year'`);
    await inbound('START', basic(SECRET), `SM${number}`);
    expect(await write()).toBeNull();
    // Without an id, it may be an old one.
    await inbound('START', basic(SECRET), '');
    expect(await write()).toBeNull();
  });

  test('STOP is obeyed without an id, too', async () => {
    await agree();
    await inbound('STOP', basic(SECRET), '');
    expect(await write()).toBeNull();
  });

  test('HELP is answered with the office’s name and phone', async () => {
    await inbound('help');
    const [text = ''] = await textsUpTo(1);
    expect(text).toMatch(/: call us at \(\d{3}\) \d{3}-\d{4} for help\./);
  });

  test('that is repeated by the gateway is taken once', async () => {
    await inbound('HELP', basic(SECRET), `SM${number}`);
    await inbound('HELP', basic(SECRET), `SM${number}`);
    expect(await kinds()).toEqual(['help']);
  });

  test('is never answered without end', async () => {
    for (let i = 0; i < 6; i++) await inbound('HELP');
    expect(await kinds()).toHaveLength(3);
  });

  test('is taken with the signature of the gateway, which is over the address and all fields', async () => {
    await agree();
    const fields = { Body: 'STOP', From: number, MessageSid: `SM${number}` };
    const signed = Object.entries(fields).flat().join('');
    const signature = createHmac('sha1', SECRET)
      .update(`${SITE_URL}/texts/v1/inbound${signed}`)
      .digest('base64');
    const post = async (sent: Record<string, string>) =>
      (
        await fetch(`${portal.url}/texts/v1/inbound`, {
          method: 'POST',
          headers: { 'x-twilio-signature': signature },
          body: new URLSearchParams(sent),
        })
      ).status;
    expect(await post({ ...fields, From: '+12035550100' })).toBe(403);
    expect(await post({ ...fields, More: '1' })).toBe(403);
    expect(await kinds()).toEqual([]);
    expect(await post(fields)).toBe(200);
    expect(await kinds()).toEqual(['stopped']);
  });

  test('without the secret, too long, or not a form, is refused and changes nothing', async () => {
    await agree();
    expect((await inbound('STOP', basic('another secret'))).status).toBe(403);
    expect((await inbound('STOP', basic(''))).status).toBe(403);
    expect((await inbound('STOP', null)).status).toBe(403);
    expect((await inbound(`STOP ${' '.repeat(20_000)}`)).status).toBe(413);
    // Without a declared length.
    const chunked = await fetch(`${portal.url}/texts/v1/inbound`, {
      method: 'POST',
      headers: { authorization: basic(SECRET), 'content-type': 'application/x-www-form-urlencoded' },
      body: new Blob([`From=${encodeURIComponent(number)}&Body=STOP&`.repeat(1_000)]).stream(),
      duplex: 'half',
    } as RequestInit);
    expect(chunked.status).toBe(413);
    const { status } = await fetch(`${portal.url}/texts/v1/inbound`, {
      method: 'POST',
      headers: { authorization: basic(SECRET), 'content-type': 'application/json' },
      body: JSON.stringify({ From: number, Body: 'STOP' }),
    });
    expect(status).toBe(415);
    expect(await write()).not.toBeNull();
  });
});

describe('a text of a client', () => {
  const thread = async (clientId = maria.id) => (await threadPage(clerk, clientId)) as object[];
  let clerk: Person;
  beforeAll(async () => {
    clerk = await createPerson(portal, { role: 'admin' });
  });

  test('joins the conversation once, and waits for a reply', async () => {
    await agree();
    await inbound('Is my W-2 enough?\0', basic(SECRET), `SM${number}`);
    await inbound('Is my W-2 enough?', basic(SECRET), `SM${number}`);
    expect(await thread()).toMatchObject([
      { side: 'client', origin: 'text', body: 'Is my W-2 enough?', author_id: maria.id, is_guess: false },
    ]);
    expect((await threadPage(maria, maria.id)) as object[]).toHaveLength(1);
    expect(await officeOf(clerk).waiting(maria)).toMatchObject([{ messages: 1 }]);
    expect(await kinds()).toEqual([]);
  });

  test.each(['STOP', 'HELP', 'Ayuda', 'start'])('%s is a command, and no message', async (word) => {
    await agree();
    await inbound(word);
    expect(await thread()).toEqual([]);
  });

  test.each([
    ['without an id', () => inbound('Hello', basic(SECRET), '')],
    ['that is not signed', () => inbound('Hello', basic('another secret'))],
    [
      'of a person who has ended texts',
      async () => {
        await maria.client.rpc('end_texts').throwOnError();
        await inbound('Hello');
      },
    ],
  ])('%s is no message', async (_which, send) => {
    await agree();
    await send();
    expect(await thread()).toEqual([]);
  });

  test('with a picture joins without it, and the person hears that', async () => {
    await agree();
    await inbound('My W-2', basic(SECRET), randomUUID(), { NumMedia: '1' });
    await inbound('', basic(SECRET), randomUUID(), { NumMedia: '1' });
    expect(await thread()).toMatchObject([{ body: 'My W-2' }]);
    expect(await kinds()).toEqual(['no_picture', 'no_picture']);
  });
});

describe('the hours of texts', () => {
  const waiting = async () =>
    (
      await portal.database.query<{ hour: number; is_later: boolean; minutes_left: number }>(
        `select extract(hour from next_attempt_at at time zone $2)::int as hour, next_attempt_at > now() as is_later,
           extract(epoch from expires_at - next_attempt_at)::int / 60 as minutes_left
         from nutmeg.texts where number = $1 and kind = 'reminder' and status = 'pending'`,
        [number, nightZone],
      )
    ).at(0);
  /** What a worker would take now. */
  const claimed = async () =>
    (
      await portal.database.query<{ kind: string }>(
        `select kind from nutmeg.claim_texts(50, interval '1 minute', 5, true) where number = $1`,
        [number],
      )
    ).map(({ kind }) => kind);

  test('are by day where the person is; answers go out at once', async () => {
    await agree();
    await beWhereItIs(nightZone);
    expect(await write()).not.toBeNull();
    expect(await waiting()).toEqual({ hour: 8, is_later: true, minutes_left: 480 });
    // One that failed in the evening is due again at night, and would expire in it.
    await portal.database.query(
      `update nutmeg.texts set next_attempt_at = now(), expires_at = now() + interval '1 hour' where number = $1`,
      [number],
    );
    expect(await claimed()).toEqual([]);
    expect(await waiting()).toEqual({ hour: 8, is_later: true, minutes_left: 60 });
    await inbound('HELP');
    const [text = ''] = await textsUpTo(1);
    expect(text).toContain('for help.');
    await beWhereItIs(noonZone);
    await portal.database.query('update nutmeg.texts set next_attempt_at = now() where number = $1', [
      number,
    ]);
    expect(await claimed()).toEqual(['reminder']);
    // Another worker doesn't get it for the next minute.
    expect(await claimed()).toEqual([]);
  });

  test('allow one reminder a day, and always what the person waits for', async () => {
    await agree();
    expect(await write()).not.toBeNull();
    await textsUpTo(1);
    expect(await write()).toBeNull();
    await portal.database.query(`select nutmeg.write_text($1, 'appointment_reminder', '{}', 'en')`, [number]);
    expect(await kinds()).toEqual(['reminder', 'appointment_reminder']);
    await portal.database.query(
      `update nutmeg.texts set expires_at = expires_at - interval '19 hours' where number = $1`,
      [number],
    );
    expect(await write()).toBeNull();
    await portal.database.query(
      `update nutmeg.texts set expires_at = expires_at - interval '2 hours' where number = $1`,
      [number],
    );
    const ids = await Promise.all([write(), write(), write()]);
    expect(ids.filter((id) => id !== null)).toHaveLength(1);
  });
});

test('an invitation is texted to a client who told the office that texts are fine', async () => {
  const clerk = await createPerson(portal, { role: 'admin' });
  const id = crypto.randomUUID();
  await clerk.client
    .rpc('save_client', { client_id: id, kind: 'person', first_name: 'Walk', last_name: 'In', phone: number })
    .throwOnError();
  await clerk.client.rpc('record_spoken_consent', { client_id: id, wording: WORDING }).throwOnError();
  await beWhereItIs(noonZone, id);
  const { data: code } = await clerk.client
    .rpc('invite_to_client', {
      invitation_id: crypto.randomUUID(),
      client_id: id,
      relation: 'self',
      rights: ['see', 'upload', 'answer', 'sign', 'manage'],
      person_name: 'Walk In',
      question: 'zip',
      answer: '06510',
    })
    .throwOnError();
  await portal.database.query(`update public.user_profiles set phone = '' where user_id = $1`, [maria.id]);
  const [text = ''] = await textsUpTo(1);
  expect(text).toContain(`/join#${code}`);
  const facts = await eventually(async () =>
    (
      await portal.database.query<{ facts: object }>(
        `select facts from nutmeg.texts where number = $1 and status = 'sent'`,
        [number],
      )
    ).at(0),
  );
  expect(facts).toEqual({ facts: {} });
});

describe('the link that pauses reminders', () => {
  const pause = async (ticket: string, how = 'week') =>
    (
      await fetch(`${portal.url}/functions/v1/pause-reminders`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ticket, how }),
      })
    ).status;
  const isPaused = async () =>
    (
      await maria.client
        .rpc('reminder_choice', { client_id: maria.id })
        .single<{ is_paused: boolean }>()
        .throwOnError()
    ).data.is_paused;

  test('pauses with the ticket of a mail, and with nothing else', async () => {
    await portal.database.query('select nutmeg.write_letter($1, $2, $3)', [
      maria.email,
      'reminder',
      JSON.stringify({ client_id: maria.id, groups: [{ source: 'documents', year: 2026, count: 1 }] }),
    ]);
    const { text = '' } = await portal.mailTo(maria.email);
    const ticket = /\/pause-reminders#(\S+)/.exec(text)?.[1] ?? '';
    expect(await pause(`${ticket.slice(0, -3)}AAA`)).toBe(404);
    expect(await pause(ticket, 'none')).toBe(404);
    expect(await isPaused()).toBe(false);
    expect(await pause(ticket, 'always')).toBe(200);
    expect(await isPaused()).toBe(true);
  });
});
