import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { typedEarly } from '#app/site/shell/typed-early.ts';
import { bookingFields, emptyBooking } from '#domain/booking/fields.ts';
import { formatUsPhone } from '#domain/booking/us-phone.ts';
import { bookingDraft } from './booking-draft.ts';
import type { BookingFormState } from './use-booking-form.ts';

/**
 * Brings back what was typed before a reload, and keeps what is typed from then on. What stands in the boxes already
 * was typed before the page's script had come, and counts most.
 */
export function useBookingDraft(form: BookingFormState, box: RefObject<HTMLFormElement | null>): void {
  const begun = useRef(false);
  const begin = useEffectEvent(() => {
    const known = { ...(bookingDraft.read() ?? emptyBooking), ...typedEarly(box.current, bookingFields) };
    form.fill({ ...known, phone: formatUsPhone(known.phone) });
  });

  // Before anything is drawn again: the next drawing writes over what stands in the boxes.
  useLayoutEffect(() => begin(), []);

  useEffect(() => {
    // The first round has what the prerendered page has: nothing.
    if (begun.current) bookingDraft.save(form.answers);
    begun.current = true;
  }, [form.answers]);
}
