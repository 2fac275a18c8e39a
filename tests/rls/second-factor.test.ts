import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPortal, type TestPortal } from '#tests/support/server/portal.ts';
import { addStaffWithFactor } from './callers.ts';
import { createFixtures, runRow } from './fixtures.ts';
import type { Row } from './rows.ts';
import { secondFactor } from './table/second-factor.ts';
import { table } from './table.ts';
import { byTier } from './tiers.ts';
import type { Fixtures } from './types.ts';

let portal: TestPortal;
let fixtures: Fixtures;

beforeAll(async () => {
  portal = await startPortal({ env: { CAPTCHA: 'embedded', STAFF_MFA: 'required' } });
  fixtures = await createFixtures(portal);
  await addStaffWithFactor(fixtures);
});
afterAll(() => portal?.close());

const resources = [...new Set(secondFactor.map(({ resource }) => resource))];
describe.each(resources)('%s', (resource) => {
  const { fast, full } = byTier(secondFactor.filter((row) => row.resource === resource));
  const check = async (row: Row) => expect(await runRow(row, fixtures)).toBe(row.expect);
  test.each(fast)('$operation, as $as: $expect', check);
  test.each(full)('$operation, as $as: $expect', { tags: ['permissions'] }, check);
});

test('the rows include every operation of staff', () => {
  const byStaff = table.filter(({ as }) => as === 'admin' || as === 'super').map((row) => row.operation);
  const rowsFor = new Set(secondFactor.map(({ operation }) => operation));
  expect(byStaff.filter((operation) => !rowsFor.has(operation))).toEqual([]);
});
