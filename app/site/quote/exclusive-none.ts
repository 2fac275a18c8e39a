const none = 'none';

/**
 * "None of these" and other answers exclude each other. The last click wins: "none" clears the others, and any
 * other answer clears "none".
 */
export function exclusiveNone(before: readonly string[], after: readonly string[]): readonly string[] {
  if (!after.includes(none) || after.length === 1) return after;
  return before.includes(none) ? after.filter((id) => id !== none) : [none];
}
