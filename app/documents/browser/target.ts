import type { DocumentItem } from '../store/document-store.ts';

/** Whose files are on the screen, and what the person in front of it may do with them. */
export interface Target {
  readonly ownerId: string;
  /** The client's name when staff acts for a client; null for one's own files. */
  readonly clientName: string | null;
  readonly mayDelete: boolean;
  /** Dense rows, for staff. */
  readonly dense: boolean;
  /** A super user sees how often a file was downloaded, and leaves alone what was. */
  readonly seesCounts: boolean;
}

/** A super user may act on a file only while nobody has downloaded it, or after marking it as new. */
export function isLocked({ downloadCount }: Pick<DocumentItem, 'downloadCount'>, target: Target): boolean {
  return target.seesCounts && (downloadCount ?? 0) > 0;
}
