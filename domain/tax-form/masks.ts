import { formatPhone, phoneGroups, phoneProblem, typedPhone } from '#domain/contact/phone.ts';
import { digitsOf, grouped, groupedAsTyped, hasOtherDigits, type Typed } from '#domain/text/digit-groups.ts';
import type { Kind } from './fields.ts';

/** The groups of digits: 000-000-0000. */
export type MaskName = 'phone' | 'ssn' | 'ein';

const GROUPS: Record<MaskName, readonly number[]> = { phone: phoneGroups, ssn: [3, 2, 4], ein: [2, 7] };

export function digitCount(mask: MaskName): number {
  return GROUPS[mask].reduce((sum, size) => sum + size, 0);
}

/** The mask for a kind of field; undefined if there is none. */
export function maskOf(kind: Kind): MaskName | undefined {
  return kind in GROUPS ? (kind as MaskName) : undefined;
}

/** Formats a number. One that doesn't fit stays as it is. */
export function masked(mask: MaskName, text: string): string {
  if (doesNotFit(mask, text)) return text.trim();
  return mask === 'phone' ? formatPhone(text) : grouped(digitsOf(text), GROUPS[mask]);
}

/** Whether it can't become such a number by typing more. */
export function doesNotFit(mask: MaskName, text: string): boolean {
  if (mask === 'phone') return phoneProblem(text) === 'not_us';
  return digitsOf(text).length > digitCount(mask) || hasOtherDigits(text);
}

/** Formats a number during typing, and keeps the cursor in place. */
export function typedInto(mask: MaskName, typed: Typed): Typed {
  return mask === 'phone' ? typedPhone(typed) : groupedAsTyped(typed, GROUPS[mask]);
}
