import type { MessageDescriptor } from '@lingui/core';
import { msg } from '#domain/language/message.ts';
import { digitsOf } from '#domain/text/digit-groups.ts';

/** Only dependents can have an ATIN, during an adoption. */
export type NumberHolder = 'taxpayer' | 'dependent';

/** From sample cards and advertisements. */
const ADVERTISED = new Set(['078051120', '219099999', '457555462', '123456789']);
/** 987-65-4320 to 987-65-4329 are reserved for advertisements. */
const SET_ASIDE = /^98765432\d$/;

/** The fourth and fifth digits of an ITIN (IRS Publication 1915). */
const ITIN_GROUPS: readonly (readonly [number, number])[] = [
  [50, 65],
  [70, 88],
  [90, 92],
  [94, 99],
];
const ATIN_GROUP = 93;

/**
 * Why a complete SSN or ITIN is probably wrong, as a sentence; undefined if it is plausible or incomplete. Never a reason
 * to refuse it: the rules for issuing numbers may change, and there are exceptions.
 */
export function doubtAboutSsn(text: string, holder: NumberHolder): MessageDescriptor | undefined {
  const digits = digitsOf(text);
  if (digits.length !== 9) return undefined;
  const area = digits.slice(0, 3);
  const group = Number(digits.slice(3, 5));
  if (ADVERTISED.has(digits) || SET_ASIDE.test(digits)) return msg`This is a well-known sample number.`;
  if (/^(\d)\1+$/.test(digits)) return msg`This is the same digit nine times.`;
  if (area.startsWith('9')) {
    const isItin = ITIN_GROUPS.some(([least, most]) => group >= least && group <= most);
    if (isItin || (holder === 'dependent' && group === ATIN_GROUP)) return undefined;
    return msg`Numbers that start with 9 are ITINs, and no ITIN has ${{ group: digits.slice(3, 5) }} in the middle.`;
  }
  if (area === '000' || area === '666') return msg`No Social Security number starts with ${{ area }}.`;
  if (group === 0) return msg`No Social Security number has 00 in the middle.`;
  return digits.endsWith('0000') ? msg`No Social Security number ends with 0000.` : undefined;
}
