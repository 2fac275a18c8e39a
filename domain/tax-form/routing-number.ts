import { digitsOf } from '#domain/text/digit-groups.ts';

/** The checksum of the American Bankers Association: weights 3, 7, 1. */
function isRoutingNumber(digits: string): boolean {
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * ([3, 7, 1][at % 3] ?? 0), 0);
  return sum % 10 === 0 && !/^0+$/.test(digits);
}

/** Why a complete routing number can't be a bank's, as a sentence; undefined if it can, or if it is incomplete. */
export function doubtAboutRoutingNumber(text: string): string | undefined {
  const digits = digitsOf(text);
  // One wrong digit, or two swapped, would send a refund to a stranger.
  if (digits.length !== 9 || isRoutingNumber(digits)) return undefined;
  return 'No bank has it, so a digit may be wrong. Compare it with a check or your bank’s app.';
}
