/** Which papers a person has ready. Kept on the device only: it reveals nothing but what they own. */
const key = 'nutmeg.papers-ready';

export function readTicked(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : [];
  } catch {
    // A browser that refuses storage forgets them.
    return [];
  }
}

export function keepTicked(ids: readonly string[]): void {
  try {
    if (ids.length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(ids));
  } catch {
    // See above.
  }
}
