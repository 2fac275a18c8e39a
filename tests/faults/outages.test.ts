import { expect, test } from 'vitest';
import { externalPostgresPrograms } from '../support/missing-services.ts';
import { killEmbedded, type Outcome, restartExternal } from './outage-rounds.ts';

const ROUNDS = 10;

function expectNothingLost({ crashes, answered, lost, statuses, speechless }: Outcome): void {
  expect({ crashes, lost, speechless }).toEqual({ crashes: 0, lost: [], speechless: [] });
  expect(answered).toBeGreaterThan(ROUNDS);
  // 0: the connection was cut. Anything else would be a fault that was not foreseen.
  expect(Object.keys(statuses).filter((status) => !['0', '201', '503', '507'].includes(status))).toEqual([]);
}

test.skipIf(externalPostgresPrograms() === undefined)(
  "restarts of an outside PostgreSQL under writes (Debian's package postgresql)",
  async () => expectNothingLost(await restartExternal(ROUNDS)),
);

test('kills of the embedded PostgreSQL under writes: the server stays, and starts it again', async () => {
  expectNothingLost(await killEmbedded(ROUNDS, 'PostgreSQL'));
});

test('kills of the server under writes: it is started again, and takes over the PostgreSQL left behind', async () => {
  expectNothingLost(await killEmbedded(ROUNDS, 'the server'));
});
