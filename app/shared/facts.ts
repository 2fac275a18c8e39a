import { business } from '#app/business.ts';

const wholeDollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
});
const counts = new Intl.NumberFormat('en-US');

/** 1998 as "$1,998". */
export function dollars(amount: number): string {
  return wholeDollars.format(amount);
}

/** 2500 as "2,500". */
export function formatCount(value: number): string {
  return counts.format(value);
}

/** "1-2", or "3" when both ends are the same. */
export function formatRange({ from, to }: { from: number; to: number }): string {
  return from === to ? String(from) : `${from}–${to}`;
}

/** "08:00" as "8:00 AM". */
export function formatClock(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const half = hours < 12 ? 'AM' : 'PM';
  return `${hours % 12 || 12}:${String(minutes).padStart(2, '0')} ${half}`;
}

const dayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** The office's working days, such as "Monday, Tuesday". */
export function openDays(days: readonly number[] = business.hours.days): string {
  if (days.length === 7) return 'Seven days a week';
  return days.map((day) => dayNames[day]).join(', ');
}

/** "cash, check or direct deposit". */
export function orList(items: readonly string[]): string {
  if (items.length < 2) return items.join('');
  return `${items.slice(0, -1).join(', ')} or ${items.at(-1)}`;
}

/** "English, Spanish and Polish". */
export function andList(items: readonly string[]): string {
  if (items.length < 2) return items.join('');
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}

const months = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** "2025-01" as "January 2025". */
export function monthAndYear(month: string): string {
  return months.format(new Date(`${month}-01T00:00:00Z`));
}

/** The price of the cheapest return, in dollars. */
export const lowestPrice = Math.min(...business.prices.tiers.map((tier) => tier.from));

const { address } = business.contact;

/** The office's address, line by line. */
export const addressLines = [
  [address.street, address.unit].filter(Boolean).join(', '),
  `${address.city}, ${address.state} ${address.zip}`,
];
