/** Reading and writing nested values by path: "contact.phone", "team.0.name". */

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

/** Changes `target`. Objects on the way are made. */
export function putAt(target: object, path: string, value: unknown): void {
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  let branch = target as Record<string, unknown>;
  for (const key of keys) {
    const next = Object.hasOwn(branch, key) ? branch[key] : undefined;
    if (typeof next === 'object' && next !== null) branch = next as Record<string, unknown>;
    else {
      const made = {};
      branch[key] = made;
      branch = made;
    }
  }
  if (value === undefined) delete branch[last];
  else branch[last] = value;
}

/** Whether a path is this fact, or in it: "contact.phone.e164" is in "contact.phone". */
export function isWithin(path: string, fact: string): boolean {
  return path === fact || path.startsWith(`${fact}.`);
}

/** Equal as JSON. A value that is left out and one that is null are the same. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(inOrder(one)) === JSON.stringify(inOrder(other));
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value ?? null;
  const entries = Object.entries(value).filter(([, part]) => part !== null && part !== undefined);
  return Object.fromEntries(
    entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, part]) => [key, inOrder(part)]),
  );
}
