/** Something is told once it has lasted, so that a blip wakes nobody: two looks in a row, at least this far apart. */
export const CONFIRM_MS = 60_000;

export interface Watched {
  isRed: boolean;
  /** Since when it has been red, or has not been. */
  since: Date;
  /** Whether the last that was told is that it is red. */
  told: boolean;
}

/** What is to be told now, if anything. */
export function dueAlert({ isRed, since, told }: Watched, now: Date): 'red' | 'mended' | undefined {
  if (isRed === told || now.getTime() - since.getTime() < CONFIRM_MS) return undefined;
  return isRed ? 'red' : 'mended';
}

/** Whether a change still waits for its second look. */
export function isUnconfirmed({ isRed, told }: Watched): boolean {
  return isRed !== told;
}
