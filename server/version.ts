import manifest from '../package.json' with { type: 'json' };

/** The version of this program. package.json has the one copy. */
export const version: string = manifest.version;

const VERSION = /^(\d+)\.(\d+)\.(\d+)$/;

export function isVersion(text: string): boolean {
  return VERSION.test(text);
}

/** Whether one release is the other or a later one. Both must be versions such as 1.10.0. */
export function isAtLeast(present: string, needed: string): boolean {
  const [here, there] = [numbersOf(present), numbersOf(needed)];
  const differs = here.findIndex((number, place) => number !== there[place]);
  return differs === -1 || (here[differs] ?? 0) > (there[differs] ?? 0);
}

function numbersOf(text: string): number[] {
  const parts = VERSION.exec(text);
  if (!parts) throw new Error(`not a version: ${text}`);
  return parts.slice(1).map(Number);
}

/** The version of this program, such as [1, 0, 0]. */
export const releaseNumbers: readonly number[] = numbersOf(version);
