/** The header with the device's time zone. Optional. */
export const TIME_ZONE_HEADER = 'x-client-time-zone';
