/** @module-tag property */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { englishReader } from '#server/language/readers.ts';
import { type BackupFacts, judgeBackup, judgeRecoverySheet, judgeScrub } from './data-safety.ts';
import { type LightState, summary, worst } from './lights.ts';
import {
  type CertificateFacts,
  judgeCertificate,
  judgeClock,
  judgeDatabase,
  judgeDisk,
  judgeStore,
} from './machine.ts';
import { judgeMail, type MailFacts } from './mail.ts';
import { judgeServers, judgeSignIns, judgeStaffFactor } from './office.ts';
import { inSentences, lightFor, type Verdict } from './words.ts';

const now = new Date('2026-11-22T12:00:00Z');
const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
const GB = 1024 ** 3;
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * HOUR);
const inDays = (days: number) => new Date(now.getTime() + days * DAY);
const inEnglish = (verdict: Verdict) => ({
  state: verdict.state,
  says: inSentences(englishReader.t, verdict).says,
});

describe('the database', () => {
  const good = {
    answers: true,
    writes: true,
    version: '18.4',
    connections: 12,
    connectionLimit: 100,
  } as const;
  test.each([
    ['answers', good, 'green', 'PostgreSQL 18.4, and 12 of 100 connections'],
    ['is silent', { answers: false } as const, 'red', 'isn’t responding'],
    ['can’t write', { ...good, writes: false }, 'red', 'can’t save anything'],
    ['is crowded', { ...good, connections: 85 }, 'yellow', '85 of 100'],
  ])('that %s', (_what, facts, state, words) => {
    const verdict = inEnglish(judgeDatabase(facts, now));
    expect(verdict).toMatchObject({ state, says: expect.stringContaining(words) });
  });

  test('is red for an unsupported version', () => {
    const old = { ...good, version: '15.9' };
    expect(judgeDatabase(old, now).state).toBe('green');
    expect(inEnglish(judgeDatabase(old, new Date('2027-11-12')))).toMatchObject({
      state: 'yellow',
      says: 'PostgreSQL 15.9 no longer gets security fixes.',
    });
    // An unknown, newer version.
    expect(judgeDatabase({ ...good, version: '23.1' }, new Date('2035-01-01')).state).toBe('green');
  });
});

test.each([
  ['works', 'green'],
  ['full', 'red'],
  ['fails', 'red'],
] as const)('a store with "%s" is %s', (facts, state) => {
  expect(judgeStore(facts).state).toBe(state);
});

describe('the disk', () => {
  test.each([
    [0.9 * GB, 10 * GB, 'red', '921 MB free (9 %)'],
    [1.95 * GB, 10 * GB, 'red', '1.9 GB free (19 %)'],
    [4 * GB, 100 * GB, 'red', '4.0 GB free (4 %)'],
    [4.9 * GB, 20 * GB, 'yellow', '4.9 GB free (24 %)'],
    [8 * GB, 100 * GB, 'yellow', '8.0 GB free (8 %)'],
    [30 * GB, 1000 * GB, 'yellow', '30 GB free (3 %)'],
    [60 * GB, 4000 * GB, 'green', '60 GB free (1 %)'],
    [77 * GB, 250 * GB, 'green', '77 GB free (30 %)'],
  ])('with %d of %d bytes free is %s', (free, total, state, words) => {
    const verdict = inEnglish(judgeDisk([{ holds: 'data', free, total }]));
    expect(verdict.state).toBe(state);
    expect(verdict.says).toContain(words);
  });

  test('reports the worst of several, with its server', () => {
    const rooms = [
      { server: 'web1', holds: 'data', free: 100 * GB, total: 200 * GB },
      { server: 'web2', holds: 'documents', free: GB / 2, total: 200 * GB },
    ] as const;
    expect(inEnglish(judgeDisk(rooms))).toMatchObject({
      state: 'red',
      says: 'The disk of web2 with the documents has 512 MB free (0 %).',
    });
  });

  test('less space never improves the state', () => {
    const height = (free: number, total: number) =>
      ['green', 'yellow', 'red'].indexOf(judgeDisk([{ holds: 'data', free, total }]).state);
    const bytes = fc.integer({ min: 0, max: 5000 * GB });
    fc.assert(
      fc.property(bytes, bytes, bytes, (a, b, c) => {
        const [less, more, total] = [a, b, c].sort((x, y) => x - y) as [number, number, number];
        expect(height(less, total)).toBeGreaterThanOrEqual(height(more, total));
      }),
    );
  });
});

test.each([
  [0.4, null, 'green', 'agree'],
  [-9, 3, 'green', 'agree'],
  [11, null, 'yellow', 'the database’s machine are 11 seconds apart'],
  [-61, null, 'red', 'are 61 seconds apart'],
  [0, 7200, 'red', 'the machine in front of the portal are 2 hours apart'],
] as const)('clock differences of %d and %s seconds', (database, site, state, words) => {
  const verdict = inEnglish(judgeClock({ database, site }));
  expect(verdict.state).toBe(state);
  expect(verdict.says).toContain(words);
});

describe('the certificate', () => {
  const ofDays = (life: number, left: number): CertificateFacts => ({
    kind: 'valid',
    from: inDays(left - life),
    until: inDays(left),
  });
  test.each([
    ['none, on this machine', { kind: 'none', local: true }, 'green', 'starts with http'],
    ['none, in public', { kind: 'none', local: false }, 'yellow', 'can read what people type'],
    ['out of reach', { kind: 'unreachable', reason: 'ECONNREFUSED' }, 'yellow', 'couldn’t open'],
    ['invalid', { kind: 'invalid', reason: 'CERT_HAS_EXPIRED' }, 'red', 'isn’t valid'],
    ['fresh', ofDays(90, 60), 'green', 'valid for 60 days.'],
    ['late', ofDays(90, 13), 'yellow', 'valid for 13 days. It should have been renewed'],
    ['last days', ofDays(90, 2.5), 'red', 'valid for 2 days.'],
    ['last hour', ofDays(90, 1 / 24), 'red', 'valid for 1 hour.'],
    ['of six days, fresh', ofDays(6, 2), 'green', 'valid for 2 days.'],
    ['of six days, late', ofDays(6, 1), 'yellow', 'valid for 24 hours.'],
  ] satisfies [string, CertificateFacts, LightState, string][])('%s', (_what, facts, state, words) => {
    const verdict = inEnglish(judgeCertificate(facts, now));
    expect(verdict.state).toBe(state);
    expect(verdict.says).toContain(words);
  });
});

describe('mail', () => {
  const good: MailFacts = {
    way: 'server',
    problem: undefined,
    oldestMinutes: null,
    undelivered: 0,
    failedToday: 0,
    sentToday: 40,
  };
  test.each([
    ['works', {}, 'green', 'is accepting emails'],
    ['a server that is down', { problem: 'connect ECONNREFUSED' }, 'red', 'isn’t working'],
    ['a folder that is full', { way: 'folder', problem: 'ENOSPC' }, 'red', 'their folder'],
    ['a mail waits for an hour', { oldestMinutes: 61 }, 'red', 'waiting for 61 minutes'],
    ['a mail waits for days', { oldestMinutes: 4000 }, 'red', 'waiting for 2 days'],
    ['a mail waits for a while', { oldestMinutes: 16 }, 'yellow', 'waiting for 16 minutes'],
    ['all fail', { failedToday: 12, sentToday: 3 }, 'red', '12 emails failed'],
    [
      'a few fail',
      { failedToday: 2, undelivered: 2, sentToday: 1 },
      'yellow',
      '2 emails couldn’t be delivered',
    ],
    ['no server', { way: 'folder' }, 'yellow', 'only saved to a folder'],
  ] satisfies [string, Partial<MailFacts>, LightState, string][])('%s', (_what, facts, state, words) => {
    const verdict = inEnglish(judgeMail({ ...good, ...facts }));
    expect(verdict.state).toBe(state);
    expect(verdict.says).toContain(words);
  });
});

describe('backups and documents', () => {
  const none: BackupFacts = { goodAt: null, failedAt: null, firstAt: null, stuckSince: null };
  test.each([
    ['none yet', {}, 'yellow', 'has not been made yet'],
    ['none, and the first is under way', { firstAt: hoursAgo(25) }, 'yellow', 'has not been made yet'],
    ['none, and each one was killed', { firstAt: hoursAgo(27) }, 'red', 'no good backup'],
    ['none, and it fails', { failedAt: hoursAgo(1) }, 'red', 'no good backup'],
    ['of last night', { goodAt: hoursAgo(9) }, 'green', '9 hours old. It was read back'],
    [
      'of last night, since then one failed',
      { goodAt: hoursAgo(9), failedAt: hoursAgo(1) },
      'yellow',
      'failed',
    ],
    ['one night missed', { goodAt: hoursAgo(27) }, 'yellow', '27 hours old'],
    ['two nights missed', { goodAt: hoursAgo(51) }, 'red', '2 days old'],
    [
      'changes are not copied',
      { goodAt: hoursAgo(9), stuckSince: hoursAgo(2) },
      'red',
      'aren’t backed up yet',
    ],
    ['a short interruption', { goodAt: hoursAgo(9), stuckSince: hoursAgo(0.5) }, 'green', '9 hours old'],
  ] satisfies [string, Partial<BackupFacts>, LightState, string][])(
    'backup: %s',
    (_what, facts, state, words) => {
      const verdict = inEnglish(judgeBackup({ ...none, ...facts }, now));
      expect(verdict.state).toBe(state);
      expect(verdict.says).toContain(words);
    },
  );

  test('a backup that is not configured', () => {
    expect(inEnglish(judgeBackup(null, now))).toEqual({ state: 'yellow', says: 'No backup is configured.' });
  });

  test.each([
    [null, null, 0, 'green', 'starts when there are documents'],
    [null, hoursAgo(50), 0, 'green', 'is in progress'],
    [null, inDays(-46), 0, 'yellow', '46 days ago'],
    [inDays(-10), inDays(-40), 0, 'green', 'checked 10 days ago'],
    [inDays(-46), inDays(-80), 0, 'yellow', '46 days ago'],
    [inDays(-1), inDays(-31), 1, 'red', 'A document is damaged or missing.'],
    [inDays(-1), inDays(-31), 3, 'red', '3 documents are damaged'],
  ] as const)(
    'check of all documents: ended %s, begun %s, %d damaged',
    (finishedAt, startedAt, findings, state, words) => {
      const verdict = inEnglish(judgeScrub({ finishedAt, startedAt, findings, unreadable: findings }, now));
      expect(verdict.state).toBe(state);
      expect(verdict.says).toContain(words);
    },
  );

  test('a damaged value outside of documents', () => {
    const facts = { finishedAt: inDays(-1), startedAt: null, findings: 2, unreadable: 0 };
    expect(inEnglish(judgeScrub(facts, now))).toMatchObject({
      state: 'red',
      says: '2 stored items are damaged.',
    });
  });

  test.each([
    [null, 'green'],
    [true, 'green'],
    [false, 'yellow'],
  ] as const)('a recovery sheet that is confirmed: %s', (confirmed, state) => {
    expect(judgeRecoverySheet(confirmed).state).toBe(state);
  });
});

describe('the office', () => {
  test.each([
    [[], 'red', 'isn’t running'],
    [['1.0.0'], 'green', 'One server runs version 1.0.0.'],
    [['1.0.0', '1.0.0'], 'green', '2 servers run version 1.0.0.'],
    [['1.1.0', '1.0.0'], 'yellow', 'different versions: 1.0.0, 1.1.0'],
  ] as const)('servers %j', (running, state, words) => {
    const verdict = inEnglish(judgeServers(running));
    expect(verdict.state).toBe(state);
    expect(verdict.says).toContain(words);
  });

  test.each([
    [{ staff: 0, without: 0, required: true, isPublic: true }, 'green'],
    [{ staff: 3, without: 0, required: false, isPublic: true }, 'green'],
    [{ staff: 3, without: 1, required: true, isPublic: true }, 'yellow'],
    [{ staff: 3, without: 2, required: false, isPublic: false }, 'yellow'],
    [{ staff: 3, without: 2, required: false, isPublic: true }, 'red'],
  ] as const)('staff %j', (facts, state) => {
    expect(judgeStaffFactor(facts).state).toBe(state);
  });

  test.each([
    [0, 0, 'green'],
    [49, 0, 'green'],
    [50, 0, 'yellow'],
    [400, 100, 'green'],
    [600, 100, 'red'],
    [2000, 500, 'green'],
  ] as const)('%d failed sign-ins, usually %d', (lastDay, usual, state) => {
    expect(judgeSignIns({ lastDay, usual }).state).toBe(state);
  });
});

test('a light has the technical reason, and what to do', () => {
  const verdict = judgeCertificate({ kind: 'invalid', reason: 'CERT_HAS_EXPIRED' }, now);
  expect(lightFor(englishReader.t, { id: 'certificate', ...verdict })).toEqual({
    id: 'certificate',
    state: 'red',
    says: 'Browsers warn people about this site because its certificate isn’t valid.',
    todo: 'Renew the certificate, usually on the web server in front of the portal.',
    detail: 'CERT_HAS_EXPIRED',
  });
});

describe('all lights', () => {
  const of = (...states: LightState[]) => states.map((state) => ({ state }));
  test.each([
    [of('green', 'green'), 'Everything is fine.'],
    [of('green', 'yellow'), 'Nothing is broken. 1 thing needs attention.'],
    [of('yellow', 'yellow'), 'Nothing is broken. 2 things need attention.'],
    [of('red', 'green'), '1 problem needs your attention today.'],
    [of('red', 'red', 'yellow'), '2 problems need your attention today. 1 thing needs attention.'],
  ])('%j', (lights, words) => {
    expect(summary(lights, englishReader.t)).toBe(words);
  });
  test('the worst state', () => {
    expect([worst([]), worst(['yellow', 'green']), worst(['yellow', 'red'])]).toEqual([
      'green',
      'yellow',
      'red',
    ]);
  });
});
