import type { BulkAct } from '#domain/bulk/jobs.ts';
import type { Reason } from '#domain/bulk/reasons.ts';

/**
 * `POST bulk-preview` with `AskBulkPreview`, for staff: `BulkPreview`, what a bulk job would do now. 400 if the act or the
 * ids are wrong, 403 for others, 429 after too many.
 */
export interface AskBulkPreview {
  act: BulkAct;
  /** At most 10,000. */
  clientIds: readonly string[];
}

export interface BulkPreview {
  /** How many clients the job reaches. */
  reached: number;
  leftOut: LeftOutGroup[];
  /** The first clients that are reached, at most three; with the letter that each gets, if the job writes letters. */
  first: PreviewedClient[];
}

/** The clients who are left out for one reason. */
export interface LeftOutGroup {
  reason: Reason;
  count: number;
  /** The first of them, in the order of the list. */
  clients: { id: string; name: string }[];
}

export interface PreviewedClient {
  id: string;
  name: string;
  letter: { to: string; language: string; subject: string; html: string } | null;
}
