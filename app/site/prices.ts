import type { Office } from '#domain/business/office.ts';
import type { Formats } from '#domain/language/formats.ts';
import { msg } from '#domain/language/message.ts';
import type { Wording } from '#domain/language/translate.ts';

/** A price in whole dollars. Both ends are the same if the office charges one amount. */
interface Range {
  from: number;
  to: number;
}

/** "$80 to $120", or "$90". */
export function priceRange({ from, to }: Range, { dollars }: Formats): Wording {
  return from === to ? dollars(from) : msg`${{ from: dollars(from) }} to ${{ to: dollars(to) }}`;
}

/** "$80 – $120", or "$90": for large figures and narrow columns. */
export function dashedPrices({ from, to }: Range, { dollars }: Formats): string {
  return from === to ? dollars(from) : `${dollars(from)} – ${dollars(to)}`;
}

/** The price of an extra: "$120", "$200 a month". Null if the office has none. */
export function extraPrice({ extras }: Office['prices'], { dollars }: Formats, id: string): Wording | null {
  const found = extras.find((extra) => extra.id === id);
  if (!found) return null;
  const amount = dollars(found.amount);
  return found.per ? msg`${{ amount }} a ${{ unit: found.per }}` : amount;
}
