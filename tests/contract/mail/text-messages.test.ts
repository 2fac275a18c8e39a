import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { noonZone } from '#tests/support/noon-zone.ts';
import { createPerson, type Person } from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';
import { eventually } from '#tests/support/waiting.ts';
import { markRead, officeOf, threadPage } from '../support/conversation.ts';

const WORDING = 'I agree to get automated texts from this office. Reply STOP to end.';

const portal = portalForFile();
let clerk: Person;
let office: ReturnType<typeof officeOf>;
let maria: Person;
let number: string;
let last = 1000;

beforeAll(async () => {
  clerk = await createPerson(portal, { role: 'admin' });
  office = officeOf(clerk);
});
beforeEach(async () => {
  maria = await createPerson(portal);
  number = `+1475555${++last}`;
  await portal.database.query('update public.user_profiles set phone = $2 where user_id = $1', [
    maria.id,
    number,
  ]);
  await portal.database.query(
    'insert into auth.sessions (user_id, time_zone, refreshed_at) values ($1, $2, now())',
    [maria.id, noonZone],
  );
});

const agree = (more: object = {}) =>
  maria.client.rpc('agree_to_texts', { wording: WORDING, ...more }).throwOnError();
/** As the server does for a text that a gateway hands over. */
const receive = (body: string, keyword: string | null = null) =>
  portal.database.query('select nutmeg.receive_text($1, $2, $3, $4, false)', [
    randomUUID(),
    number,
    keyword,
    body,
  ]);
const textsUpTo = (count: number) =>
  eventually(async () => {
    const folder = join(portal.dataDir, 'outbox');
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.txt'));
    const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
    const own = texts.filter((text) => text.startsWith(`To: ${number}\n`));
    return own.length === count && own;
  });

describe('a text of a client', () => {
  const thread = async (clientId = maria.id) => (await threadPage(clerk, clientId)) as object[];

  test('of several clients joins the latest conversation, which says so', async () => {
    await agree();
    const others = await Promise.all([1, 2].map(() => createPerson(portal)));
    for (const { id } of others) {
      await portal.database.query(
        `insert into public.client_members (client_id, user_id, relation, rights)
         values ($1, $2, 'helper', array['see', 'answer'])`,
        [id, maria.id],
      );
    }
    const latest = others[1]?.id ?? '';
    await office.toClient(maria, 'Hello').throwOnError();
    await office.toClient({ id: latest }, 'Hello').throwOnError();
    await receive('Thanks');
    expect(await thread(latest)).toMatchObject([{ body: 'Thanks', is_guess: true }, { body: 'Hello' }]);
    expect(await thread()).toHaveLength(1);
  });

  test('no longer joins after many in an hour', async () => {
    await agree();
    await portal.database.query(
      `select nutmeg.take_token(sha256(convert_to('nutmeg.texted ' || $1, 'UTF8')), 60, 3600)
       from generate_series(1, 60)`,
      [number],
    );
    await receive('One more');
    expect(await thread()).toEqual([]);
    const answers = await portal.database.query('select kind from nutmeg.texts where number = $1', [number]);
    expect(answers).toEqual([{ kind: 'unread' }]);
  });
});

describe('a text that there is a message', () => {
  const queued = () =>
    portal.database.query<{ status: string; minutes: number }>(
      `select status, round(extract(epoch from next_attempt_at - created_at) / 60)::int as minutes
       from nutmeg.texts where number = $1 and kind = 'message'`,
      [number],
    );
  const due = () =>
    portal.database.query(`update nutmeg.texts set next_attempt_at = now() where number = $1`, [number]);

  test('is for those who agreed to that, once a day, and says no more', async () => {
    await agree();
    await office.toClient(maria, 'Which bank?').throwOnError();
    expect(await queued()).toEqual([]);
    await agree({ covers_messages: true });
    const { data: choice } = await maria.client.rpc('my_texts').single().throwOnError();
    expect(choice).toMatchObject({ number, covers_messages: true });
    await portal.database.query('delete from nutmeg.thread_mails where client_id = $1', [maria.id]);
    await office.toClient(maria, 'Your refund is $1,200').throwOnError();
    await portal.database.query('delete from nutmeg.thread_mails where client_id = $1', [maria.id]);
    await office.toClient(maria, 'Hello?').throwOnError();
    expect(await queued()).toEqual([{ status: 'pending', minutes: 2 }]);
    await due();
    await portal.database.query('notify texts');
    const [text = ''] = await textsUpTo(1);
    expect(text).toMatch(/: you have a new message\. http\S+\/account\/messages Reply STOP/);
    expect(text).not.toContain('1,200');
  });

  test('is not sent if the client reads it before, or sends STOP', async () => {
    await agree({ covers_messages: true });
    await office.toClient(maria, 'Which bank?').throwOnError();
    await markRead(maria, maria.id);
    expect(await queued()).toEqual([{ status: 'dropped', minutes: 2 }]);
    await office.toClient(maria, 'Which one?').throwOnError();
    expect((await queued()).map(({ status }) => status)).toEqual(['dropped', 'pending']);
    await receive('', 'stop');
    expect((await queued()).map(({ status }) => status)).toEqual(['dropped', 'dropped']);
  });

  test('that a worker finds after STOP is dropped', async () => {
    await agree({ covers_messages: true });
    await office.toClient(maria, 'Which bank?').throwOnError();
    await portal.database.query('insert into nutmeg.text_stops (number) values ($1)', [number]);
    await due();
    const taken = await portal.database.query(
      `select from nutmeg.claim_texts(50, interval '1 minute', 5, true) where number = $1`,
      [number],
    );
    expect(taken).toEqual([]);
    expect(await queued()).toMatchObject([{ status: 'dropped' }]);
  });
});
