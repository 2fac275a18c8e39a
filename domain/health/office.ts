import type { Verdict } from './words.ts';

/** @param running the version of each server that has reported in the last minutes */
export function judgeServers(running: readonly string[]): Verdict {
  const [version, ...others] = [...new Set(running)].sort();
  if (version === undefined) return { state: 'red', code: 'servers_none' };
  if (others.length > 0) {
    return { state: 'yellow', code: 'servers_mixed', values: { versions: [version, ...others].join(', ') } };
  }
  return { state: 'green', code: 'servers_good', values: { count: running.length, version } };
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
  if (staff === 0) return { state: 'green', code: 'staff_factor_no_staff' };
  if (without === 0) return { state: 'green', code: 'staff_factor_good' };
  if (required) return { state: 'yellow', code: 'staff_factor_missing', values: { without } };
  return { state: isPublic ? 'red' : 'yellow', code: 'staff_factor_optional', values: { without } };
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
  if (lastDay < NOTABLE || lastDay < usual * TIMES_THE_USUAL) {
    return { state: 'green', code: 'sign_ins_usual', values: { lastDay } };
  }
  return {
    state: lastDay < ALARMING ? 'yellow' : 'red',
    code: 'sign_ins_many',
    values: { lastDay, usual: Math.round(usual) },
  };
}
