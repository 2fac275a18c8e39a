/** Report a problem only after it has lasted for two looks, at least this far apart, so that a blip sends no mail. */
export const CONFIRM_MS = 60_000;

export interface Watched {
  isRed: boolean;
  /** Since when it has been red, or has not been. */
  since: Date;
  /** Whether the last report said that it is red. */
  told: boolean;
}

/** What to report now, if anything. */
export function dueAlert({ isRed, since, told }: Watched, now: Date): 'red' | 'mended' | undefined {
  if (isRed === told || now.getTime() - since.getTime() < CONFIRM_MS) return undefined;
  return isRed ? 'red' : 'mended';
}

/** Whether a change still waits for its second look. */
export function isUnconfirmed({ isRed, told }: Watched): boolean {
  return isRed !== told;
}
