/** What one page before the login passes to the next in the history entry: it survives a reload and is not in the URL. */
export interface EntryState {
  email: string;
  /** When the last email was sent, in milliseconds since 1970; 0 for never. */
  mailedAt: number;
  /** A client of the previous system, as the login found out. */
  legacy: boolean;
}

/** Checks the state of a history entry, which may be from an older version of the site. */
export function readEntryState(state: unknown): EntryState {
  const from = (typeof state === 'object' && state !== null ? state : {}) as Record<string, unknown>;
  return {
    email: typeof from.email === 'string' ? from.email : '',
    mailedAt: typeof from.mailedAt === 'number' ? from.mailedAt : 0,
    legacy: from.legacy === true,
  };
}
