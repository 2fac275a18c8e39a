import { describe, expect, test } from 'vitest';
import { checkFacts } from '#domain/business/fit-facts.ts';
import { demoBusiness } from '#tests/support/office.ts';
import { sections } from '../sections/sections.ts';
import { type Field, fieldsOf, type RowsField } from './fields.ts';
import { applyFormValues, newRow, restoreDraft, toFormValues, toRowValues } from './form-values.ts';
import { isSame, putAt, valueAt } from './paths.ts';

const all = sections.flatMap(fieldsOf);
const field = (path: string): Field => {
  const found = all.find((one) => one.path === path);
  if (!found) throw new Error(`no field ${path}`);
  return found;
};

/** The fact after this text was typed into its field. */
function typing(path: string, typed: unknown): unknown {
  const fields = [field(path)];
  const values = toFormValues(fields, demoBusiness);
  putAt(values, path, typed);
  return valueAt(applyFormValues(fields, values, demoBusiness), path);
}

test('nothing typed is nothing changed', () => {
  for (const section of sections) {
    const fields = fieldsOf(section);
    expect(
      isSame(applyFormValues(fields, toFormValues(fields, demoBusiness), demoBusiness), demoBusiness),
    ).toBe(true);
  }
});

test('every fact has a field, and one only', () => {
  const paths = all.map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
  const without: string[] = [];
  const walk = (value: unknown, path: string) => {
    if (paths.includes(path)) return;
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      for (const [key, part] of Object.entries(value)) walk(part, path ? `${path}.${key}` : key);
    } else without.push(path);
  };
  walk(demoBusiness, '');
  expect(without).toEqual(['prices.currency']);
});

test('rows have a field for everything in them', () => {
  for (const rows of all.filter((one): one is RowsField => one.kind === 'rows')) {
    const stored = valueAt(demoBusiness, rows.path) as object[];
    const typed = rows.fields.map(({ path }) => path.split('.')[0]);
    for (const row of [...stored, rows.blank]) {
      const others = Object.keys(row).filter((key) => !typed.includes(key) && key !== 'id');
      expect([rows.path, others]).toEqual([rows.path, []]);
    }
  }
});

test.each<[string, unknown, unknown]>([
  ['prices.planningFrom', '$1,250', 1250],
  ['prices.planningFrom', '', null],
  ['prices.planningFrom', 'a lot', 'a lot'],
  ['prices.planningFrom', '1,2', '1,2'],
  ['claims.averageRating', '4.75', 4.75],
  ['limits.bytesPerClient', '1.5', 1_500_000_000],
  ['contact.phone', '203 555 0199', { e164: '+12035550199', display: '(203) 555-0199' }],
  ['contact.phone', '203', { e164: '203', display: '203' }],
  ['contact.address.state', ' ny', 'NY'],
  ['contact.address.unit', ' ', null],
  ['contact.address.directions', 'One.\n\n Two. ', ['One.', 'Two.']],
  ['languages', 'English,  Polish;', ['English', 'Polish']],
  ['languages', '', []],
  ['referral.examples', '5, 10 20', [5, 10, 20]],
  ['hours.days', ['5', '1'], [1, 5]],
  ['service.personalReturnDays', { from: '2', to: 'x' }, { from: 2, to: 'x' }],
  ['hours.byAppointmentOnly', false, false],
  ['streetMap', false, null],
  [
    'tutorialVideo',
    { link: 'https://youtu.be/dQw4w9WgXcQ?t=3', title: 'How' },
    { provider: 'youtube', id: 'dQw4w9WgXcQ', title: 'How' },
  ],
  [
    'tutorialVideo',
    { link: 'https://vimeo.com/76979871', title: 'How' },
    { provider: 'vimeo', id: '76979871', title: 'How' },
  ],
  [
    'tutorialVideo',
    { link: 'https://elsewhere.example/a', title: 'How' },
    { provider: 'youtube', id: '', title: 'How' },
  ],
  ['tutorialVideo', { link: '', title: 'How' }, null],
])('%s: %j means %j', (path, typed, fact) => {
  expect(typing(path, typed)).toEqual(fact);
});

test('a phone number that is left as it is stays as it is written', () => {
  const phone = { e164: '+493012345', display: '030 12345' };
  const facts = { ...demoBusiness, contact: { ...demoBusiness.contact, phone } };
  const fields = [field('contact.phone')];
  const typed = toFormValues(fields, facts);
  expect(valueAt(typed, 'contact.phone')).toBe('+493012345');
  expect(applyFormValues(fields, typed, facts)).toEqual(facts);
});

describe('rows', () => {
  const tiers = field('prices.tiers') as RowsField;

  test('that are moved keep what the form does not show', () => {
    const people = field('team') as RowsField;
    const facts = {
      team: [
        { ...demoBusiness.team[0], portrait: 'a' },
        { ...demoBusiness.team[1], portrait: 'b' },
      ],
    };
    const typed = toFormValues([people], facts);
    (typed.team as object[]).reverse();
    expect(applyFormValues([people], typed, facts)).toEqual({ team: facts.team.toReversed() });
  });

  test('that are new get an id, and are wrong until they are filled in', () => {
    const typed = toFormValues([tiers], demoBusiness);
    const [first, second] = [newRow(tiers), newRow(tiers)];
    expect(first.id).toMatch(/^[\da-f]{8}$/);
    expect(first.id).not.toBe(second.id);
    const rows = valueAt(typed, 'prices.tiers') as object[];
    rows.push(toRowValues(tiers, first));
    const checked = checkFacts(applyFormValues([tiers], typed, demoBusiness));
    expect('problems' in checked && checked.problems.map(({ path }) => path)).toEqual([
      'prices.tiers.3.name',
      'prices.tiers.3.from',
      'prices.tiers.3.to',
    ]);
    putAt(rows[3] ?? {}, 'name', 'Any return');
    putAt(rows[3] ?? {}, 'from', '90');
    putAt(rows[3] ?? {}, 'to', '95');
    expect(valueAt(applyFormValues([tiers], typed, demoBusiness), 'prices.tiers.3')).toEqual({
      id: first.id,
      name: 'Any return',
      from: 90,
      to: 95,
      popular: false,
    });
  });
});

describe('a draft', () => {
  const fields = [
    field('name'),
    field('hours.days'),
    field('prices.tiers'),
    field('service.personalReturnDays'),
  ];
  const typed = toFormValues(fields, demoBusiness);

  test('is used as it is', () => {
    const draft = structuredClone(typed);
    putAt(draft, 'name', 'Elm');
    putAt(draft, 'prices.tiers.0.from', 'abc');
    expect(restoreDraft(fields, JSON.parse(JSON.stringify(draft)), typed)).toEqual(draft);
  });

  test.each([
    null,
    'text',
    { name: 7, hours: { days: [1] }, prices: { tiers: 'x' }, service: { personalReturnDays: { from: 1 } } },
  ])('of another program is not: %j', (draft) => {
    expect(restoreDraft(fields, draft, typed)).toEqual(typed);
  });

  test('with strange rows has rows that the form can show', () => {
    const fitting = restoreDraft(fields, { prices: { tiers: [null, { name: 'Flat', from: 5 }] } }, typed);
    const rows = valueAt(fitting, 'prices.tiers') as object[];
    expect(rows).toEqual([
      expect.objectContaining({ name: '', from: '', popular: false }),
      expect.objectContaining({ name: 'Flat', from: '' }),
    ]);
  });
});

describe('translations', () => {
  const fields = [field('translations.es')];
  const typed = () =>
    toFormValues(fields, demoBusiness) as { translations: { es: { text: string; translation: string }[] } };

  test('there is a field for each text, also with dots', () => {
    const texts = typed().translations.es;
    expect(texts.find(({ text }) => text === 'Bus 212')?.translation).toBe('Autobús 212');
    expect(texts.find(({ text }) => text.startsWith('Good places'))?.translation).toMatch(/^Buenos/);
  });

  test('an emptied one is removed', () => {
    const values = typed();
    for (const one of values.translations.es) if (one.text === 'cash') one.translation = ' ';
    const { translations } = applyFormValues(fields, values, demoBusiness) as typeof demoBusiness;
    const { cash: _, ...others } = demoBusiness.translations?.es ?? {};
    expect(translations?.es).toEqual(others);
  });

  test('a draft keeps what was typed for the texts that are still there', () => {
    const draft = {
      translations: { es: [{ text: 'cash', translation: 'plata' }, { text: 'gone', translation: 'x' }, 7] },
    };
    const fitting = restoreDraft(fields, draft, typed()) as ReturnType<typeof typed>;
    expect(fitting.translations.es.find(({ text }) => text === 'cash')?.translation).toBe('plata');
    expect(fitting.translations.es).toHaveLength(typed().translations.es.length);
  });
});
