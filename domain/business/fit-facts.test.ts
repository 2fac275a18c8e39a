import { describe, expect, test } from 'vitest';
import type { Business } from './business.ts';
import { demoOffice } from './demo-office.ts';
import { checkFacts, fitFacts } from './fit-facts.ts';

/** The demo office as another program might have stored it; a field that is undefined is removed. */
function facts(changes: Record<string, unknown>): object {
  const changed: object = JSON.parse(JSON.stringify(demoOffice));
  for (const [path, value] of Object.entries(changes)) {
    const keys = path.split('.');
    const last = keys.pop() ?? '';
    const parent = keys.reduce<object>((branch, key) => Reflect.get(branch, key), changed);
    if (value === undefined) Reflect.deleteProperty(parent, last);
    else Reflect.set(parent, last, value);
  }
  return changed;
}

test('keeps facts that are whole as they are', () => {
  expect(fitFacts(demoOffice, demoOffice)).toEqual({ facts: demoOffice, filled: [], dropped: [] });
});

test('takes missing fields from the other facts, also inside of others, and names them', () => {
  const older = facts({
    name: 'Elm Tax',
    idleMinutes: undefined,
    'contact.staffInbox': undefined,
    'prices.currency': undefined,
  });
  const fit = fitFacts(older, demoOffice);
  expect(fit).toMatchObject({
    filled: ['contact.staffInbox', 'prices.currency', 'idleMinutes'],
    dropped: [],
  });
  expect(fit).toMatchObject({ facts: { ...demoOffice, name: 'Elm Tax' } });
  expect(older).not.toHaveProperty('contact.staffInbox');
});

test('leaves out unknown fields, and names them', () => {
  const newer = facts({
    mascot: 'a squirrel',
    'contact.address.floor': 2,
    'team.0.pronouns': 'she',
  });
  const fit = fitFacts(newer, demoOffice);
  expect(fit).toMatchObject({ filled: [], facts: demoOffice });
  expect('dropped' in fit && fit.dropped.sort()).toEqual([
    'contact.address.floor',
    'mascot',
    'team.0.pronouns',
  ]);
});

test('checks rules between fields after it has filled in one of them', () => {
  const older = facts({
    'hours.open': undefined,
    'hours.close': '05:00',
  });
  expect(fitFacts(older, demoOffice)).toEqual({
    problems: [{ path: 'hours.close', message: 'must be after the opening time' }],
  });
});

test('does not complete entries of a list with those of another office', () => {
  const older = facts({
    'prices.tiers.1.popular': undefined,
  });
  expect(fitFacts(older, demoOffice)).toEqual({
    problems: [{ path: 'prices.tiers.1.popular', message: expect.any(String) }],
  });
});

test('leaves out what may be left out', () => {
  const fit = fitFacts(
    facts({
      streetMap: undefined,
    }),
    demoOffice,
  );
  expect(fit).toMatchObject({ filled: [] });
  expect('facts' in fit && fit.facts.streetMap).toBeUndefined();
});

test.each([null, 'text', 3, [], { constructor: 1 }, JSON.parse('{"__proto__": {"name": "X"}}')])(
  'does not stumble over %j',
  (raw) => {
    expect(() => fitFacts(raw, demoOffice)).not.toThrow();
  },
);

test('names each field that is wrong', () => {
  const wrong = facts({
    name: '  ',
    'calendar.capacity': 0,
  });
  const problems = [
    { path: 'name', message: expect.any(String) },
    { path: 'calendar.capacity', message: expect.any(String) },
  ];
  expect(fitFacts(wrong, demoOffice)).toEqual({ problems });
  expect(checkFacts(wrong)).toEqual({ problems });
  expect(checkFacts({ ...wrong, ...demoOffice })).toEqual({ facts: demoOffice });
});

test.each(['Elm\u0000 Tax', 'Elm \ud83d Tax', 'Elm\r\nTax'])(
  'refuses characters that can not be shown: %j',
  (name) => {
    const problems = [{ path: 'name', message: 'has characters that can’t be shown' }];
    expect(checkFacts(facts({ name }))).toEqual({ problems });
    expect(fitFacts(facts({ name }), demoOffice)).toEqual({ problems });
  },
);

describe('bounds', () => {
  const { prices, calendar, links, retention } = demoOffice;
  const [quote] = prices.quote;
  const [tier] = prices.tiers;
  if (!quote || !tier) throw new Error('the demo office has prices');
  const closed = { day: '2026-11-27', reason: 'Holiday' };

  test.each<[string, Partial<Business>, string]>([
    ['a long name', { name: 'n'.repeat(121) }, 'name'],
    ['a long address', { links: { ...links, irsApp: `https://${'a'.repeat(2000)}.com` } }, 'links.irsApp'],
    ['a price beyond reason', { prices: { ...prices, planningFrom: 1_000_001 } }, 'prices.planningFrom'],
    [
      'falling prices',
      { prices: { ...prices, tiers: [{ ...tier, from: 90, to: 80 }] } },
      'prices.tiers.0.to',
    ],
    ['one id twice', { prices: { ...prices, tiers: [tier, tier] } }, 'prices.tiers'],
    [
      'a quote with another id',
      { prices: { ...prices, quote: [{ ...quote, id: 'mine' }, ...prices.quote.slice(1)] } },
      'prices.quote',
    ],
    ['a day closed twice', { calendar: { ...calendar, closedOn: [closed, closed] } }, 'calendar.closedOn'],
    ['a long list', { languages: Array.from({ length: 21 }, (_, n) => `Language ${n}`) }, 'languages'],
    ['years out of order', { retention: { ...retention, marketingYears: 6 } }, 'retention.marketingYears'],
  ])('%s is refused from now on, but used if it was stored before', (_name, change, path) => {
    const facts = { ...demoOffice, ...change };
    const checked = checkFacts(facts);
    expect('problems' in checked && checked.problems.map((problem) => problem.path)).toEqual([path]);
    expect(fitFacts(facts, demoOffice)).toEqual({ facts, filled: [], dropped: [] });
  });

  test('do not excuse what is wrong', () => {
    const facts = { ...demoOffice, name: 'n'.repeat(121), shortName: '' };
    expect(fitFacts(facts, demoOffice)).toEqual({
      problems: [
        { path: 'name', message: 'must not be longer than 120 characters' },
        { path: 'shortName', message: 'must not be empty' },
      ],
    });
  });
});

test('every message completes a sentence that begins with a field', () => {
  const empty: unknown = JSON.parse(JSON.stringify(demoOffice), (_key, value: unknown) =>
    typeof value === 'object'
      ? value
      : typeof value === 'boolean'
        ? 'x'
        : typeof value === 'number'
          ? 'x'
          : '',
  );
  const checked = checkFacts(empty);
  const messages =
    'problems' in checked
      ? checked.problems.filter(({ path }) => !/^(streetMap|prices.currency)/.test(path))
      : [];
  expect(messages.length).toBeGreaterThan(150);
  expect(messages.filter(({ message }) => !/^must /.test(message))).toEqual([]);
});
