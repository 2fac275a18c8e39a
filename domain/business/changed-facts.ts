import type { Business } from './business.ts';

/** How deep the names of changed facts go: "contact.phone", not "contact.phone.display". */
const DEPTH = 2;

/** The facts that differ, such as "hours.open" or "team", sorted. */
export function changedFacts(before: Business, after: Business): string[] {
  return differences(before, after, []).sort();
}

function differences(one: unknown, other: unknown, path: readonly string[]): string[] {
  if (path.length === DEPTH || !isBranch(one) || !isBranch(other)) {
    return isSame(one, other) ? [] : [path.join('.')];
  }
  return keysOf(one, other).flatMap((key) => differences(one[key], other[key], [...path, key]));
}

/** Equal as JSON. A fact that is left out, one that is null, and a "no" are the same. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, at) => isSame(item, other[at]));
  }
  if (isBranch(one) && isBranch(other)) {
    return keysOf(one, other).every((key) => isSame(one[key], other[key]));
  }
  return (one ?? false) === (other ?? false);
}

type Branch = Record<string, unknown>;

function isBranch(value: unknown): value is Branch {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const keysOf = (one: Branch, other: Branch) => [...new Set([...Object.keys(one), ...Object.keys(other)])];
