/** Measured by the wall clock, so that the sleep of a device counts as idle time. */
export type Idle =
  | { kind: 'active' }
  | { kind: 'warning'; secondsLeft: number }
  /** The session must end. */
  | { kind: 'over' };

export interface IdleLimits {
  /** From the last activity to the sign-out. */
  limitMs: number;
  /** How long before the sign-out the person is warned. */
  warningMs: number;
}

export function idleAt(now: number, lastActivity: number, { limitMs, warningMs }: IdleLimits): Idle {
  // A clock that was set back must neither sign out at once nor keep the session open forever.
  const idleMs = Math.max(0, now - lastActivity);
  const leftMs = limitMs - idleMs;
  if (leftMs <= 0) return { kind: 'over' };
  if (leftMs <= warningMs) return { kind: 'warning', secondsLeft: Math.ceil(leftMs / 1000) };
  return { kind: 'active' };
}

/** 95 as "1:35". */
export function countdown(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
