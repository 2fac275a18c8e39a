/** @module-tag property */
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { english } from '#domain/language/english.ts';
import { readAnswers } from '#domain/tax-form/answers.ts';
import { isRequired } from '#domain/tax-form/conditions.ts';
import { fieldKeys } from '#domain/tax-form/fields.ts';
import { savedForm } from '#domain/tax-form/normalize.ts';
import { maskedForm } from '#domain/tax-form/sensitive.ts';
import { problemInWords, readProblems } from '#domain/tax-form/validate.ts';
import { formOf, problemsExpected, validationCases } from '#tests/support/forms/tax-form-cases.ts';
import {
  existingClientForm,
  newClientForm,
  plantedAnswers,
  validForm,
} from '#tests/support/forms/tax-forms.ts';
import { createPerson, type Person } from '#tests/support/people.ts';
import { inputs } from '#tests/support/property-inputs.ts';
import { portalForFile, STAFF_INBOX } from '#tests/support/server/portal.ts';
import { rest, service } from '../support/rest-call.ts';

const portal = portalForFile('visitors');
let maria: Person;
let other: Person;
let staff: Person;
let year: number;

beforeAll(async () => {
  [maria, other, staff] = await Promise.all([
    createPerson(portal),
    createPerson(portal, { data: { first_name: 'Peter', last_name: 'Kowalski' } }),
    createPerson(portal, { role: 'admin' }),
  ]);
  // The year in the office's time zone (the demo office's).
  const zone = { timeZone: 'America/New_York', year: 'numeric' } as const;
  year = Number(new Intl.DateTimeFormat('en-US', zone).format(new Date()));
});

/** The call as in the specification. */
const submit = (person: Person, form_data: unknown, more: object = {}) =>
  person.client
    .from('tax_forms')
    .upsert({ user_id: person.id, year, form_data, submitted_at: new Date().toISOString(), ...more });

const ownForm = async (person: Person) => {
  const { data, error } = await person.client
    .from('tax_forms')
    .select('*')
    .eq('user_id', person.id)
    .eq('year', year)
    .order('submitted_at', { ascending: false });
  if (error) throw error;
  return data;
};

const tokenOf = async ({ client }: Person) =>
  (await client.auth.getSession()).data.session?.access_token ?? '';

describe('a submission', () => {
  test('is stored once per year and returned in full to its owner', async () => {
    expect(await submit(maria, existingClientForm)).toMatchObject({ error: null, status: 201 });
    expect(await submit(maria, newClientForm)).toMatchObject({ error: null, status: 200 });
    const again = await maria.client
      .from('tax_forms')
      .upsert({ user_id: maria.id, year, form_data: newClientForm }, { onConflict: 'user_id,year' })
      .select();
    expect(again).toMatchObject({
      error: null,
      data: [{ user_id: maria.id, year, form_data: newClientForm }],
    });
    const forms = await ownForm(maria);
    expect(forms).toHaveLength(1);
    expect(forms[0].form_data).toEqual(newClientForm);
    const status = await maria.client
      .from('tax_forms')
      .select('id, submitted_at')
      .eq('user_id', maria.id)
      .eq('year', year)
      .order('submitted_at', { ascending: false })
      .limit(1)
      .maybeSingle();
    expect(status.data).toEqual({ id: forms[0].id, submitted_at: forms[0].submitted_at });
  });

  test('doesn’t replace one that came meanwhile, if it says which one it replaces', async () => {
    const pia = await createPerson(portal);
    const form = { user_id: pia.id, year, form_data: newClientForm };
    const twice = async <T>(send: () => PromiseLike<T>) => Promise.all([send(), send()]);
    const first = await twice(() => pia.client.from('tax_forms').insert(form));
    expect(first.map(({ error }) => error?.code ?? 'sent').toSorted()).toEqual(['23505', 'sent']);
    const [{ submitted_at }] = await ownForm(pia);
    const { user_id } = form;
    const next = await twice(() =>
      pia.client.from('tax_forms').update(form).match({ user_id, year, submitted_at }).select('id'),
    );
    expect(next.map(({ data }) => data?.length).toSorted()).toEqual([0, 1]);
  });

  test('has the server’s time', async () => {
    await submit(maria, newClientForm, { submitted_at: '2001-01-01T00:00:00Z' });
    const [form] = await ownForm(maria);
    expect(Math.abs(Date.parse(form.submitted_at) - Date.now())).toBeLessThan(600_000);
  });

  test('notifies the staff inbox with only the name', async () => {
    await submit(other, existingClientForm);
    const mail = await portal.mailTo(STAFF_INBOX, ({ subject }) => subject?.includes('Kowalski') ?? false);
    const words = `${mail.subject} ${mail.text} ${mail.html}`;
    for (const secret of [...plantedAnswers, 'Carpenter', '860-555-0102', other.email]) {
      expect(words).not.toContain(secret);
    }
  });

  test('sends one notice for repeated submissions', async () => {
    const another = await createPerson(portal);
    const queued = async () =>
      (await portal.database.query(`select from public.email_queue where email_type = 'tax_form_received'`))
        .length;
    const before = await queued();
    await submit(another, existingClientForm);
    await submit(another, existingClientForm);
    expect(await queued()).toBe(before + 1);
  });

  test('is recorded', async () => {
    const rows = await portal.database.query<{ details: object }>(
      `select actor_id, details from public.audit_log where action = 'tax_form.submitted' and subject_id = $1
       order by id limit 2`,
      [maria.id],
    );
    expect(rows).toMatchObject([
      { actor_id: maria.id, details: { year, again: false } },
      { actor_id: maria.id, details: { year, again: true } },
    ]);
  });

  test('drops answers to hidden and unknown questions', async () => {
    await submit(other, {
      ...existingClientForm,
      routingNumber: '011000015',
      hobby: 'chess',
      dobYear: '1980',
    });
    expect((await ownForm(other))[0].form_data).toEqual(existingClientForm);
  });

  test('returns any valid form unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(validForm(year), async (form) => {
        expect((await submit(other, form)).error).toBeNull();
        expect((await ownForm(other))[0].form_data).toEqual(form);
      }),
      { numRuns: inputs(25) },
    );
  });
});

describe('an invalid form', () => {
  test('is rejected with the problems of the page, and not saved', async () => {
    await submit(other, existingClientForm);
    // On December 31, no date of the year is in the future.
    const cases = validationCases(year).filter(({ rule }) => !/future|tomorrow/.test(rule));
    for (const one of cases) {
      const { error, status } = await submit(other, formOf(one));
      if (one.expect.length === 0) {
        expect([one.rule, error]).toEqual([one.rule, null]);
        await submit(other, existingClientForm);
        continue;
      }
      expect([one.rule, status, error?.code, error?.message]).toEqual([
        one.rule,
        422,
        'NM422',
        'Please complete the following required fields:',
      ]);
      const problems: { path: string; message: string }[] = JSON.parse(error?.details ?? '');
      const expected = problemsExpected(one);
      expect([one.rule, problems.map(({ path, message }) => ({ path, message }))]).toEqual([
        one.rule,
        expected,
      ]);
      // For pages in another language.
      const read = readProblems(error?.details);
      expect(read.every(({ message }) => typeof message === 'object')).toBe(true);
      expect(read.map((problem) => problemInWords(problem, english))).toEqual(
        expected.map(({ message }) => message),
      );
    }
    expect((await ownForm(other))[0].form_data).toEqual(existingClientForm);
  });

  test('lacks any required answer', async () => {
    await fc.assert(
      fc.asyncProperty(validForm(year), fc.nat(), async (form, at) => {
        const keys = fieldKeys.filter((key) => isRequired(key, readAnswers(form)));
        const key = keys[at % keys.length] ?? 'isNew';
        const { error } = await submit(other, { ...form, [key]: undefined });
        const paths = JSON.parse(error?.details ?? '[]').map(({ path }: { path: string }) => path);
        expect(paths).toContain(key);
      }),
      { numRuns: inputs(25) },
    );
  });

  test.each([
    ['last year', () => ({ year: year - 1 })],
    ['next year', () => ({ year: year + 1 })],
    ['no number', () => ({ year: `${year}` })],
  ])('has %s', async (_, more) => {
    expect(await submit(other, existingClientForm, more())).toMatchObject({
      status: 422,
      error: { code: 'NM422' },
    });
  });

  test('is rejected for every kind of write', async () => {
    const [form] = await ownForm(other);
    const forms = other.client.from('tax_forms');
    const bad = { ...existingClientForm, ssn: '1' };
    for (const attempt of [
      forms.update({ form_data: bad }).eq('id', form.id),
      forms.update({ form_data: {} }).eq('id', form.id),
      forms.update({ submitted_at: '2001-01-01' }).eq('id', form.id),
      forms.update({ form_data: existingClientForm, year: year - 1 }).eq('id', form.id),
      forms.upsert({ id: form.id, user_id: other.id, year, form_data: bad }),
      forms.insert({ user_id: other.id, year, form_data: bad }),
      // The same id for PostgreSQL, but in another spelling than the seal is bound to.
      forms.upsert({ user_id: `{${other.id}}`, year, form_data: existingClientForm }),
      forms.insert({ user_id: other.id, year }),
    ]) {
      expect(await attempt).toMatchObject({ status: 422, error: { code: 'NM422' } });
    }
    expect(
      await forms.insert([1, 2].map(() => ({ user_id: other.id, year, form_data: existingClientForm }))),
    ).toMatchObject({ status: 400, error: { code: 'PGRST127' } });
    expect((await ownForm(other))[0]).toEqual(form);
  });

  test('is rejected for service_role too', async () => {
    const { error } = await service(portal)
      .from('tax_forms')
      .upsert({ user_id: other.id, year, form_data: { ...existingClientForm, phone: '1' } });
    expect(error?.code).toBe('NM422');
  });
});

describe('a partial update', () => {
  test('is validated and sealed like a submission', async () => {
    const { data, error } = await other.client
      .from('tax_forms')
      .update({ form_data: { ...existingClientForm, ssn: '444-55-6666' } })
      .eq('user_id', other.id)
      .select('form_data');
    expect(error).toBeNull();
    expect(data).toEqual([{ form_data: { ...existingClientForm, ssn: '444-55-6666' } }]);
    const [row] = await portal.database.query('select form_data from public.tax_forms where user_id = $1', [
      other.id,
    ]);
    expect(row).toEqual({ form_data: { ...existingClientForm, ssn: '***-**-6666' } });
  });
});

describe('reading', () => {
  const masked = maskedForm(savedForm(readAnswers(newClientForm)));
  beforeAll(async () => {
    await submit(maria, newClientForm);
  });

  test('staff and service_role get masked answers', async () => {
    for (const client of [staff.client, service(portal)]) {
      const { data } = await client.from('tax_forms').select('form_data').eq('user_id', maria.id).single();
      // They can't see why the form asked about a number.
      expect(data).toEqual({ form_data: { ...masked, doubtful: ['ssn', 'spouseSSN'] } });
      expect(data?.form_data).toMatchObject({
        ssn: '***-**-6789',
        businessEin: '**-***4321',
        routingNumber: '****0015',
        accountNumber: '****0011',
        spouseSSN: '***-**-4321',
        dependents: [{ ssn: '***-**-4455' }, { ssn: '***-**-5566' }],
      });
    }
  });

  test('other clients get nothing', async () => {
    expect((await other.client.from('tax_forms').select('*').eq('user_id', maria.id)).data).toEqual([]);
  });

  test.each([
    ['all forms', '/tax_forms?select=*'],
    ['with profiles', '/tax_forms?select=*,user_profiles(*)'],
    ['profiles with forms', '/user_profiles?select=*,tax_forms(*)'],
    ['spread', '/tax_forms?select=form_data,...user_profiles(email)'],
    ['by a part', '/tax_forms?select=form_data->>ssn,form_data->dependents,x:form_data->dependents->0->>ssn'],
    ['as text', '/tax_forms?select=form_data::text'],
    ['ordered by it', '/tax_forms?order=form_data->>ssn'],
    ['filtered by it', '/tax_forms?form_data->>ssn=eq.123-45-6789'],
    ['filtered by a part of it', '/tax_forms?form_data->>ssn=like.*123*'],
    ['containing it', `/tax_forms?form_data=cs.${encodeURIComponent('{"ssn":"123-45-6789"}')}`],
  ])('staff get no sensitive answer in %s, as JSON or CSV', async (_, path) => {
    const key = await tokenOf(staff);
    for (const accept of [
      'application/json',
      'text/csv',
      'application/vnd.pgrst.array+json;nulls=stripped',
    ]) {
      const answer = await rest(portal, path, { key, headers: { accept } });
      expect(answer.status).toBe(200);
      for (const secret of plantedAnswers) expect(answer.text).not.toContain(secret);
      if (path.includes('ssn=') || path.includes('=cs.'))
        expect(answer.text).not.toMatch(/(?<![0-9a-f])6789"/);
      expect(answer.text).not.toContain('sealed.');
    }
  });

  test('the owner gets full answers wherever the whole column is selected', async () => {
    const key = await tokenOf(maria);
    const ask = async (path: string, accept = 'application/json') =>
      (await rest(portal, path, { key, headers: { accept } })).text;
    expect(JSON.parse(await ask('/tax_forms?select=*,user_profiles(email)'))).toMatchObject([
      { year, form_data: newClientForm, user_profiles: { email: maria.email } },
    ]);
    expect(JSON.parse(await ask('/user_profiles?select=email,forms:tax_forms(f:form_data)'))).toEqual([
      { email: maria.email, forms: [{ f: newClientForm }] },
    ]);
    const object = 'application/vnd.pgrst.object+json';
    expect(JSON.parse(await ask('/tax_forms?select=form_data', object))).toEqual({
      form_data: newClientForm,
    });
    expect(JSON.parse(await ask('/tax_forms?select=form_data->>ssn'))).toEqual([{ ssn: '***-**-6789' }]);
    const [head, line] = (await ask('/tax_forms?select=form_data', 'text/csv')).split('\n');
    expect(head).toBe('form_data');
    expect(JSON.parse((line ?? '').slice(1, -1).replaceAll('""', '"'))).toEqual(newClientForm);
    expect(await ask('/user_profiles?select=tax_forms(form_data)', 'text/csv')).toContain('123-45-6789');
  });

  test('a stored text that looks like a placeholder is not replaced', async () => {
    const [form] = await ownForm(maria);
    const typed = `sealed.${'0'.repeat(32)}.tax_forms.${form.id}`;
    await submit(other, { ...existingClientForm, briefDescription: typed });
    expect((await ownForm(other))[0].form_data.briefDescription).toBe(typed);
  });
});
