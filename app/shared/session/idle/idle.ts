/** How long nobody has done anything, judged by the clock on the wall: a device that slept counts its sleep. */
export type Idle =
  | { kind: 'active' }
  | { kind: 'warning'; secondsLeft: number }
  /** Time to sign out. */
  | { kind: 'over' };

export interface IdleLimits {
  /** From the last activity to the sign-out. */
  limitMs: number;
  /** How long before it the person is asked. */
  warningMs: number;
}

export function idleAt(now: number, lastActivity: number, { limitMs, warningMs }: IdleLimits): Idle {
  // A clock that was set back must neither sign out at once nor keep the session open for ever.
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
