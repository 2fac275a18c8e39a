const none = 'none';

/**
 * "None of these" together with another answer is a slip. The last press counts: "none" unticks the others, and any
 * other answer unticks "none".
 */
export function exclusiveNone(before: readonly string[], after: readonly string[]): readonly string[] {
  if (!after.includes(none) || after.length === 1) return after;
  return before.includes(none) ? after.filter((id) => id !== none) : [none];
}
