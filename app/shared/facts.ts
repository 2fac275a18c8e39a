import type { Office } from '#domain/business/office.ts';
import type { Formats } from '#domain/language/formats.ts';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';

/** "1–2", or "3" if both ends are the same. */
export function formatRange({ from, to }: { from: number; to: number }): string {
  return from === to ? String(from) : `${from}–${to}`;
}

/** The office's working days, such as "Monday, Tuesday". 0 is Sunday. */
export function openDays(days: readonly number[], formats: Formats, t: Translate): string {
  return days.length === 7 ? t(msg`Seven days a week`) : formats.weekdays(days);
}

export function lowestPrice({ prices }: Office): number {
  return Math.min(...prices.tiers.map((tier) => tier.from));
}

export function addressLines({ contact: { address } }: Office): string[] {
  return [
    [address.street, address.unit].filter(Boolean).join(', '),
    `${address.city}, ${address.state} ${address.zip}`,
  ];
}
