import type { DocumentOperation } from './operations/files/documents.ts';
import type { RestOperation } from './operations/rest.ts';
import type { Caller, Outcome, Outcomes } from './types.ts';

export type Operation = RestOperation | DocumentOperation;

/** One row of the table: this operation on this resource, called as this caller, has this outcome. */
export interface Row {
  resource: string;
  operation: Operation;
  as: Caller;
  expect: Outcome;
  /** If another row of the same operation fails whenever this one does. */
  implied?: boolean;
}

/** The rows of one operation. */
export function rowsFor(resource: string, operation: Operation, outcomes: Outcomes): Row[] {
  return Object.entries(outcomes).map(([as, expect]) => ({
    resource,
    operation,
    as: as as Caller,
    expect,
  }));
}

/** The rows of several operations with the same outcomes. */
export function rowsForEach(resource: string, operations: readonly Operation[], outcomes: Outcomes): Row[] {
  return operations.flatMap((operation) => rowsFor(resource, operation, outcomes));
}
