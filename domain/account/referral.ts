import type { Business } from '#domain/business/business.ts';

/** In dollars: for each referral, and the sum a year above which rewards have to be reported. */
type ReferralTerms = Pick<Business['referral'], 'reward' | 'reportableAbove'>;

/** The reward for a number of referrals in a year. There is no limit. */
export function referralReward(referrals: number, { reward, reportableAbove }: ReferralTerms) {
  const total = referrals * reward;
  return { referrals, total, reportable: total > reportableAbove };
}

/** A typed number of people as an integer from 0 to `max`. */
export function referralsFrom(typed: string, max: number): number {
  const value = Math.floor(Number(typed.trim().replaceAll(',', '')));
  return Number.isFinite(value) ? Math.min(Math.max(value, 0), max) : 0;
}
