import { randomUUID } from 'node:crypto';
import type { Email } from 'postal-mime';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { officeDay } from '#domain/office-time/office-day.ts';
import { createPerson, type Person } from '#tests/support/people.ts';
import { eventually, portalForFile } from '#tests/support/server/portal.ts';

const EVERYTHING = ['see', 'upload', 'answer', 'sign', 'manage'];
const { year } = officeDay(new Date(), 'America/New_York');

const portal = portalForFile();
let clerk: Person;
let maria: Person;
let john: Person;
let helper: Person;

beforeAll(async () => {
  clerk = await createPerson(portal, { role: 'super' });
});
beforeEach(async () => {
  [maria, john, helper] = await Promise.all([
    createPerson(portal, { data: { first_name: 'Maria' } }),
    createPerson(portal, { data: { first_name: 'John' } }),
    createPerson(portal),
  ]);
});

/** A client without a login and without an address. */
async function company(): Promise<string> {
  const client_id = randomUUID();
  const name = { kind: 'business', first_name: '', last_name: 'Bakery LLC' };
  await clerk.client.rpc('save_client', { client_id, ...name }).throwOnError();
  return client_id;
}

const join = (client_id: string, { id }: Person, relation: string, rights: string[], more: object = {}) =>
  clerk.client
    .rpc('save_client_member', { client_id, member_id: id, relation, rights, ...more })
    .throwOnError();
const write = (client_id: string) =>
  clerk.client.rpc('send_client_letter', { client_id, letter_template: 'form_reminder' });

const clientIn = ({ text }: Email): string | null => text?.match(/[?&]client=([\da-f-]+)/)?.[1] ?? null;

/** Who gets this letter, with the client whose page the links of all their mails open, if it is another one. */
async function readers(letter: string) {
  const queued = await portal.database.query<{ to_email: string; mails: number }>(
    `select to_email, (select count(*)::int from public.email_queue o where o.recipient = q.recipient) as mails
     from public.email_queue q where letter = $1 and to_email = any ($2) order by created_at, to_email`,
    [letter, [maria.email, john.email, helper.email]],
  );
  // From the mails: the facts in the queue go when a mail is sent.
  return Promise.all(
    queued.map(async ({ to_email, mails }) => {
      const own = await eventually(async () => {
        const all = await portal.mails();
        const sent = all.filter(({ to }) => to?.some(({ address }) => address === to_email));
        return sent.length >= mails && sent;
      });
      return [to_email, ...new Set(own.map(clientIn))];
    }),
  );
}

describe('a letter', () => {
  test('whose answer was lost is sent once', async () => {
    const client_id = await company();
    await join(client_id, maria, 'owner', EVERYTHING);
    const send = (letter_id: string) =>
      clerk.client
        .rpc('send_client_letter', { client_id, letter_template: 'message', staff_note: 'Hello', letter_id })
        .throwOnError();
    const [once, again] = [randomUUID(), randomUUID()];
    const { data } = await send(once);
    expect((await send(once)).data).toEqual(data);
    await send(again);
    const letters = await clerk.client
      .from('client_letters')
      .select('id')
      .eq('user_id', client_id)
      .order('sent_at');
    expect(letters.data).toEqual([{ id: once }, { id: again }]);
  });

  test('to a couple goes to both, each in their name', async () => {
    await join(maria.id, john, 'spouse', EVERYTHING);
    await join(maria.id, helper, 'helper', ['see', 'upload']);
    expect((await write(maria.id)).error).toBeNull();
    expect(await readers('form_reminder')).toEqual(
      expect.arrayContaining([
        [maria.email, null],
        [john.email, maria.id],
      ]),
    );
    expect(await readers('form_reminder')).toHaveLength(2);
    const mail = await portal.mailTo(john.email);
    expect(mail.text).toContain('John');
    expect(mail.text).toContain(`/account?client=${maria.id}`);
    expect((await portal.mailTo(maria.email)).text).not.toContain('?client=');
  });

  test('doesn’t go to a separated spouse, or to one who left', async () => {
    await join(maria.id, john, 'spouse', ['see'], { last_year: year - 1 });
    await join(maria.id, helper, 'owner', EVERYTHING);
    await clerk.client.rpc('end_client_member', { client_id: maria.id, member_id: helper.id }).throwOnError();
    await write(maria.id).throwOnError();
    expect(await readers('form_reminder')).toEqual([[maria.email, null]]);
  });

  test('to a company goes to its owner, who also gets a letter for each step of the return', async () => {
    const id = await company();
    expect((await write(id)).error).toMatchObject({ message: 'This client has no email address' });
    await join(id, john, 'owner', EVERYTHING);
    await join(id, helper, 'helper', ['see']);
    await write(id).throwOnError();
    expect(await readers('form_reminder')).toEqual([[john.email, id]]);
    await clerk.client
      .rpc('start_return', {
        client_id: id,
        return_year: year,
        return_kind: 'business',
        first_status: 'waiting_for_documents',
        email_client: true,
      })
      .throwOnError();
    expect(await readers('return_status')).toEqual([[john.email, id]]);
    await clerk.client
      .rpc('request_document', { client_id: id, list_year: year, item_title: 'Lease' })
      .throwOnError();
    expect(await readers('document_request')).toEqual([[john.email, id]]);
  });

  test('goes to a helper if no one else reads', async () => {
    const id = await company();
    await join(id, helper, 'helper', ['see']);
    await write(id).throwOnError();
    expect(await readers('form_reminder')).toEqual([[helper.email, id]]);
  });
});
