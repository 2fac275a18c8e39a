import { useState } from 'react';
import {
  type BookingAnswers,
  type BookingField,
  type BookingPerson,
  bookingIssues,
  bookingPerson,
  emptyBooking,
} from '#domain/booking/fields.ts';

/**
 * Name, phone and e-mail as they are typed, for the two forms that ask for them. What is wrong shows after the first
 * attempt to send; each message goes as soon as its answer is right.
 */
export function useBookingForm(known: BookingAnswers = emptyBooking) {
  const [answers, setAnswers] = useState(known);
  const [attempt, setAttempt] = useState(0);
  const [found, setFound] = useState<BookingField[]>([]);
  const issues = bookingIssues(answers).filter(({ field }) => found.includes(field));
  return {
    answers,
    issues,
    attempt,
    set: (field: BookingField, text: string) => setAnswers((before) => ({ ...before, [field]: text })),
    fill: setAnswers,
    /** The answers, if nothing is wrong with them. */
    take: (): BookingPerson | null => {
      const wrong = bookingIssues(answers);
      setFound(wrong.map(({ field }) => field));
      setAttempt((before) => before + 1);
      return wrong.length === 0 ? bookingPerson(answers) : null;
    },
  };
}

export type BookingFormState = ReturnType<typeof useBookingForm>;
