import { set } from 'react-hook-form';
import { expect, test } from 'vitest';
import { checkFacts } from '#domain/business/fit-facts.ts';
import { demoBusiness } from '#tests/support/office.ts';
import { allFacts } from '../sections/sections.ts';
import { type Fact, newRow, type Rows } from './facts.ts';
import { valueAt } from './paths.ts';
import { factIn, textOf, textsOfVideo, videoIn } from './typed.ts';

const factAt = (path: string): Fact => {
  const found = allFacts.find((one) => one.path === path);
  if (!found) throw new Error(`no fact ${path}`);
  return found;
};

test('every fact has a place in a form, and one only', () => {
  const paths = allFacts.map(({ path }) => path);
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

test('entries have a field for everything in them', () => {
  for (const { path, control, rows } of allFacts) {
    expect([path, rows !== undefined]).toEqual([path, control === 'rows']);
    const stored = rows ? (valueAt(demoBusiness, path) as object[]) : [];
    const asked = rows?.fields.map((field) => field.path.split('.')[0]) ?? [];
    for (const row of stored) {
      const others = Object.keys(row).filter((key) => !asked.includes(key) && key !== 'id');
      expect([path, others]).toEqual([path, []]);
    }
  }
});

test('what may be left empty is marked as optional, and what has choices has their names', () => {
  const optional = allFacts.filter(({ isOptional, control }) => isOptional && control !== 'rows');
  expect(optional.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['contact.address.unit', 'prices.planningFrom', 'payments.atTheOffice']),
  );
  expect(factAt('name').isOptional).toBe(false);
  expect(factAt('languages').isOptional).toBe(false);
  const all = allFacts.flatMap((fact) => [fact, ...(fact.rows?.fields ?? [])]);
  const choices = all.filter(({ control }) => control.startsWith('choice'));
  expect(choices.filter(({ options }) => !options)).toEqual([]);
});

test('a new entry gets an id, and is wrong until it is filled in', () => {
  const tiers = factAt('prices.tiers').rows as Rows;
  const [first, second] = [newRow(tiers), newRow(tiers)];
  expect(first.id).toMatch(/^[\da-f]{8}$/);
  expect(first.id).not.toBe(second.id);
  const facts = structuredClone(demoBusiness);
  set(facts, 'prices.tiers.3', first);
  const checked = checkFacts(facts);
  expect('problems' in checked && checked.problems.map(({ path }) => path)).toEqual([
    'prices.tiers.3.name',
    'prices.tiers.3.from',
    'prices.tiers.3.to',
  ]);
  const { id: _, ...app } = newRow(factAt('apps').rows as Rows);
  expect(app).toEqual({
    name: '',
    description: '',
    rating: null,
    stores: { ios: null, android: null },
    comingSoon: false,
    leisure: false,
  });
});

test.each<[string, string, unknown]>([
  ['prices.planningFrom', '$1,250', 1250],
  ['prices.planningFrom', '', null],
  ['prices.planningFrom', 'a lot', 'a lot'],
  ['prices.planningFrom', '1,2', '1,2'],
  ['claims.averageRating', '4.75', 4.75],
  ['limits.bytesPerClient', '1.5', 1_500_000_000],
  ['limits.bytesPerClient', 'all', 'all'],
  ['contact.phone', '203 555 0199', { e164: '+12035550199', display: '(203) 555-0199' }],
  ['contact.phone', '203', { e164: '203', display: '203' }],
  ['contact.address.state', ' ny', 'NY'],
  ['contact.address.unit', ' ', null],
  ['contact.address.directions', 'One.\n\n Two. ', ['One.', 'Two.']],
  ['languages', 'English,  Polish;', ['English', 'Polish']],
  ['languages', '', []],
  ['referral.examples', '5, 10 20', [5, 10, 20]],
])('%s: %j means %j', (path, typed, fact) => {
  expect(factIn(typed, factAt(path), valueAt(demoBusiness, path))).toEqual(fact);
});

test('what is shown of a fact means the fact', () => {
  const others = /^(rows|range|video|choices?|switch|removable|translations|wording)$/;
  for (const fact of allFacts.filter(({ control }) => !others.test(control))) {
    const stored = valueAt(demoBusiness, fact.path) ?? null;
    expect(factIn(textOf(fact.control, stored), fact, stored)).toEqual(stored);
  }
});

test('a phone number that is left as it is stays as it is written', () => {
  const phone = { e164: '+493012345', display: '030 12345' };
  expect(textOf('phone', phone)).toBe('+493012345');
  expect(factIn('+493012345', factAt('contact.phone'), phone)).toBe(phone);
});

test.each([
  ['https://youtu.be/dQw4w9WgXcQ?t=3', { provider: 'youtube', id: 'dQw4w9WgXcQ', title: 'How' }],
  ['https://vimeo.com/76979871', { provider: 'vimeo', id: '76979871', title: 'How' }],
  ['https://elsewhere.example/a', { provider: 'youtube', id: '', title: 'How' }],
  ['', null],
])('the video at %s', (link, video) => {
  expect(videoIn({ link, title: ' How' })).toEqual(video);
  expect(videoIn(textsOfVideo(video))).toEqual(video?.id ? video : null);
});
