/** What a person can start here and finish with an emailed link. */
export type Flow = 'signup' | 'recovery';

const keyOf = (flow: Flow) => `nutmeg.begun.${flow}`;
/** Links work for an hour. Someone who asked for a second email later still started here. */
const lasts = 24 * 60 * 60 * 1000;

/** Remembers that this browser asked for the email, so a link for that address is no surprise. */
export function noteBegun(flow: Flow, email: string): void {
  try {
    localStorage.setItem(keyOf(flow), JSON.stringify({ email: email.trim().toLowerCase(), at: Date.now() }));
  } catch {
    // A browser that refuses storage asks before it opens the link.
  }
}

export function hasBegun(flow: Flow, email: string): boolean {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(flow)) ?? 'null');
    if (typeof kept !== 'object' || kept === null || !('email' in kept) || !('at' in kept)) return false;
    const age = Date.now() - Number(kept.at);
    return kept.email === email.toLowerCase() && age >= 0 && age < lasts;
  } catch {
    return false;
  }
}
