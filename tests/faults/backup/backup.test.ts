/** @module-tag faults-backup */
import { mkdir, mkdtemp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recoveryWords } from '#domain/account/recovery-sheet.ts';
import { runCommand } from '../../support/server/portal-command.ts';
import { createInstallation } from '../embedded-server.ts';
import { openRounds, type Rounds, sheetOf } from './backup-rounds.ts';

let rounds: Rounds;
beforeAll(async () => {
  // Leaves the machine to the backup; `npm run bench -- restore` writes without pauses.
  rounds = await openRounds({ pauseMs: 100 });
});
afterAll(() => rounds?.close());

test('restores a backup that was made under write load on an empty machine, without losing a write', async () => {
  const { lost, answered, tokenStatus } = await rounds.backupAndRestore();
  expect(lost).toEqual([]);
  expect(answered).toBeGreaterThanOrEqual(16);
  // The signing keys are the same: people stay signed in.
  expect(tokenStatus).toBe(200);
});

test('with BACKUP_URL, losing the machine loses less than a minute, and any time can be restored', {
  tags: ['faults-backup'],
}, async () => {
  const { lost, tokenStatus, later, tooLate, leftBehind, verifyProblem } = await rounds.burnAndRestore();
  expect(lost).toEqual([]);
  expect(tokenStatus).toBe(200);
  // The scheduled backup verified itself.
  expect(verifyProblem).toBeNull();
  // A restore to a given time has nothing newer.
  expect(later).toBe(0);
  expect(tooLate).toMatch(
    /^What was shipped to \S+ ends before that time\. Leave --at out to restore all of it\.\n$/,
  );
  expect(leftBehind).toEqual(['server.lock']);
});

test('invalid restores are rejected with one sentence, and write nothing', {
  tags: ['faults-backup'],
}, async () => {
  const { folder } = rounds;
  const place = await mkdtemp(join(folder, 'place-'));
  const installation = await createInstallation({ settings: { CAPTCHA: 'off', LOG_LEVEL: 'error' } });
  await installation.startReady();
  try {
    const settings = { DATA_DIR: installation.dataDir };
    expect((await runCommand(['backup', place], settings)).code).toBe(0);
    const words = await sheetOf(installation);

    const onData = await runCommand(['restore', place], settings, words);
    expect(onData).toMatchObject({ code: 1, stdout: '' });
    expect(onData.stderr).toMatch(
      /^There is data in .*; a restore needs an empty DATA_DIR\. Nothing was changed\.\n$/,
    );

    const empty = { DATA_DIR: join(folder, 'empty') };
    await mkdir(empty.DATA_DIR);
    const otherKey = recoveryWords(Buffer.alloc(32, 1)).join(' ');
    const swapped = words
      .split(' ')
      .toSpliced(0, 2, words.split(' ')[1] ?? '', words.split(' ')[0] ?? '')
      .join(' ');
    const cases: [string, string[], RegExp][] = [
      [
        otherKey,
        [place],
        /^This backup needs the recovery sheet \S+; the key that was given is that of the sheet \S+\.\n$/,
      ],
      [swapped, [place], /^[^\n]*(recovery sheet)[^\n]*\n$/],
      ['abandon ability', [place], /^A recovery sheet has 24 words; these are 2\.\n$/],
      [
        words,
        [join(folder, 'nowhere')],
        /^There is no folder \S+ for the backups\. Mount its disk, or create it\.\n$/,
      ],
      [
        words,
        [place, '--backup', 'yesterday'],
        /^There is no backup "yesterday" at \S+\. There are: \S+\.\n$/,
      ],
      [
        words,
        [place, '--at', '2001-01-01 00:00'],
        /^The oldest backup at \S+ is of \S+, which is after that time\.\n$/,
      ],
    ];
    for (const [input, args, sentence] of cases) {
      const { code, stderr } = await runCommand(['restore', ...args], empty, input);
      expect(stderr).toMatch(sentence);
      expect(code).toBe(1);
    }
    expect(await readdir(empty.DATA_DIR)).toEqual([]);
  } finally {
    await installation.close();
  }
});
