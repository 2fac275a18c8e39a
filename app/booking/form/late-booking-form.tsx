import { lazy, memo, Suspense } from 'react';

const load = () => import('./booking-form.tsx');
/** Where pages are rendered, the form must be at hand when its turn comes. */
const atHand = import.meta.env.SSR ? load() : null;

/**
 * The form with its fields is a fifth of a public page's weight, so its script comes after the page's own. The
 * prerendered page shows it all the same: it is there at once, and what is typed before its script has come is kept.
 */
const BookingForm = lazy(async () => ({ default: (await (atHand ?? load())).BookingForm }));

/**
 * Without properties, and remembered: were it drawn again before its script has come, React would put an empty form
 * in place of the one in which somebody types.
 */
export const LateBookingForm = memo(function LateBookingForm() {
  return (
    <Suspense fallback={<div className="min-h-[32rem]" />}>
      <BookingForm />
    </Suspense>
  );
});
