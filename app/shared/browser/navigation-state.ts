/** What one screen hands to the next in the history entry: it survives a reload and never stands in the address. */
export interface EntryState {
  email: string;
  /** When the last mail was asked for, in milliseconds since 1970; 0: never. */
  mailedAt: number;
  /** A client of the system before this one, as the login found out. */
  legacy: boolean;
}

/** Reads it with suspicion: an entry may be of an older version of the site. */
export function readEntryState(state: unknown): EntryState {
  const from = (typeof state === 'object' && state !== null ? state : {}) as Record<string, unknown>;
  return {
    email: typeof from.email === 'string' ? from.email : '',
    mailedAt: typeof from.mailedAt === 'number' ? from.mailedAt : 0,
    legacy: from.legacy === true,
  };
}
