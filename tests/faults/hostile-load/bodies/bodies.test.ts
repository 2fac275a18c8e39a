/** @module-tag hostile-load */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PUBLISHABLE_KEY } from '#tests/support/server/keys.ts';
import { bodyCases, frameCases, queryCases, uploadCases } from './cases.ts';
import { address, restFrames, serviceFrames } from './frames.ts';
import { type Case, measure } from './measure.ts';
import { openStage, type Stage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

/** Every route and every table counts: a new one is in the list without being named here. */
async function expectShortGaps(cases: readonly Case[]): Promise<void> {
  const { text, over } = await measure(stage, cases);
  console.log(text);
  expect(over).toEqual([]);
}

const MINUTES = 60_000;

test('no body of auth, storage or functions holds up the others', { timeout: 20 * MINUTES }, async () => {
  await expectShortGaps(bodyCases(serviceFrames(await stage.routes())));
});

test('no body of REST holds up the others', { timeout: 20 * MINUTES }, async () => {
  await expectShortGaps(bodyCases(await restFrames(stage.database, stage.userId('client'))));
});

test('no query holds up the others', { timeout: 20 * MINUTES }, async () => {
  await expectShortGaps(queryCases(await stage.routes(), address));
});

test('no form or header of an upload holds up the others', { timeout: 20 * MINUTES }, async () => {
  await expectShortGaps(uploadCases(stage.userId('client')));
});

test('no message of realtime holds up the others', { timeout: 20 * MINUTES }, async () => {
  await expectShortGaps(frameCases(PUBLISHABLE_KEY, stage.token));
});
