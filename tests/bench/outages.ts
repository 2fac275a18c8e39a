import { killEmbedded, type Outcome, restartExternal } from '#tests/faults/outage-rounds.ts';
import { externalPostgresPrograms } from '#tests/support/missing-services.ts';

const ROUNDS = 100;

/** A hundred faults of each kind during writes: lost writes, and recovery times. */
export async function outages(): Promise<void> {
  if (externalPostgresPrograms() === undefined) console.log('outside PostgreSQL: not installed');
  else print('restarts of an outside PostgreSQL', await restartExternal(ROUNDS));
  print('kills of the embedded PostgreSQL', await killEmbedded(ROUNDS, 'PostgreSQL'));
  print('kills of the server', await killEmbedded(ROUNDS, 'the server'));
}

function print(what: string, outcome: Outcome): void {
  const { rounds, crashes, answered, lost, statuses, slowestRecovery } = outcome;
  console.log(
    `${rounds} ${what}: ${crashes} crashes, ${answered} writes answered, ${lost.length} lost; answers ${JSON.stringify(statuses)}; slowest recovery ${slowestRecovery} ms`,
  );
}
