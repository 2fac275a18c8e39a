/** @module-tag faults-kills */
import { expect, test } from 'vitest';
import { externalPostgresPrograms } from '../support/missing-services.ts';
import { killEmbedded, type Outcome, restartExternal } from './outage-rounds.ts';

const ROUNDS = 10;

function expectNothingLost({ crashes, answered, lost, statuses, withoutRetryAfter }: Outcome): void {
  expect({ crashes, lost, withoutRetryAfter }).toEqual({ crashes: 0, lost: [], withoutRetryAfter: [] });
  expect(answered).toBeGreaterThan(ROUNDS);
  // 0: the connection was cut. Any other status would be an unexpected fault.
  expect(Object.keys(statuses).filter((status) => !['0', '201', '503', '507'].includes(status))).toEqual([]);
}

test.skipIf(externalPostgresPrograms() === undefined)(
  "restarts of an external PostgreSQL during writes (Debian's package postgresql)",
  async () => expectNothingLost(await restartExternal(ROUNDS)),
);

test('the server restarts an embedded PostgreSQL that is killed during writes', async () => {
  const outcome = await killEmbedded(ROUNDS, 'PostgreSQL');
  expectNothingLost(outcome);
  expect(outcome.restarts).toBe(0);
});

test('a server that is killed during writes is restarted and takes over PostgreSQL', async () => {
  const outcome = await killEmbedded(ROUNDS, 'the server');
  expectNothingLost(outcome);
  expect(outcome.restarts).toBe(ROUNDS);
});
