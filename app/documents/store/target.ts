import type { DocumentItem } from './document-store.ts';

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
  /** The client's own login: it can take back what it has just sent. Staff delete. */
  readonly sender?: string;
}

/** Whether a super user can't act on a file: it was downloaded, and not marked as new since. */
export function isLocked({ downloadCount }: Pick<DocumentItem, 'downloadCount'>, target: Target): boolean {
  return target.seesCounts && (downloadCount ?? 0) > 0;
}

const TAKE_BACK_MS = 10 * 60_000;

/** Whether to offer it. The server decides (migration 0018_trash). */
export function mayTakeBack(item: DocumentItem, { sender }: Target, now = new Date()): boolean {
  const { uploadedAt, uploadedBy, isByClient, isSeen } = item;
  if (sender === undefined || uploadedBy !== sender || !isByClient || isSeen || uploadedAt === null)
    return false;
  return now.getTime() - Date.parse(uploadedAt) < TAKE_BACK_MS;
}
