import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { DocumentList, DocumentLists } from '#contract/document-lists.ts';
import { checklistFor } from '#domain/checklist/checklist.ts';
import { officeDay } from '#domain/office-time/office-day.ts';
import { newClientForm } from '#tests/support/forms/tax-forms.ts';
import { createPerson, freshEmail, insertPerson, type Person } from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';

const { year: YEAR } = officeDay(new Date(), 'America/New_York');
const portal = portalForFile();
let clerk: Person;
beforeAll(async () => {
  clerk = await createPerson(portal, { role: 'admin' });
});

const ask = ({ client }: Person, body: object) =>
  client.functions.invoke<DocumentLists>('document-lists', { body });
async function listOf(clientId: string): Promise<DocumentList | undefined> {
  const { data, error } = await ask(clerk, { clientIds: [clientId], year: YEAR });
  if (error) throw error;
  return data?.lists[0];
}

test('staff see how much is missing, and when the client was last reminded', async () => {
  const client = await createPerson(portal);
  const { id } = client;
  expect(await listOf(id)).toEqual({ clientId: id, total: 0, missing: 0, remindedAt: null });

  await client.client
    .from('tax_forms')
    .insert({ user_id: id, year: YEAR, form_data: newClientForm })
    .throwOnError();
  const total = checklistFor(newClientForm).length;
  expect(await listOf(id)).toEqual({ clientId: id, total, missing: total, remindedAt: null });

  const review = (list_item: string, new_state: string) =>
    clerk.client
      .rpc('review_checklist_item', { client_id: id, list_year: YEAR, list_item, new_state })
      .throwOnError();
  await review('photo-id', 'confirmed');
  expect(await listOf(id)).toMatchObject({ missing: total - 1, remindedAt: null });
  await review('w-2', 'asked_again');
  const asked = await listOf(id);
  expect(asked).toMatchObject({ missing: total - 1, remindedAt: expect.any(String) });

  // A letter is a reminder, and a message is not.
  const write = (letter_template: string, more: object) =>
    clerk.client.rpc('send_client_letter', { client_id: id, letter_template, ...more }).throwOnError();
  await write('message', { letter_items: [], staff_note: 'Thank you' });
  expect((await listOf(id))?.remindedAt).toBe(asked?.remindedAt);
  await write('document_request', { letter_items: ['Letter 6419'], list_year: YEAR, list_items: [] });
  const written = await listOf(id);
  expect(written).toMatchObject({ total: total + 1, missing: total });
  expect(Date.parse(written?.remindedAt ?? '')).toBeGreaterThan(Date.parse(asked?.remindedAt ?? ''));

  await clerk.client
    .rpc('request_document', { client_id: id, list_year: YEAR, item_title: 'The lease' })
    .throwOnError();
  const requested = await listOf(id);
  expect(Date.parse(requested?.remindedAt ?? '')).toBeGreaterThan(Date.parse(written?.remindedAt ?? ''));
});

test('an automatic reminder counts', async () => {
  const id = await insertPerson(portal, { email: freshEmail() });
  await portal.database.query(
    `insert into nutmeg.reminders (client_id, day, groups, sent_at) values ($1, '2026-02-03', '[]', '2026-02-03T14:00:00Z')`,
    [id],
  );
  expect(await listOf(id)).toMatchObject({ remindedAt: '2026-02-03T14:00:00.000Z' });
});

test('others see nothing, and a request has bounds', async () => {
  const client = await createPerson(portal);
  const status = async (person: Person, body: object) => (await ask(person, body)).error?.context.status;
  const own = { clientIds: [client.id], year: YEAR };
  expect(await status(client, own)).toBe(403);
  const many = Array.from({ length: 201 }, () => randomUUID());
  expect(await status(clerk, { clientIds: many, year: YEAR })).toBe(400);
  expect(await status(clerk, { clientIds: [], year: YEAR })).toBe(400);
  expect(await status(clerk, { clientIds: ['all'], year: YEAR })).toBe(400);
  expect(await status(clerk, { clientIds: [client.id], year: 1e9 })).toBe(400);
  expect(await status(clerk, { clientIds: many.slice(1), year: YEAR })).toBeUndefined();
});
