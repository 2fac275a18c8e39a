import { msg, plural } from '#domain/language/message.ts';
import type { Verdict } from './lights.ts';

export interface ServersFacts {
  /** The version of each server that has reported in the last minutes. */
  running: readonly string[];
}

export function judgeServers({ running }: ServersFacts): Verdict {
  const versions = [...new Set(running)].sort();
  if (running.length === 0) {
    return { state: 'red', says: [msg`The portal isn’t running.`], todo: [msg`Start it with “npm start”.`] };
  }
  if (versions.length > 1) {
    return {
      state: 'yellow',
      says: [msg`The servers run different versions: ${{ versions: versions.join(', ') }}.`],
      todo: [msg`Upgrade the servers that run an older version.`],
    };
  }
  return {
    state: 'green',
    says: [
      msg`${plural({ count: running.length }, { one: 'One server runs', other: '# servers run' })} version ${{ version: versions[0] ?? '' }}.`,
    ],
  };
}

export interface StaffFactorFacts {
  staff: number;
  /** Staff without an authenticator app. */
  without: number;
  /** STAFF_MFA. */
  required: boolean;
  /** Whether the portal is public: SITE_URL starts with https. */
  isPublic: boolean;
}

export function judgeStaffFactor({ staff, without, required, isPublic }: StaffFactorFacts): Verdict {
  if (without === 0) {
    return {
      state: 'green',
      says: [staff === 0 ? msg`There are no staff members yet.` : msg`All staff use two-step login.`],
    };
  }
  if (required) {
    return {
      state: 'yellow',
      says: [
        msg`${plural({ without }, { one: '# staff member has', other: '# staff members have' })} no authenticator app yet. They can’t see clients until they set it up.`,
      ],
      todo: [msg`Ask them to set it up on their account page, or remove their role.`],
    };
  }
  return {
    state: isPublic ? 'red' : 'yellow',
    says: [
      msg`${plural({ without }, { one: '# staff member has', other: '# staff members have' })} no authenticator app: a stolen password is enough to see every client.`,
    ],
    todo: [msg`Set STAFF_MFA=required, or ask them to set it up on their account page today.`],
  };
}

export interface SignInFacts {
  /** Failed sign-ins in the last 24 hours. */
  lastDay: number;
  /** The daily average of the two weeks before. */
  usual: number;
}

const NOTABLE = 50;
const ALARMING = 500;
const TIMES_THE_USUAL = 5;

export function judgeSignIns({ lastDay, usual }: SignInFacts): Verdict {
  const says = [msg`${plural({ lastDay }, { one: 'One login', other: '# logins' })} failed in the last day.`];
  if (lastDay < NOTABLE || lastDay < usual * TIMES_THE_USUAL) return { state: 'green', says };
  return {
    state: lastDay < ALARMING ? 'yellow' : 'red',
    says: [
      ...says,
      msg`That is far more than usual (${plural({ usual: Math.round(usual) }, { one: '# a day', other: '# a day' })}).`,
    ],
    todo: [
      msg`Someone may be guessing passwords. The portal slows them down. Make sure all staff have an authenticator app.`,
    ],
  };
}
