export type OfficeTimeOptions = Omit<Intl.DateTimeFormatOptions, 'timeZone' | 'timeZoneName'>;

/**
 * Formats instants (ISO text or milliseconds) in the office's zone. Adds the zone if the reader's clocks differ at
 * that instant: "Jan 5, 2026, 3:12 PM EST". Without a reader, as on paper, it always does.
 */
export function officeTimeFormat(
  options: OfficeTimeOptions,
  zones: { office: string; reader: string | null },
  locale = 'en-US',
): (moment: string | number) => string {
  const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: zones.office });
  return (moment) => {
    const at = new Date(moment);
    const said = format.format(at).replaceAll('\u202f', ' ');
    const isHere = zones.reader !== null && wallTime(at, zones.reader) === wallTime(at, zones.office);
    return isHere ? said : `${said} ${shortZone(at, zones.office)}`;
  };
}

/** The short name of a zone at an instant: "EST". */
export function shortZone(at: Date | number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' }).formatToParts(at);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

function wallTime(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(at);
}
