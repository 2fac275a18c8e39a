const utcHour = new Date().getUTCHours();

/** The time zone that is so many hours ahead of UTC: its name has the sign the other way around. */
const zoneAhead = (hours: number) => `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`;

/** A time zone where it is noon now, so that reminders may go out. */
export const noonZone = zoneAhead(12 - utcHour);

/** One where it is between 11 at night and 1 in the morning, so that no text may. */
export const nightZone = zoneAhead(utcHour > 11 ? 23 - utcHour : -utcHour);
