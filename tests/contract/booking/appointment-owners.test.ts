import { randomUUID } from 'node:crypto';
import { createClient } from '@supabase/supabase-js';
import { beforeAll, expect, test } from 'vitest';
import { CAPTCHA_PASS_HEADER } from '#contract/captcha.ts';
import { signedPass } from '#tests/support/captcha.ts';
import { type Client, createPerson, type Person } from '#tests/support/people.ts';
import { PUBLISHABLE_KEY, portalForFile } from '#tests/support/server/portal.ts';
import { calendarAt } from '../support/calendar.ts';

/** An address in the form does not make its owner the owner of the appointment. */
const portal = portalForFile('visitors');
let calendar: ReturnType<typeof calendarAt>;
let times: string[];
beforeAll(async () => {
  calendar = calendarAt(portal.url);
  times = await calendar.times();
});

const TEXT = 'Your refund is ready: call 900-555-0100';

/** As a visitor, or with a user's token. */
async function write({ email }: Pick<Person, 'email'>, signedIn?: Client): Promise<string> {
  const pass = await signedPass('appointment');
  const token = (await signedIn?.auth.getSession())?.data.session?.access_token ?? PUBLISHABLE_KEY;
  const client = createClient(portal.url, PUBLISHABLE_KEY, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { headers: { [CAPTCHA_PASS_HEADER]: pass, authorization: `Bearer ${token}` } },
  });
  const { data, error } = await client
    .from('appointments')
    .insert({ name: 'Rosa', email, phone: '+12035550188', message: TEXT })
    .select('id')
    .single();
  if (error) throw error;
  return data.id;
}

const seenBy = async (client: Client) =>
  ((await client.from('appointments').select('id')).data ?? []).map(({ id }) => id);

test('an appointment by a visitor with a client’s address does not belong to the client', async () => {
  const [owner, staff] = [await createPerson(portal), await createPerson(portal, { role: 'admin' })];
  const id = await write(owner);
  expect(await seenBy(owner.client)).toEqual([]);
  expect(await seenBy(staff.client)).toContain(id);
});

test('an appointment by a signed-in user belongs to them, with any address', async () => {
  const [owner, other] = [await createPerson(portal), await createPerson(portal)];
  const id = await write({ email: other.email }, owner.client);
  expect(await seenBy(owner.client)).toEqual([id]);
  expect(await seenBy(other.client)).toEqual([]);
});

test('users can’t set another owner or confirm an address themselves', async () => {
  const owner = await createPerson(portal);
  const id = await write(owner);
  for (const values of [{ user_id: owner.id }, { email_proven_at: new Date().toISOString() }]) {
    const { error } = await owner.client.from('appointments').update(values).eq('id', id);
    expect(error?.code).toBe('42501');
  }
  const { error } = await owner.client.rpc('prove_appointment_email', { appointment_id: id });
  expect(error?.code).toBe('PGRST202');
});

test('a press with the ticket in the mail confirms the address; opening it does not, nor the one in the response', async () => {
  const owner = await createPerson(portal);
  const request = { start: times.pop() ?? '', email: owner.email };
  const booked = await calendar.book(request, await signedPass('appointment'));
  const { id, ticket } = booked.body;
  const open = (given: string) => calendar.change({ ticket: given });
  const press = (given: string) => calendar.change({ ticket: given, act: 'keep' });
  expect((await open(ticket)).status).toBe(200);
  expect((await press(ticket)).status).toBe(200);
  expect(await seenBy(owner.client)).toEqual([]);
  const mail = await portal.mailTo(
    owner.email,
    ({ subject }) => subject?.startsWith('Your appointment') === true,
  );
  const mailed = /#ticket=(\S+)$/m.exec(mail.text ?? '')?.[1] ?? '';
  expect((await open(mailed)).status).toBe(200);
  expect(await seenBy(owner.client)).toEqual([]);
  expect(await press(mailed)).toMatchObject({ status: 200, body: { id, start: booked.body.start } });
  expect(await seenBy(owner.client)).toEqual([id]);
});

test('an appointment booked by staff for a client belongs to the client', async () => {
  const [owner, staff] = [await createPerson(portal), await createPerson(portal, { role: 'admin' })];
  const { data, error } = await staff.client.rpc('add_appointment', {
    client_name: 'Rosa',
    client_phone: '+12035550188',
    new_start: times.pop() ?? '',
    client_email: owner.email.toUpperCase(),
  });
  expect(error).toBeNull();
  expect(await seenBy(owner.client)).toEqual([data?.id]);
});

test('an appointment whose answer was lost is not booked again', async () => {
  const staff = await createPerson(portal, { role: 'admin' });
  const caller = {
    client_name: 'Rosa',
    client_phone: '+12035550188',
    new_start: times.pop() ?? '',
    appointment_id: randomUUID(),
  };
  const book = (more: object = {}) => staff.client.rpc('add_appointment', { ...caller, ...more });
  const { data } = await book().throwOnError();
  expect(data).toMatchObject({ id: caller.appointment_id });
  expect((await book().throwOnError()).data).toEqual(data);
  expect((await book({ new_start: times.pop() ?? '' })).error?.code).toBe('23505');
});

test('an appointment for one of several with an address belongs to the one who logs in with it', async () => {
  const [owner, staff] = [await createPerson(portal), await createPerson(portal, { role: 'admin' })];
  for (const first_name of ['Ben', 'Lia']) {
    const child = {
      client_id: randomUUID(),
      kind: 'person',
      first_name,
      last_name: 'Diaz',
      email: owner.email,
    };
    await staff.client.rpc('save_client', child).throwOnError();
  }
  const book = (client_email: string) =>
    staff.client
      .rpc('add_appointment', {
        client_name: 'Ben',
        client_phone: '+12035550188',
        new_start: times.pop() ?? '',
        client_email,
      })
      .throwOnError();
  const { data } = await book(owner.email);
  expect(data).toMatchObject({ user_id: owner.id, email: owner.email });
  const asWritten = ` ${owner.email.toUpperCase()}`;
  const profiles = await staff.client.rpc('profiles_of_addresses', { addresses: [asWritten, '', 'no@one'] });
  expect(profiles.data).toEqual([{ address: asWritten, user_id: owner.id, language: 'en' }]);
  // Clients without an address share nothing.
  const walkIn = { client_id: randomUUID(), kind: 'person', first_name: 'Eva', last_name: 'Ruiz' };
  await staff.client.rpc('save_client', walkIn).throwOnError();
  expect((await book(' ')).data).toMatchObject({ user_id: null, email: null });
});

test('realtime does not send a visitor’s text to a client', async () => {
  const owner = await createPerson(portal);
  const heard: string[] = [];
  await new Promise<void>((resolve, reject) => {
    owner.client
      .channel('own')
      .on('postgres_changes', { event: '*', schema: 'public', table: 'appointments' }, ({ new: row }) => {
        heard.push((row as { id: string }).id);
      })
      .subscribe((status, error) => {
        if (status === 'SUBSCRIBED') resolve();
        else if (error) reject(error);
      });
  });
  await write(owner);
  const own = await write(owner, owner.client);
  // Changes arrive in order, so the visitor's would have arrived first.
  await expect.poll(() => heard, { timeout: 15_000 }).toEqual([own]);
  await owner.client.removeAllChannels();
});
