/** Whether the history entry has a booking to go on with (`use-booking.ts` reads it). */
export function hasBooking(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'booking' in state;
}
