import { randomInt, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { signedPass } from '#tests/support/captcha.ts';
import { createPerson, PASSWORD, visitor } from '#tests/support/people.ts';
import { mergeClients, upload } from '../support/merges.ts';
import {
  bill,
  boss,
  client,
  confirm,
  deleteClient,
  documentAt,
  fillIn,
  goOn,
  helper,
  mark,
  portal,
  preview,
  query,
  request,
  second,
  setUpDeletions,
  sign,
  stateOf,
  tablesWith,
  withdraw,
} from './deletions.ts';

setUpDeletions();

describe('a client without anything that the law keeps', () => {
  test('is gone from the whole database, after a second super user agreed', async () => {
    await fillIn();
    await sign(await documentAt(`${mark}/W-2 ${mark}.txt`), 'sent', 'asked');
    const shown = await preview();
    expect(shown).toMatchObject({
      problems: [],
      needs_second: true,
      logins: [client.email],
      merged: [],
      deletes: {
        documents: 1,
        trashed: 1,
        forms: 1,
        drafts: 1,
        returns: 1,
        messages: 2,
        notes: 1,
        letters: 1,
        appointments: 2,
        signature_requests: 1,
        bills: 0,
      },
      kept: [],
      people: ['Maria Lopez'],
    });
    expect(await tablesWith(mark)).toContain('public.document_events');

    await request().throwOnError();
    expect((await request()).error).toMatchObject({ code: '23514', details: 'requested' });
    expect((await confirm(boss)).error).toMatchObject({ code: '42501', details: 'needs_second' });
    expect(await stateOf()).toMatchObject([{ requested_by: boss.id, requested_by_name: 'Dana Owner' }]);
    expect((await client.client.auth.getUser()).data.user?.id).toBe(client.id);

    await confirm().throwOnError();
    // The last letter.
    expect(await tablesWith(mark)).toEqual(['public.email_queue']);
    expect(
      await query(`select letter from public.email_queue where strpos(to_email, $1) > 0`, [mark]),
    ).toEqual([{ letter: 'client_deleted' }]);
    expect(await tablesWith(client.id)).toEqual([
      'nutmeg.client_deletions',
      'public.audit_log',
      'public.document_events',
    ]);
    expect((await helper.client.auth.getUser()).data.user?.id).toBe(helper.id);
  });

  test('has no login anymore, and can sign up again', async () => {
    await deleteClient();
    expect((await client.client.from('user_profiles').select('*')).error).toMatchObject({ code: 'PGRST301' });
    const again = visitor(portal);
    const login = await again.auth.signInWithPassword({
      email: client.email,
      password: PASSWORD,
      options: { captchaToken: await signedPass('login') },
    });
    expect(login.error).toMatchObject({ code: 'invalid_credentials' });
    const newcomer = await createPerson(portal, { email: client.email });
    await upload(newcomer, `${newcomer.id}/new.txt`);
  });

  test('is recorded by ids only', async () => {
    await deleteClient();
    const entries = await query(
      `select action, actor_id, details from public.audit_log
       where subject_id = $1 and action like 'client.delet%' order by id`,
      [client.id],
    );
    expect(entries).toEqual([
      { action: 'client.deletion_requested', actor_id: boss.id, details: {} },
      { action: 'client.deleted', actor_id: second.id, details: {} },
    ]);
  });

  test('goes with the clients that were merged into it', async () => {
    const other = await createPerson(portal, { data: { first_name: 'R.', last_name: mark } });
    await upload(other, `${other.id}/old ${mark}.txt`);
    await mergeClients(portal.url, boss.client, { source: other.id, target: client.id });
    expect((await request(boss, other.id)).error).toMatchObject({ details: 'archived' });
    await deleteClient();
    expect(await tablesWith(mark)).toEqual(['public.email_queue']);
    expect((await tablesWith(other.id)).filter((table) => !table.startsWith('public.'))).toEqual([
      'nutmeg.client_deletions',
    ]);
  });

  test('and a client whose deletion fails doesn’t stop that of others', async () => {
    const poison = await createPerson(portal, { data: { first_name: 'P', last_name: mark } });
    const many = (id: string) =>
      query(
        `insert into public.document_events (owner_id, actor_role, action, path)
         select $1::uuid, 'client', 'uploaded', $1::text || '/' || n from generate_series(1, 1500) as n`,
        [id],
      );
    await Promise.all([many(poison.id), many(client.id)]);
    // Before the request: the server's own worker begins as soon as the deletion is confirmed.
    await query(
      `create or replace function nutmeg.planted_refusal() returns trigger language plpgsql as $$
       begin raise exception 'planted'; end $$`,
    );
    await query(`create trigger planted before delete on public.user_profiles
      for each row when (old.user_id = '${poison.id}') execute function nutmeg.planted_refusal()`);
    try {
      for (const id of [poison.id, client.id]) {
        await request(boss, id).throwOnError();
        await confirm(second, id).throwOnError();
      }
      for (const id of [poison.id, client.id]) {
        await query('update nutmeg.client_deletions set tried_at = null where client_id = $1', [id]);
      }
      for (let times = 0; times < 20; times++) {
        const [due] = await query<{ id: string | null }>('select nutmeg.claim_client_deletion() as id');
        if (!due?.id) break;
        await query('select nutmeg.delete_part_of_client($1)', [due.id]).catch(() => undefined);
      }
      expect((await stateOf())[0]?.ended_at).not.toBeNull();
      expect((await stateOf(poison.id))[0]?.ended_at).toBeNull();
    } finally {
      await query('drop trigger planted on public.user_profiles');
      await query('drop function nutmeg.planted_refusal()');
      await query('update nutmeg.client_deletions set tried_at = null where client_id = $1', [poison.id]);
    }
  });

  test('goes in parts if there is much', async () => {
    await query(
      `insert into public.document_events (owner_id, actor_role, action, path)
       select $1::uuid, 'client', 'uploaded', $1::text || '/' || $2 || n from generate_series(1, 1500) as n`,
      [client.id, mark],
    );
    await deleteClient();
    // No one can log in meanwhile, or send more.
    expect((await client.client.from('user_profiles').select('*')).error ?? 'no row').toBeTruthy();
    await expect(upload(boss, `${client.id}/late.txt`)).rejects.toThrow();
    await goOn();
    expect(await tablesWith(mark)).toEqual(['public.email_queue']);
  });
});

/** Tables with a person or a client that a deletion doesn't name, and why. */
const NOT_NAMED = [
  // They go with a row of another table.
  'nutmeg.form_prints',
  'public.file_uploads',
  'public.tax_return_events',
  'public.thread_attachments',
  'public.used_documents',
  // Written anew when a profile or a return changes, and deleted with it.
  'nutmeg.client_search',
  'nutmeg.desk_clients',
  'nutmeg.desk_returns',
  // What the deletion keeps about a client removes it.
  'nutmeg.unserved_clients',
  // Those of staff.
  'nutmeg.invitations',
  'nutmeg.task_feeds',
  'public.saved_views',
  'public.staff_preferences',
  'storage.buckets',
  // A number that asked for no texts gets none, also from its next owner.
  'nutmeg.text_stops',
];

test('a deletion names each table that names a person or a client', async () => {
  const tables = await query<{ name: string }>(
    `select distinct format('%s.%s', c.table_schema, c.table_name) as name
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where t.table_type = 'BASE TABLE' and c.table_schema in ('public', 'auth', 'storage', 'nutmeg')
       and c.column_name in ('client_id', 'owner_id', 'user_id', 'recipient', 'to_email', 'email', 'number')`,
  );
  const [code] = await query<{ text: string }>(
    `select string_agg(p.prosrc, ' ') as text from pg_proc p
     where p.pronamespace = 'nutmeg'::regnamespace and p.proname in (
       'begin_client_deletion', 'end_login', 'delete_part_of_client', 'delete_signatures_and_books',
       'delete_documents_of_clients', 'delete_rows_of_clients'
     )`,
  );
  const names = new Set(code?.text.match(/\b(?:public|auth|storage|nutmeg)\.\w+/g));
  expect(
    tables
      .map(({ name }) => name)
      .filter((name) => !names.has(name))
      .toSorted(),
  ).toEqual(NOT_NAMED.toSorted());
});

describe('a request', () => {
  test('is for super users, and for clients', async () => {
    const clerk = await createPerson(portal, { role: 'admin' });
    for (const by of [clerk, client, helper]) {
      expect((await request(by)).error).toMatchObject({ code: '42501' });
      expect((await by.client.rpc('preview_client_deletion', { client_id: client.id })).error).toMatchObject({
        code: '42501',
      });
    }
    expect((await request(boss, clerk.id)).error).toMatchObject({ details: 'staff' });
    expect((await request(boss, randomUUID())).error).toMatchObject({ details: 'no_client' });
    expect((await confirm()).error).toMatchObject({ details: 'not_requested' });
  });

  test('is withdrawn or refused, and nothing is deleted', async () => {
    for (const by of [boss, second]) {
      await request().throwOnError();
      await withdraw(by).throwOnError();
      expect(await stateOf()).toEqual([]);
    }
  });

  test('is not the way around the second yes', async () => {
    const other = await createPerson(portal, { role: 'super' });
    await request(other).throwOnError();
    // A newcomer of the one who asked.
    const mate = await createPerson(portal, { role: 'admin' });
    await other.client.rpc('set_user_role', { target_user_id: mate.id, new_role: 'super' }).throwOnError();
    expect((await confirm(mate)).error).toMatchObject({ details: 'needs_second' });
    expect((await request(boss, helper.id, true)).error).toMatchObject({ details: 'supers_changed' });
    await confirm().throwOnError();
    expect((await withdraw(boss)).error).toMatchObject({ details: 'deleted' });
  });

  test('is refused while a file of someone else is in the client’s folder', async () => {
    const other = await createPerson(portal);
    await upload(client, `${client.id}/moved.txt`);
    await query(
      `insert into public.tax_returns (user_id, year, kind, status, document_id)
       values ($1, 2026, 'personal', 'e_filed', $2)`,
      [other.id, await documentAt('moved.txt')],
    );
    expect((await request()).error).toMatchObject({ details: 'foreign_file' });
  });

  test('waits for an appointment ahead, so that the client hears that it won’t take place', async () => {
    // A seat that no other test of this database has, since a seat is held once at a time.
    await query(
      `insert into public.appointments (user_id, name, phone, status, starts_at, ends_at, seat, chosen_at)
       values ($1, 'Maria', '1', 'confirmed', now() + interval '40 days', now() + interval '41 days', $2, now())`,
      [client.id, randomInt(1000, 2 ** 31)],
    );
    expect((await preview()).problems).toEqual(['appointment']);
    expect((await request()).error).toMatchObject({ details: 'appointment' });
    await query(`update public.appointments set status = 'cancelled' where user_id = $1`, [client.id]);
    expect((await preview()).problems).toEqual([]);
  });

  test('leaves an open bill that can still be paid, and adds none', async () => {
    await bill();
    await deleteClient();
    const [invoice] = await query<{ id: string }>('select id from public.invoices where client_id = $1', [
      client.id,
    ]);
    const money = {
      transaction_id: randomUUID(),
      client_id: client.id,
      amount_cents: 45_000,
      method: 'cash',
    };
    expect((await boss.client.rpc('record_payment', { ...money, invoice_id: invoice?.id })).error).toBeNull();
    const another = { invoice_id: randomUUID(), client_id: client.id, due_on: '2027-01-01' };
    const lines = [{ kind: 'other', description: 'Copy', quantity: 1, unit_cents: 100 }];
    expect((await boss.client.rpc('save_invoice', { ...another, lines })).error).toMatchObject({
      code: '42501',
    });
  });

  test.each([
    ['demoted', (id: string) => query('select public.change_role($1, $2, null)', [id, 'admin'])],
    [
      'deactivated',
      (id: string) => query(`update auth.users set banned_until = 'infinity' where id = $1`, [id]),
    ],
  ])('ends if who asked is %s', async (_title, leave) => {
    const leaver = await createPerson(portal, { role: 'super' });
    await request(leaver).throwOnError();
    const waiting = await boss.client.rpc('waiting_client_deletions').throwOnError();
    expect(waiting.data).toContainEqual(expect.objectContaining({ client_id: client.id }));
    await leave(leaver.id);
    expect((await confirm()).error).toMatchObject({ details: 'not_requested' });
  });

  test('keeps messages and mails of an address that another client has, too', async () => {
    const walkIn = randomUUID();
    const name = { kind: 'person', first_name: 'Ana', last_name: 'Delgado', email: client.email };
    await boss.client.rpc('save_client', { client_id: walkIn, ...name }).throwOnError();
    await query(
      `insert into public.contact_submissions (name, email, phone, subject, message) values ('Ana', $1, '', 'other', 'Hi')`,
      [client.email],
    );
    await deleteClient();
    expect(
      await query('select from public.contact_submissions where email = $1', [client.email]),
    ).toHaveLength(1);
  });
});
