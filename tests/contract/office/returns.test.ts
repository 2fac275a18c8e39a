import { beforeAll, describe, expect, test } from 'vitest';
import { nextStatuses, returnStatuses } from '#domain/returns/tax-return.ts';
import { hurryMails } from '#tests/support/hurry-mails.ts';
import { createPerson, type Person } from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';

const portal = portalForFile();
let admin: Person;
beforeAll(async () => {
  admin = await createPerson(portal, { role: 'admin' });
});

interface Return {
  id: string;
  status: string;
  document_sha256: string | null;
  approved_at: string | null;
  approved_name: string | null;
  approved_address: string | null;
  approved_sha256: string | null;
}

interface Case {
  client: Person;
  id: string;
  documentId: string;
  sha256: string;
}

async function open(): Promise<Case> {
  const client = await createPerson(portal);
  const key = `${client.id}/Return 2025.pdf`;
  const { error } = await admin.client.storage
    .from('user-documents')
    .upload(key, new Blob([pdf('one')], { type: 'application/pdf' }));
  expect(error).toBeNull();
  const { data: file } = await admin.client
    .from('file_uploads')
    .select('id, sha256')
    .eq('file_path', key)
    .single();
  const { data } = await admin.client.rpc('start_return', {
    client_id: client.id,
    return_year: 2025,
    return_kind: 'personal',
  });
  return { client, id: data.id, documentId: file?.id, sha256: file?.sha256 };
}

const pdf = (text: string) => `%PDF-1.4\n% ${text}\ntrailer<<>>\nstartxref\n0\n%%EOF\n`;

async function step({ id, documentId }: Case, to: string, note?: string): Promise<Return> {
  const { data, error } = await admin.client.rpc('step_return', {
    return_id: id,
    new_status: to,
    ...(note && { note }),
    ...(to === 'ready_for_review' && { review_document_id: documentId }),
  });
  if (error) throw new Error(error.message);
  return data;
}

const approve = ({ client, id, sha256 }: Case) =>
  client.client.rpc('approve_return', { return_id: id, signature: ' Maria Lopez ', seen_sha256: sha256 });

describe('a return', () => {
  test('goes through all steps, each recorded and mailed', async () => {
    const one = await open();
    const { email } = one.client;
    const subjectOf = async (subject: string) => {
      await hurryMails(portal, email);
      return portal.mailTo(email, (mail) => mail.subject === subject);
    };
    await step(one, 'documents_received');
    await subjectOf('We have your documents');
    await step(one, 'in_preparation');
    await step(one, 'waiting_for_documents', 'Please send the 1099 of your second bank.');
    expect((await subjectOf('We need something else for your return')).text).toContain(
      '1099 of your second bank',
    );
    await step(one, 'in_preparation');
    expect(await step(one, 'ready_for_review')).toMatchObject({ document_sha256: one.sha256 });
    await subjectOf('Your return is ready');

    const { data: approved, error } = await approve(one);
    expect(error).toBeNull();
    expect(approved).toMatchObject({
      status: 'approved',
      approved_name: 'Maria Lopez',
      approved_address: '127.0.0.1',
      approved_sha256: one.sha256,
    });
    await subjectOf('Thank you for approving your return');
    const notice = await portal.mailTo('office@nutmegtax.example', (mail) =>
      (mail.text ?? '').includes(one.client.id),
    );
    expect(notice.subject).toBe('Return 2025 approved: Maria Lopez');

    await step(one, 'payment_due');
    await expect(step(one, 'e_filed')).rejects.toThrow('The fee has not been paid yet');
    expect((await admin.client.rpc('record_return_payment', { return_id: one.id })).error).toBeNull();
    await step(one, 'e_filed');
    await step(one, 'accepted');
    const accepted = await subjectOf('Your return was accepted');
    expect(accepted.text).toContain('Hello Maria,');
    expect(accepted.text).toContain('personal return for 2025');
    expect(accepted.text).toContain(`/account/returns/${one.id}`);

    const { data: events } = await one.client.client
      .from('tax_return_events')
      .select('kind, from_status, to_status, actor_role')
      .eq('return_id', one.id)
      .order('id');
    expect(events?.map(({ kind, to_status, actor_role }) => [kind, to_status, actor_role])).toEqual([
      ['status', 'not_started', 'admin'],
      ['status', 'documents_received', 'admin'],
      ['status', 'in_preparation', 'admin'],
      ['status', 'waiting_for_documents', 'admin'],
      ['status', 'in_preparation', 'admin'],
      ['status', 'ready_for_review', 'admin'],
      ['status', 'approved', 'client'],
      ['status', 'payment_due', 'admin'],
      ['paid', null, 'admin'],
      ['status', 'e_filed', 'admin'],
      ['status', 'accepted', 'admin'],
    ]);
  });

  test('exists once per year and kind', async () => {
    const one = await open();
    const again = { client_id: one.client.id, return_year: 2025, return_kind: 'personal' };
    expect((await admin.client.rpc('start_return', again)).data.id).toBe(one.id);
    const { data } = await one.client.client.from('tax_return_events').select('id').eq('return_id', one.id);
    expect(data).toHaveLength(1);
  });

  test('loses its approval when it goes back to preparation', async () => {
    const one = await open();
    await step(one, 'in_preparation');
    await step(one, 'ready_for_review');
    await approve(one);
    expect(await step(one, 'in_preparation')).toMatchObject({
      approved_at: null,
      approved_name: null,
      approved_address: null,
      approved_sha256: null,
      document_sha256: null,
    });
  });

  test('can’t be filed with another file than approved, or approved unseen', async () => {
    const one = await open();
    await step(one, 'in_preparation');
    await step(one, 'ready_for_review');
    await approve(one);
    await step(one, 'payment_due');
    await admin.client.rpc('record_return_payment', { return_id: one.id });
    const key = `${one.client.id}/Return 2025.pdf`;
    const replaced = await admin.client.storage
      .from('user-documents')
      .update(key, new Blob([pdf('another')], { type: 'application/pdf' }));
    expect(replaced.error).toBeNull();
    await expect(step(one, 'e_filed')).rejects.toThrow('This isn’t the file the client approved');
    await step(one, 'in_preparation');
    await step(one, 'ready_for_review');
    expect((await approve(one)).error?.message).toContain('The file has changed since you opened it');
  });

  test('stays where it is for someone who has seen an older step, also where the step is allowed again', async () => {
    const one = await open();
    await step(one, 'waiting_for_documents');
    await step(one, 'in_preparation');
    const late = (seen_status: string) =>
      admin.client.rpc('step_return', {
        return_id: one.id,
        new_status: 'waiting_for_documents',
        seen_status,
      });
    expect((await late('not_started')).error).toMatchObject({ code: '23514', details: 'return_moved' });
    expect((await late('in_preparation')).data).toMatchObject({ status: 'waiting_for_documents' });
  });

  test('moves one step for concurrent requests', async () => {
    const one = await open();
    await step(one, 'in_preparation');
    const outcomes = await Promise.allSettled([
      step(one, 'waiting_for_documents'),
      step(one, 'ready_for_review'),
      step(one, 'waiting_for_documents'),
    ]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

test('has the same steps in the database and the domain', async () => {
  const rows = await portal.database.query<{ from_status: string; to_status: string; taken_by: string }>(
    'select from_status, to_status, taken_by from nutmeg.return_steps',
  );
  const told = returnStatuses.flatMap((from) =>
    (['staff', 'client'] as const).flatMap((by) => nextStatuses(from, by).map((to) => `${from} ${to} ${by}`)),
  );
  expect(rows.map((row) => `${row.from_status} ${row.to_status} ${row.taken_by}`).sort()).toEqual(
    told.sort(),
  );
});
