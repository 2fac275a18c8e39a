import type { MessageDescriptor } from '@lingui/core';
import { msg } from '#domain/language/message.ts';
import { digitsOf } from '#domain/text/digit-groups.ts';

/** The checksum of the American Bankers Association: weights 3, 7, 1. */
function isRoutingNumber(digits: string): boolean {
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * ([3, 7, 1][at % 3] ?? 0), 0);
  return sum % 10 === 0 && !/^0+$/.test(digits);
}

/** Why a complete routing number is invalid, as a sentence; undefined if it is valid or incomplete. */
export function doubtAboutRoutingNumber(text: string): MessageDescriptor | undefined {
  const digits = digitsOf(text);
  // A wrong digit would send the refund to another account.
  if (digits.length !== 9 || isRoutingNumber(digits)) return undefined;
  return msg`No bank uses this number, so a digit may be wrong. Compare it with a check or your bank’s app.`;
}
