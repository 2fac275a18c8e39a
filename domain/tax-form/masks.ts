import { phoneDigits } from '../phone.ts';
import type { Kind } from './fields.ts';

/** Digits in groups, as far as they go: 000-000-0000. */
export type MaskName = 'phone' | 'ssn' | 'ein';

const GROUPS: Record<MaskName, readonly number[]> = { phone: [3, 3, 4], ssn: [3, 2, 4], ein: [2, 7] };

export interface Typed {
  text: string;
  cursor: number;
}

export function digitsOf(text: string): string {
  return text.replace(/[^0-9]/g, '');
}

export function digitCount(mask: MaskName): number {
  return GROUPS[mask].reduce((sum, size) => sum + size, 0);
}

/** The mask of a field's kind; undefined where it has none. */
export function maskOf(kind: Kind): MaskName | undefined {
  return kind in GROUPS ? (kind as MaskName) : undefined;
}

/** What the field shows for what was typed or pasted. */
export function masked(mask: MaskName, text: string): string {
  const digits = mask === 'phone' ? phoneDigits(text) : digitsOf(text).slice(0, digitCount(mask));
  let from = 0;
  const groups = GROUPS[mask].map((size) => {
    from += size;
    return digits.slice(from - size, from);
  });
  return groups.filter(Boolean).join('-');
}

/** The same, and the cursor behind as many digits as it stood behind before. */
export function typedInto(mask: MaskName, { text, cursor }: Typed): Typed {
  const shown = masked(mask, text);
  const digits = digitsOf(text);
  // The country's code in front of a phone number is dropped, and with it what was counted of it.
  const dropped = mask === 'phone' && !digits.startsWith(digitsOf(shown)) ? 1 : 0;
  const before = Math.max(0, digitsOf(text.slice(0, cursor)).length - dropped);
  let seen = 0;
  let at = 0;
  while (at < shown.length && seen < before) {
    if (shown[at] !== '-') seen += 1;
    at += 1;
  }
  return { text: shown, cursor: at };
}
