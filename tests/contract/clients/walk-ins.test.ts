import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { officeDay } from '#domain/office-time/office-day.ts';
import { newClientForm } from '#tests/support/forms/tax-forms.ts';
import { createPerson, type Person, visitor } from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';
import { DOCUMENTS } from '../support/storage.ts';

const portal = portalForFile();
let clerk: Person;
let maria: Person;
const { year } = officeDay(new Date(), 'America/New_York');

beforeAll(async () => {
  clerk = await createPerson(portal, { role: 'admin' });
  maria = await createPerson(portal);
});

const pdf = '%PDF-1.4\ntrailer<<>>\nstartxref\n0\n%%EOF\n';
const walkIn = { kind: 'person', first_name: 'Rosa', last_name: 'Diaz' };

async function openClient(more: object = {}): Promise<string> {
  const client_id = randomUUID();
  await clerk.client.rpc('save_client', { client_id, ...walkIn, ...more }).throwOnError();
  return client_id;
}

const mailsTo = (address: string) =>
  portal.database.query('select letter from public.email_queue where to_email = $1', [address]);

describe('a client without a login', () => {
  test('is opened once, however often the request arrives', async () => {
    const client_id = randomUUID();
    const open = () => clerk.client.rpc('save_client', { client_id, ...walkIn });
    const answers = await Promise.all([open(), open(), open()]);
    expect(answers.map(({ error }) => error)).toEqual([null, null, null]);
    expect(await clerk.client.from('clients').select('name, kind').eq('id', client_id)).toMatchObject({
      data: [{ name: 'Rosa Diaz', kind: 'person' }],
    });
  });

  test('keeps what a correction doesn’t name', async () => {
    const contact = { email: `rosa-${randomUUID()}@example.com`, phone: '2035550100', language: 'es' };
    const client_id = await openClient({ kind: 'couple', ...contact });
    await clerk.client.rpc('save_client', { client_id, last_name: 'Díaz' }).throwOnError();
    await clerk.client.rpc('save_client', { client_id, phone: '' }).throwOnError();
    const { data } = await clerk.client.from('clients').select('name, kind').eq('id', client_id);
    expect(data).toEqual([{ name: 'Rosa Díaz', kind: 'couple' }]);
    const columns = 'first_name, last_name, email, phone, language';
    const profile = await clerk.client.from('user_profiles').select(columns).eq('user_id', client_id);
    expect(profile.data).toEqual([{ ...contact, first_name: 'Rosa', last_name: 'Díaz', phone: '' }]);
  });

  test('is in the list, and found by name', async () => {
    const id = await openClient({ kind: 'business', first_name: '', last_name: 'Zarzuela Foods LLC' });
    const found = await clerk.client.rpc('list_clients', { term: 'zarzuela' }, { get: true });
    expect(found.data).toMatchObject([
      { user_id: id, email: '', first_name: '', last_name: 'Zarzuela Foods LLC', role: 'client' },
    ]);
  });

  test('has documents, a draft, and a form, all from staff', async () => {
    const id = await openClient();
    const path = `${id}/${year}/w2.txt`;
    const files = clerk.client.storage.from(DOCUMENTS);
    expect((await files.upload(path, new Blob(['w2'], { type: 'text/plain' }))).error).toBeNull();
    const draft = { user_id: id, year, form_data: newClientForm, version: 1 };
    expect((await clerk.client.from('tax_form_drafts').insert(draft)).error).toBeNull();
    const kept = await clerk.client.from('tax_form_drafts').select('form_data').eq('user_id', id).single();
    expect(kept.data?.form_data).toMatchObject({ ssn: newClientForm.ssn });
    const form = { user_id: id, year, form_data: newClientForm };
    expect((await clerk.client.from('tax_forms').insert(form)).error).toBeNull();
    const again = await clerk.client.from('tax_forms').upsert(form).select('id, form_data').single();
    expect(again).toMatchObject({ error: null });
    expect(again.data?.form_data.ssn).not.toBe(newClientForm.ssn);
    // To correct it, staff say why.
    const reveal = (reason: string, by = clerk) =>
      by.client.rpc('reveal_tax_form', { form_id: again.data?.id, reason });
    expect((await reveal('To correct an address')).data).toMatchObject({ ssn: newClientForm.ssn });
    expect((await reveal(' ')).error).toMatchObject({ code: '23514' });
    expect((await reveal('Curious', maria)).error).toMatchObject({ code: '42501' });
    const [entry] = await portal.database.query<{ details: { fields: string[]; reason: string } }>(
      `select details from public.audit_log where action = 'tax_form.revealed' and subject_id = $1`,
      [id],
    );
    expect(entry?.details).toMatchObject({ reason: 'To correct an address' });
    expect(entry?.details.fields).toContain('dependents.1.ssn');
    expect(await (await files.download(path)).data?.text()).toBe('w2');
    // Other clients see nothing of it.
    expect((await maria.client.from('tax_forms').select('id').eq('user_id', id)).data).toEqual([]);
    expect((await maria.client.storage.from(DOCUMENTS).download(path)).error).not.toBeNull();
  });

  test('takes the steps of a return, and approves on paper', async () => {
    const id = await openClient();
    const staff = clerk.client;
    const path = `${id}/${year}/Final Returns/return.pdf`;
    await staff.storage.from(DOCUMENTS).upload(path, new Blob([pdf], { type: 'application/pdf' }));
    const { data: opened } = await staff
      .rpc('start_return', { client_id: id, return_year: year, return_kind: 'personal' })
      .throwOnError();
    const [document] = await portal.database.query<{ id: string }>(
      'select id from public.file_uploads where user_id = $1',
      [id],
    );
    const step = (new_status: string, more: object = {}) =>
      staff.rpc('step_return', { return_id: opened.id, new_status, ...more }).throwOnError();
    await step('in_preparation');
    const { data: ready } = await step('ready_for_review', { review_document_id: document?.id });
    const sign = (more: object = {}) =>
      staff.rpc('approve_on_paper', { return_id: opened.id, signature: 'Rosa Diaz', ...more });
    expect((await sign({ seen_sha256: '0'.repeat(64) })).error).toMatchObject({ details: 'file_changed' });
    const approved = await sign({ seen_sha256: ready.document_sha256 });
    expect(approved).toMatchObject({
      error: null,
      data: { status: 'approved', approved_name: 'Rosa Diaz', approved_address: null },
    });
    expect(await mailsTo('')).toEqual([]);
    expect((await sign()).error).toMatchObject({ code: '23514' });
  });

  test('gets letters only at an address', async () => {
    const silent = await openClient();
    const letter = (client_id: string) =>
      clerk.client.rpc('send_client_letter', { client_id, letter_template: 'message', staff_note: 'Hello' });
    expect((await letter(silent)).error).toMatchObject({ message: 'This client has no email address' });
    const address = `rosa-${silent}@example.com`;
    const reachable = await openClient({ email: ` ${address.toUpperCase()} ` });
    expect((await letter(reachable)).error).toBeNull();
    expect(await mailsTo(address)).toHaveLength(1);
  });

  test('can’t be logged in to, nor reset', async () => {
    const id = await openClient({ email: 'rosa.in@example.com' });
    await clerk.client.rpc('send_client_letter', {
      client_id: id,
      letter_template: 'message',
      staff_note: 'Hello',
    });
    const anyone = visitor(portal);
    for (const email of ['', 'rosa.in@example.com']) {
      const { error } = await anyone.auth.signInWithPassword({ email, password: '' });
      expect(error).not.toBeNull();
    }
    await anyone.auth.resetPasswordForEmail('rosa.in@example.com');
    const letters = await mailsTo('rosa.in@example.com');
    expect(letters).toEqual([{ letter: 'message' }]);
  });

  test('leaves a client with a login their own name and form', async () => {
    const renamed = await clerk.client.rpc('save_client', { client_id: maria.id, ...walkIn });
    expect(renamed.error).toMatchObject({ code: '23514' });
    const form = { user_id: maria.id, year, form_data: newClientForm };
    expect((await clerk.client.from('tax_forms').insert(form)).error).toMatchObject({ code: '42501' });
  });
});
