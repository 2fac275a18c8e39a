import { expect, test } from 'vitest';
import { createRecords } from './records.ts';

const at = (hour: number) => new Date(Date.UTC(2026, 10, 22, hour));
const run = (hour: number, more = {}) => ({
  startedAt: at(hour),
  endedAt: at(hour + 1),
  problem: undefined,
  verifyProblem: undefined,
  ...more,
});

test('omits records of parts that are not configured', async () => {
  const records = createRecords({});
  expect(await records.readBackupState()).toMatchObject({ configured: false });
  expect(await records.lastScrub()).toMatchObject({ findings: 0, completedAt: null });
  expect(await records.recoverySheetConfirmed()).toBeNull();
});

test.each([
  ['none yet', { last: undefined, lastGood: undefined }, { goodAt: null, failedAt: null }],
  ['good', { last: run(1), lastGood: run(1) }, { goodAt: at(2), failedAt: null }],
  [
    'one under way after a good one',
    { last: run(5, { endedAt: undefined }), lastGood: run(1) },
    { goodAt: at(2), failedAt: null },
  ],
  [
    'one that failed after a good one',
    { last: run(5, { endedAt: undefined, problem: 'full' }), lastGood: run(1) },
    { goodAt: at(2), failedAt: at(5) },
  ],
  [
    'one whose verify failed',
    { last: run(5, { verifyProblem: 'a byte' }), lastGood: undefined },
    { goodAt: null, failedAt: at(6) },
  ],
])('backups: %s', async (_what, states, facts) => {
  const records = createRecords({ backup: async () => ({ shippingProblem: undefined, ...states }) });
  expect(await records.readBackupState()).toEqual({ configured: true, stuckSince: null, ...facts });
});

test('reports failed WAL shipping, a running scrub and the recovery sheet', async () => {
  const records = createRecords({
    backup: async () => ({ last: run(1), lastGood: run(1), shippingProblem: { since: at(3) } }),
    scrub: async () => ({ finishedAt: undefined, startedAt: at(1), findings: 2, unreadable: 1 }),
    recoverySheet: async () => null,
  });
  expect((await records.readBackupState()).stuckSince).toEqual(at(3));
  expect(await records.lastScrub()).toEqual({
    completedAt: null,
    begunAt: at(1),
    findings: 2,
    unreadable: 1,
  });
  expect(await records.recoverySheetConfirmed()).toBe(false);
});
