import type { DocumentItem } from '../store/document-store.ts';

/** Whose files are shown, and what the user may do with them. */
export interface Target {
  readonly ownerId: string;
  /** The client's name when the user works for another client; null for the user's own files. */
  readonly clientName: string | null;
  /** May add, rename, and move. */
  readonly mayChange: boolean;
  readonly mayDelete: boolean;
  /** Dense rows, for staff. */
  readonly dense: boolean;
  /** Super users see download counts, and can't change files that were downloaded. */
  readonly seesCounts: boolean;
}

/** Whether a super user can't act on a file: it was downloaded, and not marked as new since. */
export function isLocked({ downloadCount }: Pick<DocumentItem, 'downloadCount'>, target: Target): boolean {
  return target.seesCounts && (downloadCount ?? 0) > 0;
}
