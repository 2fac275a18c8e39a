/** What a person may begin here and finish by a mail's link. */
export type Flow = 'signup' | 'recovery';

const keyOf = (flow: Flow) => `nutmeg.begun.${flow}`;
/** Links work for an hour; who asked for a second mail later still began it here. */
const lasts = 24 * 60 * 60 * 1000;

/** Remembers that this browser asked for the mail: a link for that address is then no surprise. */
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
