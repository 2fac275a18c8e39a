import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';

/** The lights, in the order in which they are shown. */
export const lightNames = {
  database: msg`Database`,
  store: msg`Documents`,
  disk: msg`Disk space`,
  mail: msg`Email`,
  texts: msg`Text messages`,
  clock: msg`Clock`,
  certificate: msg`Site certificate`,
  backup: msg`Backup`,
  scrub: msg`Document check`,
  servers: msg`Servers and version`,
  staff_factor: msg`Two-step login for staff`,
  sign_ins: msg`Failed logins`,
  recovery_sheet: msg`Recovery sheet`,
};
export type LightId = keyof typeof lightNames;
export const lightIds = Object.keys(lightNames) as LightId[];

/** Green: nothing to do. Yellow: look at it this week. Red: act today; the office gets a mail. */
export type LightState = 'green' | 'yellow' | 'red';
export const lightWords: Record<LightState, MessageDescriptor> = {
  green: msg({ message: 'Good', context: 'status' }),
  yellow: msg`Needs attention`,
  red: msg`Problem`,
};

/** A light in the language of its reader. */
export interface Light {
  id: LightId;
  state: LightState;
  says: string;
  todo?: string;
  /** The technical reason, in English. */
  detail?: string;
}

/** The worst of several states. */
export function worst(states: readonly LightState[]): LightState {
  if (states.includes('red')) return 'red';
  return states.includes('yellow') ? 'yellow' : 'green';
}

/** All lights in one line. */
export function summary(lights: readonly Pick<Light, 'state'>[], t: Translate): string {
  const count = (state: LightState) => lights.filter((light) => light.state === state).length;
  const [reds, yellows] = [count('red'), count('yellow')];
  if (reds === 0 && yellows === 0) return t(msg`Everything is fine.`);
  const looks = t(
    msg`${plural({ count: yellows }, { one: '# thing needs attention', other: '# things need attention' })}.`,
  );
  if (reds === 0) return `${t(msg`Nothing is broken.`)} ${looks}`;
  const problems = t(
    msg`${plural({ count: reds }, { one: '# problem needs your attention today', other: '# problems need your attention today' })}.`,
  );
  return yellows === 0 ? problems : `${problems} ${looks}`;
}
