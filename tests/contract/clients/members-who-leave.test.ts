import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { officeDay } from '#domain/office-time/office-day.ts';
import { newClientForm } from '#tests/support/forms/tax-forms.ts';
import { createPerson, type Person } from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';
import { DOCUMENTS } from '../support/storage.ts';

const EVERYTHING = ['see', 'upload', 'answer', 'sign', 'manage'];
const PDF = '%PDF-1.4\ntrailer<<>>\nstartxref\n0\n%%EOF\n';
const { year } = officeDay(new Date(), 'America/New_York');

const portal = portalForFile('visitors');
let boss: Person;
let owner: Person;
let company: string;

beforeAll(async () => {
  boss = await createPerson(portal, { role: 'super' });
});
beforeEach(async () => {
  owner = await createPerson(portal);
  company = randomUUID();
  const name = { kind: 'business', first_name: '', last_name: 'Bakery LLC' };
  await boss.client.rpc('save_client', { client_id: company, ...name }).throwOnError();
  await boss.client
    .rpc('save_client_member', {
      client_id: company,
      member_id: owner.id,
      relation: 'owner',
      rights: EVERYTHING,
    })
    .throwOnError();
});

/** A return of the company that waits for approval. Returns its id. */
async function returnForReview(): Promise<string> {
  const path = `${company}/${year}/return.pdf`;
  const file = new Blob([PDF], { type: 'application/pdf' });
  const sent = await boss.client.storage.from(DOCUMENTS).upload(path, file);
  if (sent.error) throw sent.error;
  const { data: document } = await boss.client
    .from('file_uploads')
    .select('id')
    .eq('user_id', company)
    .single()
    .throwOnError();
  const { data: opened } = await boss.client
    .rpc('start_return', { client_id: company, return_year: year, return_kind: 'business' })
    .throwOnError();
  for (const step of [
    { new_status: 'in_preparation' },
    { new_status: 'ready_for_review', review_document_id: document.id },
  ]) {
    await boss.client.rpc('step_return', { return_id: opened.id, ...step }).throwOnError();
  }
  return opened.id;
}

const approveOnPaper = (return_id: string) =>
  boss.client.rpc('approve_on_paper', { return_id, signature: 'Olga Owner' });
const submitAtDesk = () =>
  boss.client.from('tax_forms').insert({ user_id: company, year, form_data: newClientForm });
const documentsOf = async ({ client }: Person) =>
  (await client.from('file_uploads').select('id').eq('user_id', company)).data ?? [];

test('the office goes on with a company whose owner leaves', async () => {
  const waiting = await returnForReview();
  expect((await approveOnPaper(waiting)).error).toMatchObject({ code: '23514' });
  expect((await submitAtDesk()).error).toMatchObject({ code: '42501' });
  expect(await documentsOf(owner)).toHaveLength(1);

  await owner.client.rpc('end_client_member', { client_id: company, member_id: owner.id }).throwOnError();
  expect(await documentsOf(owner)).toEqual([]);
  expect(await documentsOf(boss)).toHaveLength(1);
  expect((await submitAtDesk()).error).toBeNull();
  expect((await approveOnPaper(waiting)).data).toMatchObject({ status: 'approved' });

  // The next owner takes over what is there.
  const next = await createPerson(portal);
  await boss.client
    .rpc('save_client_member', {
      client_id: company,
      member_id: next.id,
      relation: 'owner',
      rights: EVERYTHING,
    })
    .throwOnError();
  expect(await documentsOf(next)).toHaveLength(1);
});

test('the office acts for a client whose only login is deactivated, until it is back', async () => {
  const waiting = await returnForReview();
  const setActive = (active: boolean) =>
    boss.client.rpc('set_account_active', { target_user_id: owner.id, active }).throwOnError();
  await setActive(false);
  const { data: members } = await boss.client.rpc('case_members', { client_id: company }, { get: true });
  expect(members).toContainEqual(
    expect.objectContaining({ user_id: owner.id, has_login: true, is_deactivated: true }),
  );
  expect((await owner.client.from('file_uploads').select('id')).error).not.toBeNull();
  const letter = { client_id: company, letter_template: 'form_reminder' };
  expect((await boss.client.rpc('send_client_letter', letter)).error).toMatchObject({ code: '23514' });
  expect((await submitAtDesk()).error).toBeNull();

  await setActive(true);
  expect((await boss.client.rpc('send_client_letter', letter)).error).toBeNull();
  expect((await approveOnPaper(waiting)).error).toMatchObject({ code: '23514' });
  await setActive(false);
  expect((await approveOnPaper(waiting)).data).toMatchObject({ status: 'approved' });
});

test('what a member sees is named before they leave, as far as the years of the membership go', async () => {
  const partner = await createPerson(portal);
  const membership = { client_id: company, member_id: owner.id };
  const shared = async (by: Person) =>
    (await by.client.rpc('shared_with_member', membership).throwOnError()).data;
  await boss.client
    .rpc('save_client_member', {
      ...membership,
      member_id: partner.id,
      relation: 'owner',
      rights: EVERYTHING,
    })
    .throwOnError();
  await portal.database.query(
    `insert into public.tax_returns (user_id, year, kind)
     values ($1, 2019, 'personal'), ($1, 2021, 'personal'), ($1, 2021, 'business')`,
    [company],
  );
  await portal.database.query(
    `insert into public.thread_messages (id, client_id, side, author_id, body, year)
     values (gen_random_uuid(), $1, 'client', $2, 'Then', 2019), (gen_random_uuid(), $1, 'client', $2, 'Now', 2021)`,
    [company, owner.id],
  );
  expect(await shared(boss)).toMatchObject([{ forms: [], returns: [2021, 2019], messages: 2 }]);
  await portal.database.query(
    `update public.client_members set rights = array['see'], last_year = 2020 where client_id = $1 and user_id = $2`,
    [company, owner.id],
  );
  expect(await shared(owner)).toEqual([{ documents: 0, forms: [], returns: [2019], messages: 1 }]);
  // An owner's access is not for the other owner to end.
  expect(await shared(partner)).toEqual([]);
  await owner.client.rpc('end_client_member', membership).throwOnError();
  expect(await shared(boss)).toEqual([]);
});
