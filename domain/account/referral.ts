/** Characters of a referrer's name: at sign-up, in the profile and in the yearly form. */
export const maxReferrerLength = 100;

export interface ReferralTerms {
  /** Dollars for each referral. */
  reward: number;
  /** Above this sum in a year the rewards have to be reported. */
  reportableAbove: number;
}

export interface ReferralReward {
  referrals: number;
  total: number;
  reportable: boolean;
}

/** What so many referrals in a year earn. There is no limit. */
export function referralReward(
  referrals: number,
  { reward, reportableAbove }: ReferralTerms,
): ReferralReward {
  const total = referrals * reward;
  return { referrals, total, reportable: total > reportableAbove };
}

/** What somebody typed as a number of people: whole, not below 0, not above what the field takes. */
export function referralsFrom(typed: string, most: number): number {
  const value = Math.floor(Number(typed.trim().replaceAll(',', '')));
  return Number.isFinite(value) ? Math.min(Math.max(value, 0), most) : 0;
}
