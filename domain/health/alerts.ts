/** A problem is reported after two checks at least this far apart, so that a blip sends no mail. */
export const CONFIRM_MS = 60_000;

export interface Watched {
  isRed: boolean;
  /** When it last turned red, or stopped being red. */
  since: Date;
  /** Whether the latest report said red. */
  told: boolean;
}

/** What to report now, if anything. */
export function dueAlert({ isRed, since, told }: Watched, now: Date): 'red' | 'mended' | undefined {
  if (isRed === told || now.getTime() - since.getTime() < CONFIRM_MS) return undefined;
  return isRed ? 'red' : 'mended';
}

/** Whether a change still needs its second check. */
export function isUnconfirmed({ isRed, told }: Watched): boolean {
  return isRed !== told;
}
