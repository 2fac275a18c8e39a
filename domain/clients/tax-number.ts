import type { MessageDescriptor } from '@lingui/core';
import { msg } from '#domain/language/message.ts';
import { masked } from '#domain/tax-form/masks.ts';
import { doubtAboutSsn } from '#domain/tax-form/numbers/taxpayer-number.ts';
import { maskedAnswer } from '#domain/tax-form/sensitive.ts';
import { digitsOf } from '#domain/text/digit-groups.ts';
import type { ClientKind } from './membership.ts';

export const taxNumberKinds = ['ssn', 'itin', 'ein'] as const;
export type TaxNumberKind = (typeof taxNumberKinds)[number];

export const taxNumberNames: Record<TaxNumberKind, MessageDescriptor> = {
  ssn: msg`SSN`,
  itin: msg`ITIN`,
  ein: msg`EIN`,
};

export function isTaxNumberKind(kind: unknown): kind is TaxNumberKind {
  return (taxNumberKinds as readonly unknown[]).includes(kind);
}

/** An ITIN is written like an SSN. */
export const maskOfKind = (kind: TaxNumberKind): 'ssn' | 'ein' => (kind === 'ein' ? 'ein' : 'ssn');

export const likelyKind = (kind: ClientKind): TaxNumberKind => (kind === 'business' ? 'ein' : 'ssn');

/** The nine digits of a text that has digits, spaces, and hyphens only; null if it has more or fewer. */
export function taxNumberIn(text: string): string | null {
  if (text.length > 40 || !/^[-0-9 .]*$/.test(text)) return null;
  const digits = digitsOf(text);
  return digits.length === 9 ? digits : null;
}

/** "123-45-6789" or "12-3456789". */
export const writtenTaxNumber = (kind: TaxNumberKind, digits: string): string =>
  masked(maskOfKind(kind), digits);

/** "***-**-6789" or "**-***6789". */
export const maskedTaxNumber = (kind: TaxNumberKind, digits: string): string =>
  maskedAnswer(maskOfKind(kind), digits);

/** Why a number is probably wrong, as a sentence. Like `doubtAboutSsn`, never a reason to refuse it. */
export function doubtAboutTaxNumber(kind: TaxNumberKind, text: string): MessageDescriptor | undefined {
  const digits = digitsOf(text);
  if (digits.length !== 9) return undefined;
  if (kind === 'ein') {
    return /^(\d)\1+$/.test(digits) || digits.startsWith('00') ? msg`No EIN looks like this.` : undefined;
  }
  const startsWith9 = digits.startsWith('9');
  if (kind === 'ssn' && startsWith9) return msg`Numbers that start with 9 are ITINs.`;
  if (kind === 'itin' && !startsWith9) return msg`Every ITIN starts with 9.`;
  return doubtAboutSsn(digits, 'taxpayer');
}
