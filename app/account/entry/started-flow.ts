import { asRecord, storedJson } from '#app/shared/drafts/stored-value.ts';

/** A flow that starts with a form here and ends with an emailed link. */
export type Flow = 'signup' | 'recovery';

/** Links work for an hour. Someone who asked for a second email later still started here. */
const MAX_AGE_MS = 24 * 60 * 60 * 1000;

const startOf = (flow: Flow) =>
  storedJson('local', `nutmeg.begun.${flow}`, (value) => {
    const start = asRecord(value);
    return typeof start?.email === 'string' && typeof start.at === 'number'
      ? { email: start.email, at: start.at }
      : null;
  });

/** Remembers that this browser asked for the email, so that a link for that address is expected. */
export function rememberFlow(flow: Flow, email: string): void {
  startOf(flow).save({ email: email.trim().toLowerCase(), at: Date.now() });
}

/**
 * Whether this browser asked for the email, to this address if it is known. Without storage it never did, and the link
 * asks before it signs in.
 */
export function hasStarted(flow: Flow, email?: string): boolean {
  const start = startOf(flow).read();
  if (start === null) return false;
  const age = Date.now() - start.at;
  return (email === undefined || start.email === email.toLowerCase()) && age >= 0 && age < MAX_AGE_MS;
}
