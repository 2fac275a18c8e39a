/** Where a page says which time zone its device is set to. Optional: other clients leave it out. */
export const TIME_ZONE_HEADER = 'x-client-time-zone';
