import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { officeDay } from '#domain/office-time/office-day.ts';
import { readAnswers } from '#domain/tax-form/answers.ts';
import { draftForm, maxDraftCharacters } from '#domain/tax-form/draft.ts';
import { existingClientForm, newClientForm, plantedAnswers } from '#tests/support/forms/tax-forms.ts';
import { createPerson, PASSWORD, type Person, visitor } from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';

const portal = portalForFile();
let maria: Person;
/** The same person on another device. */
let elsewhere: Person['client'];
const { year } = officeDay(new Date(), 'America/New_York');

beforeAll(async () => {
  maria = await createPerson(portal);
  elsewhere = visitor(portal);
  const { error } = await elsewhere.auth.signInWithPassword({ email: maria.email, password: PASSWORD });
  if (error) throw error;
});
beforeEach(async () => {
  await maria.client.from('tax_form_drafts').delete().eq('user_id', maria.id);
});

const half = { ...newClientForm, contactMethod: undefined };

const save = (client: Person['client'], version: number, form_data: unknown = half, device = 'Phone') =>
  client
    .from('tax_form_drafts')
    .upsert({ user_id: maria.id, year, form_data, version, device })
    .select('version, updated_at');

const load = async (client = maria.client) =>
  (await client.from('tax_form_drafts').select('*').eq('year', year).maybeSingle()).data;

describe('a draft', () => {
  test('is the same on any device', async () => {
    expect(await load()).toBeNull();
    expect(await save(maria.client, 1)).toMatchObject({ error: null, data: [{ version: 1 }] });
    expect(await load(elsewhere)).toMatchObject({
      form_data: draftForm(readAnswers(half)),
      version: 1,
      device: 'Phone',
    });
    expect(await save(elsewhere, 2, {}, 'Laptop')).toMatchObject({ error: null, data: [{ version: 2 }] });
    expect(await load()).toMatchObject({ form_data: {}, version: 2, device: 'Laptop' });
  });

  test('is not overwritten by an older version', async () => {
    await save(maria.client, 1);
    await save(elsewhere, 2, { firstName: 'Ana' });
    for (const version of [1, 2, 4]) {
      expect(await save(maria.client, version)).toMatchObject({
        status: 409,
        error: { code: 'PT409', message: 'The draft was changed elsewhere' },
      });
    }
    const plain = maria.client.from('tax_form_drafts').update({ form_data: half }).eq('year', year);
    expect((await plain).error?.code).toBe('PT409');
    expect(await load()).toMatchObject({ form_data: { firstName: 'Ana' }, version: 2 });
    expect((await save(maria.client, 3)).error).toBeNull();
  });

  test('is one of two concurrent versions', async () => {
    const answers = await Promise.all([save(maria.client, 1), save(elsewhere, 1)]);
    expect(answers.map(({ error }) => error?.code).sort()).toEqual(['PT409', undefined]);
  });

  test('is deleted when the form is submitted, and can’t be restored by an older version', async () => {
    await save(maria.client, 1);
    const sent = await maria.client
      .from('tax_forms')
      .upsert({ user_id: maria.id, year, form_data: existingClientForm });
    expect(sent.error).toBeNull();
    expect(await load()).toBeNull();
    expect((await save(elsewhere, 2)).error?.code).toBe('PT409');
    const seals = await portal.database.query(
      `select from nutmeg.seals where table_name = 'tax_form_drafts'
         and row_id not in (select id from public.tax_form_drafts)`,
    );
    expect(seals).toEqual([]);
  });

  test.each([
    ['a text', 'a form'],
    ['a list', []],
    ['nothing', null],
    ['longer than any form', { firstName: 'x'.repeat(maxDraftCharacters) }],
  ])('that is %s is rejected', async (_, form_data) => {
    expect(await save(maria.client, 1, form_data)).toMatchObject({ status: 422, error: { code: 'NM422' } });
    expect(await load()).toBeNull();
  });

  test('drops unknown keys', async () => {
    await save(maria.client, 1, {
      firstName: 'Ana',
      secret: '123-45-6789',
      dependents: [{ ssn: '1', x: 2 }],
    });
    expect((await load())?.form_data).toEqual({ firstName: 'Ana', dependents: [{ ssn: '1' }] });
  });

  test('is stored encrypted', async () => {
    await save(maria.client, 1);
    const rows = await portal.database.query(
      `select d.form_data, s.sealed, s.wrapped_key from public.tax_form_drafts d
       join nutmeg.seals s on s.row_id = d.id and s.table_name = 'tax_form_drafts' where d.user_id = $1`,
      [maria.id],
    );
    expect(rows).toMatchObject([{ form_data: {} }]);
    const text = JSON.stringify(rows);
    for (const word of [...plantedAnswers, 'Maria', 'Nurse']) expect(text).not.toContain(word);
  });
});
