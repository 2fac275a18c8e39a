import type { BookingPerson } from '#domain/booking/fields.ts';

/** Outside schedulers demand an address. Mail to this one goes nowhere: the domain is reserved for examples. */
const anonymousEmail = 'no-email@example.com';

/** The calendar that a booking goes on in, with what is known already. `outside`: another house's. */
export function calendarAddress(outside: string | null, person: BookingPerson, host: string): string {
  const known = { name: person.name, email: person.email ?? anonymousEmail, a1: person.phone };
  if (outside === null) return `/calendar?${new URLSearchParams(known)}`;
  const address = new URL(outside);
  // Without the last two that house shows a page of its own, which posts nothing to the page around it.
  for (const [key, value] of Object.entries({ ...known, embed_domain: host, embed_type: 'Inline' })) {
    address.searchParams.set(key, value);
  }
  return address.href;
}

/** What the address of the calendar knows of its visitor; what it doesn't know is empty. */
export function readCalendarAddress(search: string): { name: string; email: string; phone: string } {
  const known = new URLSearchParams(search);
  const email = known.get('email') ?? '';
  return {
    name: known.get('name') ?? '',
    email: email === anonymousEmail ? '' : email,
    phone: known.get('a1') ?? '',
  };
}
