/**
 * The longest time for which a channel may ask for past changes: `replay_ms` of a `postgres_changes` filter, in
 * milliseconds. It is our own extension. A page that has just loaded its rows and joins a moment later need not load them
 * a second time.
 */
export const MAX_REPLAY_MS = 60_000;

/** The text of the system message that the server sends if it can't repeat all changes: load the rows again. */
export const CHANGES_MISSED = 'Changes may have been missed';
