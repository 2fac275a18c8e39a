import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { BackupFacts } from '#domain/health/data-safety.ts';
import { type Database, openDatabase } from '#server/database/database.ts';
import { databaseForFile } from '#tests/support/test-database.ts';
import {
  lastScheduledBackup,
  readBackupState,
  recordRestore,
  recordShipping,
  recordStart,
} from './records.ts';

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
const nextYear = new Date(Date.now() + 365 * 86_400_000);
const ahead: Made = { startedAt: nextYear, endedAt: nextYear, verifiedAt: nextYear };

async function insert(made: Made[]): Promise<void> {
  for (const { startedAt, endedAt, problem, verifiedAt, verifyProblem } of made) {
    await testDatabase.query(
      `insert into nutmeg.backups (name, place, scheduled, started_at, ended_at, problem, verified_at, verify_problem)
       values ($1, '/backups', true, $2, $3, $4, $5, $6)`,
      [startedAt.toISOString(), startedAt, endedAt, problem, verifiedAt, verifyProblem],
    );
  }
}

test.each<[what: string, made: Made[], state: Omit<BackupFacts, 'stuckSince'>]>([
  ['none yet', [], { goodAt: null, failedAt: null, firstAt: null }],
  ['good', [good], { goodAt: at(2), failedAt: null, firstAt: at(1) }],
  [
    'one under way after a good one',
    [good, { startedAt: at(5) }],
    { goodAt: at(2), failedAt: null, firstAt: at(1) },
  ],
  [
    'good, and one of a clock that was ahead',
    [good, ahead],
    { goodAt: at(2), failedAt: null, firstAt: at(1) },
  ],
  [
    'one that failed after a good one',
    [good, { startedAt: at(5), problem: 'full' }],
    { goodAt: at(2), failedAt: at(5), firstAt: at(1) },
  ],
  [
    'one whose verify failed',
    [{ startedAt: at(5), endedAt: at(6), verifiedAt: at(7), verifyProblem: 'a byte' }],
    { goodAt: null, failedAt: at(6), firstAt: at(5) },
  ],
])('the state of backups: %s', async (_what, made, state) => {
  await insert(made);
  expect(await readBackupState(database)).toEqual({ ...state, stuckSince: null });
});

test('a backup of a clock that was ahead doesn’t count as the last one', async () => {
  await insert([good, ahead]);
  expect(await lastScheduledBackup(database, '/backups')).toMatchObject({ startedAt: at(1) });
});

test('a restored portal, which may ship no WAL, doesn’t show that shipping was stuck', async () => {
  const backup = { name: '2026-11-22T01-00-00Z', place: '/backups' };
  await recordStart(database, { ...backup, scheduled: true });
  await recordShipping(database, '/backups', 'It is full.');
  const manifest = { name: backup.name, endedAt: at(2).toISOString(), documents: { count: 3 } };
  await recordRestore(database, backup.place, manifest);
  expect((await readBackupState(database)).stuckSince).toBeNull();
  expect(await lastScheduledBackup(database, '/backups')).toMatchObject({ isComplete: true });
});
