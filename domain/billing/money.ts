/** The most that an amount may be: a million dollars. */
export const MOST_CENTS = 100_000_000;

/**
 * Cents of an amount as people type it: "1,234.5", "$80", "80.50". Undefined if it isn't an amount, or has more than
 * two digits for the cents. Not by multiplying: 1.15 * 100 is 114.99999999999999.
 */
export function parseCents(typed: string): number | undefined {
  const plain = typed.slice(0, 40).replace(/[\s$]/g, '');
  const found = /^(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{0,2}))?$/.exec(plain) ?? /^()\.(\d{1,2})$/.exec(plain);
  if (!found) return undefined;
  const [, dollars = '', cents = ''] = found;
  const amount = Number(dollars.replaceAll(',', '')) * 100 + Number(cents.padEnd(2, '0'));
  return amount <= MOST_CENTS ? amount : undefined;
}

/** "1234.50", for a field and for files: no sign of a currency, and no separators. */
export function plainAmount(cents: number): string {
  const whole = Math.abs(cents);
  return `${cents < 0 ? '-' : ''}${Math.trunc(whole / 100)}.${String(whole % 100).padStart(2, '0')}`;
}

/** "$80" or "$1,234.50"; negative ones with a minus sign. */
export function dollarsAndCents(cents: number): string {
  const whole = Math.abs(cents);
  const dollars = Math.trunc(whole / 100).toLocaleString('en-US');
  const rest = whole % 100;
  return `${cents < 0 ? '−' : ''}$${dollars}${rest === 0 ? '' : `.${String(rest).padStart(2, '0')}`}`;
}

/** "$80.00": for columns and paper, where amounts stand below one another. */
export function fullDollars(cents: number): string {
  const text = dollarsAndCents(cents);
  return text.includes('.') ? text : `${text}.00`;
}
