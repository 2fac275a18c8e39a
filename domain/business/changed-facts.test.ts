import { expect, test } from 'vitest';
import type { Business } from './business.ts';
import { changedFacts } from './changed-facts.ts';
import { demoOffice } from './demo-office.ts';

const { contact, team, hours } = demoOffice;
const phone = { ...contact.phone, display: '(203) 555-0199' };

test.each<[string, Partial<Business>, string[]]>([
  ['nothing', {}, []],
  ['a fact inside another', { contact: { ...contact, phone } }, ['contact.phone']],
  ['a list as one fact', { team: team.slice(1) }, ['team']],
  ['the order of a list', { team: [...team].reverse() }, ['team']],
  ['several facts by name', { name: 'Elm Tax', hours: { ...hours, open: '06:00' } }, ['hours.open', 'name']],
  ['a fact that is gone', { streetMap: null }, ['streetMap']],
])('names %s', (_name, change, changed) => {
  expect(changedFacts(demoOffice, { ...demoOffice, ...change })).toEqual(changed);
});

test('ignores the order of fields, and whether an absent fact is null or a "no"', () => {
  const { streetMap: _, ...without } = demoOffice;
  const turned = Object.fromEntries(Object.entries(without).reverse()) as Business;
  expect(changedFacts({ ...demoOffice, streetMap: null }, turned)).toEqual([]);
  const apps = demoOffice.apps.map((app) => ({ leisure: false, ...app }));
  expect(changedFacts(demoOffice, { ...demoOffice, apps })).toEqual([]);
});
