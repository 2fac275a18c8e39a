/** Of what the office knows about a person and their return. */
export const consentData = [
  'contact',
  'returns',
  'amounts',
  'income_papers',
  'form_answers',
  'all_files',
] as const;
export type ConsentData = (typeof consentData)[number];

export const consentKinds = ['use', 'disclose'] as const;
export type ConsentKind = (typeof consentKinds)[number];

export const consentStatuses = ['asked', 'given', 'declined', 'withdrawn', 'canceled'] as const;
export type ConsentStatus = (typeof consentStatuses)[number];

/** Bounds of a request. The database has the same. */
export const consentLimits = { recipient: 200, purpose: 500, years: 10, name: 200 } as const;

/** A given consent that is over is "expired", which is not stored. */
export function stateOf(
  { status, expires_at }: { status: string; expires_at: string | null },
  now: number,
): ConsentStatus | 'expired' {
  if (status === 'given' && expires_at !== null && Date.parse(expires_at) <= now) return 'expired';
  return consentStatuses.find((one) => one === status) ?? 'canceled';
}
