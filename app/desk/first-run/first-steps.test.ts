import { expect, test } from 'vitest';
import type { Light } from '#domain/health/lights.ts';
import { firstSteps } from './first-steps.ts';

const untouched = { has_clients: false, facts_edited: false, colleagues: 0 };
const light = (id: Light['id'], state: Light['state']): Light => ({ id, state, says: id });

test('a super user sets up the office, then adds a client', () => {
  const steps = firstSteps(untouched, [], true);
  expect(steps.map(({ id }) => id)).toEqual(['facts', 'people', 'mail', 'backup', 'recovery', 'client']);
  expect(steps.filter(({ isDone }) => isDone)).toEqual([]);
});

test('other staff only add a client', () => {
  expect(firstSteps(untouched, [], false)).toEqual([{ id: 'client', isDone: false }]);
});

test('marks what is done, and only green lights', () => {
  const lights = [light('mail', 'green'), light('backup', 'yellow'), light('recovery_sheet', 'red')];
  const steps = firstSteps({ ...untouched, facts_edited: true, colleagues: 2 }, lights, true);
  expect(steps.filter(({ isDone }) => isDone).map(({ id }) => id)).toEqual(['facts', 'people', 'mail']);
  expect(steps.find(({ id }) => id === 'backup')?.light).toEqual(light('backup', 'yellow'));
});
