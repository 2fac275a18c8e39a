const ahead = 12 - new Date().getUTCHours();

/** A time zone where it is noon now, so that reminders may go out. */
export const noonZone = `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
