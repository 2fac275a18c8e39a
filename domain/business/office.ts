import type { Business } from './business.ts';

/** The parts that come with the pages that show them: they are long. */
const LONG = [
  'apps',
  'reviews',
  'team',
  'streetMap',
  'translations',
  'wording',
  'letters',
] as const satisfies readonly (keyof Business)[];

/** The facts that every page gets. */
export type Office = Omit<Business, (typeof LONG)[number]>;

export function officeOf(business: Business): Office {
  const isShort = ([name]: [string, unknown]) => !LONG.some((long) => long === name);
  return Object.fromEntries(Object.entries(business).filter(isShort)) as Office;
}

/** One line: "48 Elm Street, Suite 2, New Haven, CT 06510". */
export function addressLine({ contact: { address } }: Pick<Office, 'contact'>): string {
  const { street, unit, city, state, zip } = address;
  return [street, unit, city, `${state} ${zip}`].filter(Boolean).join(', ');
}
