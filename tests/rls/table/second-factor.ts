import type { Operation, Row } from '../rows.ts';
import { table } from '../table.ts';
import type { Caller, Outcome } from '../types.ts';

/** There are two super users here. */
const WITH_ANOTHER_SUPER: Partial<Record<Operation, Outcome>> = { 'demote the last super': 'ok' };

/** For clients only: staff are refused, with a second factor or without. */
const FOR_CLIENTS_ONLY = new Set<Operation>([
  'try a code that does not exist',
  'switch to a client as its helper',
  'approve a return as a helper',
]);

function factorRowsFor(operation: Operation): Row[] {
  const resource = table.find((row) => row.operation === operation)?.resource ?? '';
  const row = (as: Caller, expect: Outcome): Row => ({ resource, operation, as, expect });
  const [admin, superUser] = [expectedOf(operation, 'admin'), expectedOf(operation, 'super')];
  return [
    ...(admin === undefined
      ? []
      : [
          row('admin', asStaffWithout(operation, admin)),
          row('admin with removed factor', asStaffWithout(operation, admin)),
          row('admin with second factor, demoted', asClient(operation)),
          row('admin with second factor', admin),
        ]),
    ...(superUser === undefined
      ? []
      : [
          row('super', asStaffWithout(operation, superUser)),
          row('super with second factor', WITH_ANOTHER_SUPER[operation] ?? superUser),
        ]),
  ];
}

/** The outcome for staff without a second factor, from that with one. */
const asStaffWithout = (operation: Operation, withFactor: Outcome): Outcome =>
  FOR_CLIENTS_ONLY.has(operation) ? withFactor : asClient(operation);

/** The outcome for a client without rights to the row. */
function asClient(operation: Operation): Outcome {
  const outcome =
    expectedOf(operation, 'demoted admin') ??
    expectedOf(operation, 'client B') ??
    expectedOf(operation, 'client A');
  if (outcome === undefined) throw new Error(`The table has no outcome for a client: ${operation}`);
  return outcome;
}

function expectedOf(operation: Operation, as: Caller): Outcome | undefined {
  return table.find((row) => row.operation === operation && row.as === as)?.expect;
}

/**
 * Rows for a server that requires a second factor of staff: staff with one have the outcomes of staff in the main
 * table, staff without one those of a client. Derived from the main table, so that new operations are included.
 */
export const secondFactor: Row[] = [...new Set(table.map(({ operation }) => operation))].flatMap(
  factorRowsFor,
);
