/** A day of the calendar on the office's wall, which decides the form's year. */
export interface OfficeDay {
  year: number;
  /** 1 to 12. */
  month: number;
  day: number;
}

export function officeDay(now: Date, timeZone: string): OfficeDay {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  }).formatToParts(now);
  const part = (type: 'year' | 'month' | 'day') => Number(parts.find((one) => one.type === type)?.value);
  return { year: part('year'), month: part('month'), day: part('day') };
}
