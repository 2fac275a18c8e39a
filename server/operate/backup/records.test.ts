import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '#server/database/database.ts';
import { databaseForFile } from '#tests/support/test-database.ts';
import { readBackupState } from './records.ts';

const testDatabase = databaseForFile();
let database: Database;
beforeAll(async () => {
  database = openDatabase({ url: testDatabase.url, onIdleError: () => undefined });
});
afterAll(async () => {
  await database?.close();
});
beforeEach(() => testDatabase.query('truncate nutmeg.backups'));

const at = (hour: number) => new Date(Date.UTC(2026, 10, 22, hour));

interface Made {
  startedAt: Date;
  endedAt?: Date;
  problem?: string;
  verifiedAt?: Date;
  verifyProblem?: string;
}

const good: Made = { startedAt: at(1), endedAt: at(2), verifiedAt: at(3) };

test.each<[what: string, made: Made[], state: { goodAt: Date | null; failedAt: Date | null }]>([
  ['none yet', [], { goodAt: null, failedAt: null }],
  ['good', [good], { goodAt: at(2), failedAt: null }],
  ['one under way after a good one', [good, { startedAt: at(5) }], { goodAt: at(2), failedAt: null }],
  [
    'one that failed after a good one',
    [good, { startedAt: at(5), problem: 'full' }],
    { goodAt: at(2), failedAt: at(5) },
  ],
  [
    'one whose verify failed',
    [{ startedAt: at(5), endedAt: at(6), verifiedAt: at(7), verifyProblem: 'a byte' }],
    { goodAt: null, failedAt: at(6) },
  ],
])('the state of backups: %s', async (_what, made, state) => {
  for (const { startedAt, endedAt, problem, verifiedAt, verifyProblem } of made) {
    await testDatabase.query(
      `insert into nutmeg.backups (name, place, started_at, ended_at, problem, verified_at, verify_problem)
       values ($1, '/backups', $2, $3, $4, $5, $6)`,
      [startedAt.toISOString(), startedAt, endedAt, problem, verifiedAt, verifyProblem],
    );
  }
  expect(await readBackupState(database)).toEqual({ ...state, stuckSince: null });
});
