/** @module-tag faults-backup */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { officeDay } from '#domain/office-time/office-day.ts';
import { existingClientForm, newClientForm, plantedAnswers } from '#tests/support/forms/tax-forms.ts';
import { freshEmail, PASSWORD, visitor } from '#tests/support/people.ts';
import { startPortal, type TestPortal } from '#tests/support/server/portal.ts';

let portal: TestPortal;
const { year } = officeDay(new Date(), 'America/New_York');

beforeAll(async () => {
  // The complete portal, with its database in the data folder.
  portal = await startPortal({ ownProcess: true, env: { DATABASE_URL: '', CAPTCHA: 'off' } });
});
afterAll(() => portal?.close());

/** Signs up through the site, because the tests have no access to this database. */
async function signedUp() {
  const [client, email] = [visitor(portal), freshEmail('maria')];
  const options = { data: { first_name: 'Maria', last_name: 'Lopez' } };
  const { error } = await client.auth.signUp({ email, password: PASSWORD, options });
  if (error) throw error;
  const mail = await portal.mailTo(email);
  const token = /^ +(\d{8})$/m.exec(mail.text ?? '')?.[1] ?? '';
  const { data } = await client.auth.verifyOtp({ email, token, type: 'email' });
  if (!data.user) throw new Error('not signed in');
  return { id: data.user.id, client };
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

test('no sensitive answer of a form, draft or rejected form is on the disk, in the log or in a mail', async () => {
  const maria = await signedUp();
  const drafts = maria.client.from('tax_form_drafts');
  const forms = maria.client.from('tax_forms');
  const row = { user_id: maria.id, year };
  // A word that is stored in clear proves that the search works.
  const form_data = { ...newClientForm, ssn: '519-28-6174', occupation: 'Lighthouse-keeper' };
  expect(
    (await drafts.insert({ ...row, form_data: { ...form_data, city: 'Draftington' } })).error,
  ).toBeNull();
  expect((await forms.upsert({ ...row, form_data })).error).toBeNull();
  expect((await forms.upsert({ ...row, form_data: { ...existingClientForm, phone: '1' } })).error?.code).toBe(
    'NM422',
  );
  expect((await drafts.insert({ ...row, form_data })).error).toBeNull();
  expect((await drafts.update({ form_data, version: 1 }).eq('user_id', maria.id)).error?.code).toBe('PT409');

  await portal.stopServer();
  // PostgreSQL's own files contain 123456789, as a list of small numbers.
  const planted = plantedAnswers.filter((answer) => !answer.startsWith('123'));
  const needles = [...planted, '519-28-6174', '519286174', 'Draftington'].flatMap((text) => [
    Buffer.from(text),
    Buffer.from(text, 'utf16le'),
    Buffer.from(Buffer.from(text).toString('base64').replace(/=+$/, '').slice(0, -1)),
    Buffer.from(Buffer.from(text).toString('hex')),
  ]);
  const paths = await filesBelow(portal.dataDir);
  expect(paths.some((path) => path.includes('pg_wal'))).toBe(true);
  let clear = 0;
  for (const path of paths) {
    const bytes = await readFile(path);
    if (bytes.includes('Lighthouse-keeper')) clear += 1;
    for (const needle of needles) {
      if (bytes.includes(needle)) throw new Error(`${path} has ${needle}`);
    }
  }
  expect(clear).toBeGreaterThan(0);
  for (const secret of planted) expect(portal.output()).not.toContain(secret);
});
