/**
 * What the booking page and the calendar in its frame hand to each other, in the storage of this tab: the pass of the
 * appointment that waits for its time, and what time it got.
 */
const passKey = 'nutmeg.booking-pass';
const bookedKey = 'nutmeg.booked-time';

export interface KeptTime {
  start: string;
  ticket: string;
}

/** For the calendar; what was booked before is another booking's. */
export function keepPass(pass: string): void {
  attempt((storage) => {
    storage.setItem(passKey, pass);
    storage.removeItem(bookedKey);
  });
}

export function readPass(): string | null {
  return attempt((storage) => storage.getItem(passKey));
}

/** The pass has served. */
export function keepBooked(booked: KeptTime): void {
  attempt((storage) => {
    storage.setItem(bookedKey, JSON.stringify(booked));
    storage.removeItem(passKey);
  });
}

export function readBooked(): KeptTime | null {
  return attempt((storage) => asKeptTime(JSON.parse(storage.getItem(bookedKey) ?? 'null')));
}

export function forgetBooking(): void {
  attempt((storage) => {
    storage.removeItem(passKey);
    storage.removeItem(bookedKey);
  });
}

export function asKeptTime(value: unknown): KeptTime | null {
  if (typeof value !== 'object' || value === null) return null;
  const { start, ticket } = value as Record<string, unknown>;
  if (typeof start !== 'string' || Number.isNaN(Date.parse(start)) || typeof ticket !== 'string') return null;
  return { start, ticket };
}

/** A browser that refuses storage: the calendar then asks who is there, and the page can't name the time. */
function attempt<Result>(act: (storage: Storage) => Result): Result | null {
  try {
    return act(sessionStorage);
  } catch {
    return null;
  }
}
