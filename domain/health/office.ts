import type { Verdict } from './lights.ts';

export interface ServersFacts {
  /** The version of each server that has reported in the last minutes. */
  running: readonly string[];
}

export function judgeServers({ running }: ServersFacts): Verdict {
  const versions = [...new Set(running)].sort();
  if (running.length === 0) {
    return { state: 'red', says: 'The portal isn’t running.', todo: 'Start it with “npm start”.' };
  }
  if (versions.length > 1) {
    return {
      state: 'yellow',
      says: `The servers run different versions: ${versions.join(', ')}.`,
      todo: 'Upgrade the servers that run an older version.',
    };
  }
  return {
    state: 'green',
    says: `${running.length === 1 ? 'One server runs' : `${running.length} servers run`} version ${versions[0]}.`,
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
      says: staff === 0 ? 'There are no staff members yet.' : 'All staff use two-step login.',
    };
  }
  const who = without === 1 ? '1 staff member has' : `${without} staff members have`;
  if (required) {
    return {
      state: 'yellow',
      says: `${who} no authenticator app yet. They can’t see clients until they set it up.`,
      todo: 'Ask them to set it up on their account page, or remove their role.',
    };
  }
  return {
    state: isPublic ? 'red' : 'yellow',
    says: `${who} no authenticator app: a stolen password is enough to see every client.`,
    todo: 'Set STAFF_MFA=required, or ask them to set it up on their account page today.',
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
  const says =
    lastDay === 1
      ? 'One login failed in the last day.'
      : `${lastDay.toLocaleString('en-US')} logins failed in the last day.`;
  if (lastDay < NOTABLE || lastDay < usual * TIMES_THE_USUAL) return { state: 'green', says };
  return {
    state: lastDay < ALARMING ? 'yellow' : 'red',
    says: `${says} That is far more than usual (${Math.round(usual).toLocaleString('en-US')} a day).`,
    todo: 'Someone may be guessing passwords. The portal slows them down. Make sure all staff have an authenticator app.',
  };
}
