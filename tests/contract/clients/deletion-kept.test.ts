import { describe, expect, test } from 'vitest';
import { officeDay } from '#domain/office-time/office-day.ts';
import { newClientForm } from '#tests/support/forms/tax-forms.ts';
import { createPerson } from '#tests/support/people.ts';
import { mergeClients, upload } from '../support/merges.ts';
import {
  bill,
  boss,
  client,
  deleteClient,
  documentAt,
  fillIn,
  goOn,
  mark,
  portal,
  preview,
  query,
  setUpDeletions,
  sign,
  stateOf,
  tablesWith,
  year,
} from './deletions.ts';

setUpDeletions();

describe('a client with something that the law keeps', () => {
  const june = (from: Date) => {
    const day = officeDay(from, 'America/New_York');
    return `${day.year + (day.month > 6 ? 1 : 0) + 7}-06-30`;
  };

  test('loses everything else, and the rest when its time is over', async () => {
    await fillIn();
    const { id } = client;
    for (const name of ['return.txt', 'used.txt', 'listed.txt', 'letter.txt'])
      await upload(client, `${id}/${name}`);
    const [document, used, listed, letter] = await Promise.all(
      ['return.txt', 'used.txt', 'listed.txt', 'letter.txt'].map(documentAt),
    );
    await query(
      `with presented as (
         update public.tax_returns set status = 'ready_for_review', document_id = $2 where user_id = $1 returning id, year
       ), event as (
         insert into public.tax_return_events (return_id, user_id, kind, to_status)
         select id, $1, 'status', 'ready_for_review' from presented
       ), line as (
         insert into public.checklist_items (user_id, year, item, title)
         select $1, year, 'asked:y', 'W-2' from presented returning id
       )
       insert into public.checklist_documents (item_id, document_id, user_id) select id, $3, $1 from line`,
      [id, document, listed],
    );
    await query('insert into public.used_documents (id, user_id, used_by) values ($1, $2, $3)', [
      used,
      id,
      boss.id,
    ]);
    await sign(letter ?? '', 'completed', 'given');
    await bill();
    const until = june(new Date());
    const shown = await preview();
    expect(shown.kept.map(({ kind, rows, until: day }) => [kind, rows, day])).toEqual([
      ['return', 1, until],
      ['form', 1, until],
      ['document', 4, until],
      ['signature', 1, until],
      ['consent', 1, until],
      ['bills', 1, until],
    ]);
    expect(shown.deletes).toMatchObject({
      documents: 1,
      forms: 0,
      returns: 0,
      signature_requests: 0,
      bills: 0,
    });

    await deleteClient();
    expect(await tablesWith(mark)).toEqual([
      'nutmeg.client_search',
      'nutmeg.desk_clients',
      'public.clients',
      // What was done with the documents that stay.
      'public.document_events',
      'public.email_queue',
      'public.invoices',
      'public.signature_events',
      'public.signature_requests',
      'public.signers',
      'public.tax_consent_events',
      'public.tax_consents',
      'public.user_profiles',
    ]);
    expect(await tablesWith(client.email)).toEqual(['public.email_queue']);
    expect(await stateOf()).toMatchObject([{ kept_until: until }]);
    const { data: files } = await boss.client.from('file_uploads').select('file_name').eq('user_id', id);
    expect(files?.map(({ file_name }) => file_name).toSorted()).toEqual([
      'letter.txt',
      'listed.txt',
      'return.txt',
      'used.txt',
    ]);
    expect(
      await query(`select from public.user_profiles where user_id = $1 and email = '' and phone = ''`, [id]),
    ).toHaveLength(1);
    // It can be read, and nothing can be added.
    const name = { kind: 'person', first_name: 'R', last_name: 'D', email: client.email };
    for (const call of [
      boss.client.rpc('save_client', { client_id: id, ...name }),
      boss.client.rpc('archive_client', { client_id: id, archived: false }),
    ]) {
      expect((await call).error).toMatchObject({ code: '42501' });
    }
    await expect(upload(boss, `${id}/late.txt`)).rejects.toThrow();

    // Its last day is over.
    await query(`update public.tax_return_events set at = now() - interval '20 years' where user_id = $1`, [
      id,
    ]);
    await query(`update public.used_documents set used_at = now() - interval '20 years' where user_id = $1`, [
      id,
    ]);
    await query(
      `update public.signature_requests set created_at = now() - interval '20 years', ended_at = null where client_id = $1`,
      [id],
    );
    await query(`begin; set local nutmeg.deleting_client = 'on';
      update public.invoices set issued_at = now() - interval '20 years' where client_id = '${id}';
      update public.ledger_transactions set at = now() - interval '20 years' where client_id = '${id}';
      update public.tax_consents set answered_at = now() - interval '20 years', expires_at = now() - interval '20 years'
      where client_id = '${id}'; commit`);
    await query(`update nutmeg.client_deletions set next_look = current_date - 1 where client_id = $1`, [id]);
    await goOn();
    expect(await tablesWith(mark)).toEqual(['public.email_queue']);
    expect(await stateOf()).toMatchObject([{ kept_until: null }]);
    expect(await query('select * from nutmeg.ledger_problems()')).toEqual([]);
  });

  test('keeps the form of a year whose return stayed with a merged client', async () => {
    const other = await createPerson(portal, { data: { first_name: 'R.', last_name: 'D.' } });
    await other.client
      .from('tax_forms')
      .insert({ user_id: other.id, year, form_data: newClientForm })
      .throwOnError();
    for (const [id, status] of [
      [other.id, 'e_filed'],
      [client.id, 'not_started'],
    ]) {
      await query(
        `insert into public.tax_returns (user_id, year, kind, status) values ($1, $2, 'personal', $3)`,
        [id, year, status],
      );
    }
    await mergeClients(portal.url, boss.client, { source: other.id, target: client.id });
    expect((await preview()).kept.map(({ kind }) => kind)).toEqual(['return', 'form']);
    await deleteClient();
    expect(
      await query('select user_id from public.tax_forms where user_id = any ($1)', [[client.id, other.id]]),
    ).toEqual([{ user_id: client.id }]);
  });

  test.each([
    ['2027-03-10T15:00:00Z', '2034-06-30'],
    ['2027-07-01T03:59:59Z', '2034-06-30'],
    ['2027-07-01T04:00:00Z', '2035-06-30'],
    ['2027-12-31T23:00:00Z', '2035-06-30'],
  ])('what is from %s is kept until %s', async (at, until) => {
    const [row] = await query<{ until: string }>(
      `select nutmeg.law_keeps_until($1, 7, 'America/New_York')::text as until`,
      [at],
    );
    expect(row?.until).toBe(until);
  });
});
