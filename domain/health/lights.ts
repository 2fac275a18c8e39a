/** The lights, in the order in which they are shown. */
export const lightNames = {
  database: 'Database',
  store: 'Documents',
  disk: 'Disk space',
  mail: 'Mail',
  clock: 'Clock',
  certificate: 'Certificate of the site',
  backup: 'Backup',
  scrub: 'Document check',
  servers: 'Servers and version',
  staff_factor: 'Second step for staff',
  sign_ins: 'Failed sign-ins',
  recovery_sheet: 'Recovery sheet',
} as const;
export type LightId = keyof typeof lightNames;
export const lightIds = Object.keys(lightNames) as LightId[];

/** Green: nothing to do. Yellow: look at it this week. Red: act today; the office gets a mail. */
export type LightState = 'green' | 'yellow' | 'red';
export const lightWords: Record<LightState, string> = {
  green: 'Good',
  yellow: 'Needs a look',
  red: 'Problem',
};

/** The result of a check, in words for people who are not technical. No personal data. */
export interface Verdict {
  state: LightState;
  /** The state in one sentence. */
  says: string;
  /** What to do about it. */
  todo?: string;
  /**
   * The technical reason. Shown on the page and in the terminal, never in a mail or to an outside service.
   */
  detail?: string;
}

export interface Light extends Verdict {
  id: LightId;
}

/** The worst of several states. */
export function worst(states: readonly LightState[]): LightState {
  if (states.includes('red')) return 'red';
  return states.includes('yellow') ? 'yellow' : 'green';
}

/** All lights in one line. */
export function summary(lights: readonly Pick<Light, 'state'>[]): string {
  const count = (state: LightState) => lights.filter((light) => light.state === state).length;
  const [reds, yellows] = [count('red'), count('yellow')];
  if (reds === 0 && yellows === 0) return 'All is well.';
  const looks = yellows === 1 ? '1 thing needs a look.' : `${yellows} things need a look.`;
  if (reds === 0) return `Nothing is broken. ${looks}`;
  const problems = reds === 1 ? '1 problem needs you today.' : `${reds} problems need you today.`;
  return yellows === 0 ? problems : `${problems} ${looks}`;
}
