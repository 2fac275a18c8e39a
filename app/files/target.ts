/** Whose files are on the screen, and what the person in front of it may do with them. */
export interface Target {
  readonly ownerId: string;
  /** The client's name when staff acts for a client; null for one's own files. */
  readonly forWhom: string | null;
  readonly mayDelete: boolean;
  /** Dense rows, for staff. */
  readonly dense: boolean;
}
