import { zonedClock } from '#domain/office-time/zoned.ts';

const LOCAL = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})(?::(\d{2}))?$/;
const ABSOLUTE = /^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:\d{2})$/;

/** "2027-03-14 09:30" in the office's zone, or a time with its zone. Undefined for what does not exist. */
export function parseOfficeTime(text: string, timeZone: string): Date | undefined {
  const trimmed = text.trim();
  const [, day, clock, seconds = '00'] = LOCAL.exec(trimmed) ?? [];
  const local = day !== undefined && clock !== undefined;
  // Date would turn February 30 into March 2.
  const isReal = (iso: string) => {
    const at = new Date(`${iso}Z`);
    return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(iso);
  };
  if (local) {
    if (!isReal(`${day}T${clock}:${seconds}`)) return undefined;
    return new Date(zonedClock(timeZone).moment(day, clock) + Number(seconds) * 1000);
  }
  if (!ABSOLUTE.test(trimmed) || !isReal(trimmed.slice(0, 10))) return undefined;
  const at = new Date(trimmed);
  return Number.isNaN(at.getTime()) ? undefined : at;
}
