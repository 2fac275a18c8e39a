/** @module-tag property */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { englishReader, loadReaders } from '#server/language/readers.ts';
import { inputs } from '#tests/support/property-inputs.ts';
import { judgeBackup, judgeRecoverySheet, judgeScrub } from './data-safety.ts';
import { judgeCertificate, judgeClock, judgeDatabase, judgeDisk, judgeStore } from './machine.ts';
import { judgeMail, judgeTexts } from './mail.ts';
import { judgeServers, judgeSignIns, judgeStaffFactor } from './office.ts';
import { type Verdict, wordsOf } from './words.ts';

const { es: spanishReader } = await loadReaders();
const now = new Date('2028-06-01T12:00:00Z');
const DAY_MS = 24 * 60 * 60 * 1000;

const amount = fc.oneof(fc.nat(3), fc.nat(60), fc.nat(5_000_000));
const name = fc.stringMatching(/^[a-z]{2,8}\d$/);
const version = fc.constantFrom('15.9', '18.4', '23.1');
const days = fc.oneof(fc.double({ min: -2, max: 3, noNaN: true }), fc.integer({ min: -3000, max: 3000 }));
const time = days.map((count) => new Date(now.getTime() + count * DAY_MS));
const never = fc.option(time);
const offset = fc.oneof(fc.integer({ min: -200, max: 200 }), fc.integer({ min: -1e8, max: 1e8 }));
const bytes = fc.oneof(fc.nat(2 ** 31 - 1), fc.integer({ min: 1, max: 2 ** 43 }));
const room = fc.record(
  {
    server: name,
    holds: fc.constantFrom('data', 'documents', 'data and documents'),
    free: bytes,
    total: fc.integer({ min: 1, max: 2 ** 44 }),
  },
  { requiredKeys: ['holds', 'free', 'total'] },
);
const certificate = fc.oneof(
  fc.record({ kind: fc.constant('none'), local: fc.boolean() }),
  fc.record({ kind: fc.constantFrom('unreachable', 'invalid'), reason: fc.string() }),
  fc.record({ kind: fc.constant('valid'), from: time, until: time }),
);

/** What each check can say. */
const verdicts: Record<string, fc.Arbitrary<Verdict>> = {
  database: fc
    .record({
      answers: fc.boolean(),
      writes: fc.boolean(),
      version,
      connections: amount,
      connectionLimit: amount,
    })
    .map((facts) => judgeDatabase(facts.answers ? { ...facts, answers: true } : { answers: false }, now)),
  store: fc.constantFrom('works', 'full', 'fails').map(judgeStore),
  disk: fc
    .array(room as fc.Arbitrary<Parameters<typeof judgeDisk>[0][number]>, { minLength: 1 })
    .map(judgeDisk),
  clock: fc.record({ database: offset, site: fc.option(offset) }).map(judgeClock),
  mail: fc
    .record({
      way: fc.constantFrom('server', 'folder'),
      problem: fc.option(fc.string(), { nil: undefined }),
      oldestMinutes: fc.option(amount),
      undelivered: amount,
      failedToday: amount,
      sentToday: amount,
    })
    .map(judgeMail),
  texts: fc
    .record({
      way: fc.constantFrom('gateway', 'folder'),
      agreed: amount,
      failedToday: amount,
      sentToday: amount,
      problem: fc.option(fc.string()),
    })
    .map(judgeTexts),
  certificate: certificate.map((facts) => judgeCertificate(facts, now)),
  backup: fc
    .option(fc.record({ goodAt: never, failedAt: never, firstAt: never, stuckSince: never }))
    .map((facts) => judgeBackup(facts, now)),
  scrub: fc
    .record({
      finishedAt: never,
      startedAt: never,
      findings: fc.nat(2),
      unreadable: fc.oneof(fc.nat(2), amount),
    })
    .map((facts) => judgeScrub(facts, now)),
  servers: fc.array(version).map(judgeServers),
  staff_factor: fc
    .record({ staff: amount, without: amount, required: fc.boolean(), isPublic: fc.boolean() })
    .map(judgeStaffFactor),
  sign_ins: fc.record({ lastDay: amount, usual: amount }).map(judgeSignIns),
  recovery_sheet: fc.option(fc.boolean()).map(judgeRecoverySheet),
};

/** What stays as it is, and words that both languages have. */
const same =
  /“npm[^”]*”|\(docs[^)]*\)|\b(?:[A-Z]+_[A-Z]+(?:=required)?|max_connections|PostgreSQL|[GM]B|NTP|TLS|https?|portal|web|no)\b/gi;

function wordsIn(text: string, values: readonly unknown[]): Set<string> {
  const words = values.reduce<string>((rest, value) => rest.replaceAll(String(value), ' '), text);
  return new Set(
    words
      .replace(same, ' ')
      .toLowerCase()
      .match(/\p{L}{2,}/gu),
  );
}

test.each(Object.entries(verdicts))('every verdict on "%s" can be read in Spanish', (_check, verdict) => {
  fc.assert(
    fc.property(verdict, (found) => {
      const { says, todo = [] } = wordsOf(found);
      expect([says].flat().length).toBeGreaterThan(0);
      for (const message of [says, todo].flat()) {
        const [english, spanish] = [englishReader.t(message), spanishReader.t(message)];
        const { holds, machine, ...values } = message.values ?? {};
        const shown = Object.values(values);
        for (const value of shown) expect(spanish).toMatch(asWritten(value));
        const both = wordsIn(spanish, shown).intersection(wordsIn(english, shown));
        expect([...both]).toEqual([]);
      }
    }),
    { numRuns: inputs(500) },
  );
});

function asWritten(value: unknown): RegExp {
  if (value === 1) return /\b(?:1|[Uu]na?)\b/;
  const ways = typeof value === 'number' ? [`${value}`, spanishReader.formats.count(value)] : [String(value)];
  return new RegExp(ways.map(RegExp.escape).join('|'));
}
