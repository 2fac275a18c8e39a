import { type BookingAnswers, emptyBooking } from '#domain/booking/fields.ts';

/**
 * What was typed and not sent yet, for a reload or a look at another page. In this tab only: the next person at the
 * same computer has another one.
 */
const key = 'nutmeg.booking-draft';

export function keepDraft(answers: BookingAnswers): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(answers));
  } catch {
    // A browser that refuses storage keeps no draft; the form works all the same.
  }
}

export function forgetDraft(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // See above.
  }
}

/** The draft, with the fields that the form has today. */
export function readDraft(): BookingAnswers {
  const kept = parsed();
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return { name: text(kept.name), phone: text(kept.phone), email: text(kept.email) };
}

function parsed(): Partial<Record<keyof BookingAnswers, unknown>> {
  try {
    return { ...JSON.parse(sessionStorage.getItem(key) ?? '{}') };
  } catch {
    // Of an older version, or no storage: there is no draft.
    return emptyBooking;
  }
}
