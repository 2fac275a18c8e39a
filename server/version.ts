import manifest from '../package.json' with { type: 'json' };

/** The version of this program. package.json has the one copy. */
export const version: string = manifest.version;

export function isVersion(text: string): boolean {
  return /^\d+\.\d+\.\d+$/.test(text);
}

/** Whether one release is the other or a later one. Both must be versions such as 1.10.0. */
export function isAtLeast(present: string, needed: string): boolean {
  const wrong = [present, needed].find((text) => !isVersion(text));
  if (wrong !== undefined) throw new Error(`not a version: ${wrong}`);
  return present.localeCompare(needed, 'en', { numeric: true }) >= 0;
}

/** The version of this program, such as [1, 0, 0]. */
export const releaseNumbers: readonly number[] = version.split('.').map(Number);
