/** Reading nested values by path: "contact.phone", "team.0.name". */

export function valueAt(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (branch, key) =>
        typeof branch === 'object' && branch !== null && Object.hasOwn(branch, key)
          ? (branch as Record<string, unknown>)[key]
          : undefined,
      value,
    );
}

/** Whether a path is this fact, or in it: "contact.phone.e164" is in "contact.phone". */
export function isWithin(path: string, fact: string): boolean {
  return path === fact || path.startsWith(`${fact}.`);
}

/** A text by its key. A key may have dots, so it is no path. */
export function wordOf(words: unknown, text: string): string | undefined {
  if (typeof words !== 'object' || words === null || !Object.hasOwn(words, text)) return undefined;
  const word: unknown = (words as Record<string, unknown>)[text];
  return typeof word === 'string' ? word : undefined;
}
