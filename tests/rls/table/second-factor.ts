import type { Operation, Row } from '../rows.ts';
import { table } from '../table.ts';
import type { Caller, Outcome, StaffWithoutFactor } from '../types.ts';

/** For clients only: staff are refused, with a second factor or without. */
const FOR_CLIENTS_ONLY = new Set<Operation>([
  'try a code that does not exist',
  'switch to a client as its helper',
  'approve a return as a helper',
]);

function factorRowsFor(operation: Operation): Row[] {
  const resource = table.find((row) => row.operation === operation)?.resource ?? '';
  const without = (as: StaffWithoutFactor, staff: Caller): Row[] => {
    const withFactor = expectedOf(operation, staff);
    if (withFactor === undefined) return [];
    const expect = FOR_CLIENTS_ONLY.has(operation) ? withFactor : asClient(operation);
    // Super users may do all that admins may. A row that is the same with a factor says nothing about it.
    const implied = expect === withFactor || (as === 'admin without second factor' && hasSuper);
    return [{ resource, operation, as, expect, implied }];
  };
  const hasSuper = expectedOf(operation, 'super') !== undefined;
  return [
    ...without('admin without second factor', 'admin'),
    ...without('admin with removed factor', 'admin'),
    ...without('super without second factor', 'super'),
  ];
}

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
 * Rows of staff without a second factor, on a server that requires one: those of a client. Derived from the main table,
 * so that new operations are included.
 */
export const secondFactor: Row[] = [...new Set(table.map(({ operation }) => operation))].flatMap(
  factorRowsFor,
);
