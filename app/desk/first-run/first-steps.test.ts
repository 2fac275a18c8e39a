import { expect, test } from 'vitest';
import type { Light } from '#domain/health/lights.ts';
import { firstSteps, isUnfinished, stepIds } from './first-steps.ts';

const untouched = { has_clients: false, done: [], dismissed: [] };
const light = (id: Light['id'], state: Light['state']): Light => ({ id, state, says: id });

test('a super user sets up the office, then adds a client', () => {
  const steps = firstSteps(untouched, [], true);
  expect(steps.map(({ id }) => id)).toEqual(stepIds);
  expect(stepIds.at(-1)).toBe('client');
  expect(steps.filter(({ state }) => state !== 'todo')).toEqual([]);
});

test('other staff only add a client', () => {
  expect(firstSteps(untouched, [], false)).toEqual([{ id: 'client', state: 'todo' }]);
});

test('marks what is done, what was skipped, and green lights', () => {
  const lights = [light('mail', 'green'), light('backup', 'yellow'), light('recovery_sheet', 'red')];
  const row = { ...untouched, done: ['name', 'factor'], dismissed: ['reviews', 'factor'] };
  const steps = firstSteps(row, lights, true);
  const inState = (wanted: string) => steps.filter(({ state }) => state === wanted).map(({ id }) => id);
  expect(inState('done')).toEqual(['name', 'mail', 'factor']);
  expect(inState('skipped')).toEqual(['reviews']);
  expect(steps.find(({ id }) => id === 'backup')?.light).toEqual(light('backup', 'yellow'));
});

test('is finished when each step is done or skipped', () => {
  const [first, ...others] = stepIds;
  expect(isUnfinished({ ...untouched, done: others })).toBe(true);
  expect(isUnfinished({ ...untouched, done: others, dismissed: [first] })).toBe(false);
});
