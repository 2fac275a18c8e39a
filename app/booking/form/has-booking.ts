/** Whether it already has a time. */
export function hasTime(state: unknown): boolean {
  if (!hasBooking(state)) return false;
  const { booking } = state as { booking: unknown };
  return typeof booking === 'object' && booking !== null && 'chosen' in booking;
}

/** Whether the history entry has a booking to go on with (`use-booking.ts` reads it). */
export function hasBooking(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'booking' in state;
}
