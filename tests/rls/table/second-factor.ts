import { table } from '../table.ts';
import type { Actor, Operation, Outcome, Row } from '../vocabulary.ts';

/** Here there are two of them. */
const BESIDE_ANOTHER_SUPER: Partial<Record<Operation, Outcome>> = { 'demote the last super': 'ok' };

function linesFor(operation: Operation): Row[] {
  const where = table.find((row) => row.operation === operation)?.where ?? '';
  const line = (as: Actor, expect: Outcome): Row => ({ where, operation, as, expect });
  const [admin, superUser] = [expectedOf(operation, 'admin'), expectedOf(operation, 'super')];
  return [
    ...(admin === undefined
      ? []
      : [
          line('admin', asClient(operation)),
          line('admin whose factor is gone', asClient(operation)),
          line('admin with second factor, demoted', asClient(operation)),
          line('admin with second factor', admin),
        ]),
    ...(superUser === undefined
      ? []
      : [
          line('super', asClient(operation)),
          line('super with second factor', BESIDE_ANOTHER_SUPER[operation] ?? superUser),
        ]),
  ];
}

/** What somebody gets who owns nothing of what it is about: who claims to be staff, or no longer is. */
function asClient(operation: Operation): Outcome {
  const told =
    expectedOf(operation, 'demoted admin') ??
    expectedOf(operation, 'client B') ??
    expectedOf(operation, 'client A');
  if (told === undefined) throw new Error(`the table does not say what a client gets: ${operation}`);
  return told;
}

function expectedOf(operation: Operation, as: Actor): Outcome | undefined {
  return table.find((row) => row.operation === operation && row.as === as)?.expect;
}

/**
 * On a server that demands a second factor of its staff. Who has shown it is what the other table says of staff;
 * who has not is a client among clients, by every operation that the other table knows. So these lines follow
 * from those: an operation that is added there is tried here.
 */
export const secondFactor: Row[] = [...new Set(table.map(({ operation }) => operation))].flatMap(linesFor);
