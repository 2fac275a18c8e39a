import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPortal, type TestPortal } from '#tests/support/server/portal.ts';
import { addStaffWithFactor } from './actors.ts';
import { type Stage, setTheStage } from './stage.ts';
import { secondFactor } from './table/second-factor.ts';
import { table } from './table.ts';

let portal: TestPortal;
let stage: Stage;

beforeAll(async () => {
  portal = await startPortal({ env: { CAPTCHA: 'embedded', STAFF_MFA: 'required' } });
  stage = await setTheStage(portal);
  await addStaffWithFactor(stage.cast);
});
afterAll(() => portal?.close());

const places = [...new Set(secondFactor.map(({ where }) => where))];
describe.each(places)('%s', (where) => {
  test.each(secondFactor.filter((row) => row.where === where))('$operation, as $as: $expect', async (row) => {
    expect(await stage.outcomeOf(row)).toBe(row.expect);
  });
});

test('every operation that staff try is among the lines, and many end otherwise without the factor', () => {
  const byStaff = new Set(
    table.filter(({ as }) => as === 'admin' || as === 'super').map((row) => row.operation),
  );
  const tried = new Set(secondFactor.map(({ operation }) => operation));
  expect([...byStaff].filter((operation) => !tried.has(operation))).toEqual([]);
  const outcomes = (as: string) =>
    new Map(secondFactor.filter((row) => row.as === as).map((r) => [r.operation, r.expect]));
  const [without, having] = [outcomes('admin'), outcomes('admin with second factor')];
  expect(
    [...having].filter(([operation, outcome]) => without.get(operation) !== outcome).length,
  ).toBeGreaterThan(20);
});
