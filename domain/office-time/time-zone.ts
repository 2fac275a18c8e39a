const LONGEST = 64;

/** Whether it is a name in the IANA time zone database. */
export function isTimeZone(name: string): boolean {
  if (name.length > LONGEST || !/^[A-Za-z0-9_+/-]+$/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/**
 * The place that a zone is named after: "New York" for America/New_York. Undefined for zones without one, such as
 * UTC. This is the setting of a clock, not the location of a device.
 */
export function placeOfTimeZone(name: string): string | undefined {
  if (!/^(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)\//.test(name))
    return undefined;
  return name.split('/').at(-1)?.replaceAll('_', ' ');
}
