import type { ImportedClient } from './imported-client.ts';
import type { ImportPlan, Refusal } from './plan.ts';

export type FilledField = 'email' | 'phone' | 'address' | 'contacts' | 'tax_id';

/** What the database did with a client, or would do. */
export interface RowOutcome {
  row: number;
  result: 'new' | 'filled_in' | 'unchanged' | 'refused';
  fields: readonly FilledField[];
  problem: Refusal | null;
}

/** Below the limits of the API for the size and the time of a request, also on a small server. */
export const BATCH = 100;

export interface ImportSteps {
  send(clients: readonly ImportedClient[]): Promise<readonly RowOutcome[]>;
  /** After each batch. */
  onProgress?(done: number): void;
  /** Between batches: false stops. */
  shouldContinue?(): boolean;
}

/** Sends the clients of a plan one batch after another. Returns the outcomes so far if it was stopped. */
export async function runImport(plan: ImportPlan, steps: ImportSteps): Promise<RowOutcome[]> {
  const outcomes: RowOutcome[] = [];
  for (let at = 0; at < plan.clients.length; at += BATCH) {
    if (steps.shouldContinue?.() === false) break;
    outcomes.push(...(await steps.send(plan.clients.slice(at, at + BATCH))));
    steps.onProgress?.(outcomes.length);
  }
  return outcomes;
}

export function countsOf(plan: ImportPlan, outcomes: readonly RowOutcome[]) {
  const counted = (result: RowOutcome['result']) =>
    outcomes.filter((outcome) => outcome.result === result).length;
  return {
    new: counted('new'),
    filled_in: counted('filled_in'),
    unchanged: counted('unchanged'),
    /** Rows that were not imported. */
    refused: plan.refused.length + counted('refused'),
    /** Rows about the client of an earlier row. */
    repeated: plan.repeated.length,
  };
}
