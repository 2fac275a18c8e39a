const none = 'none';

/**
 * "None of these" beside one of these is a slip, mostly of a thumb on a phone: what was pressed last is meant, so
 * each takes the other's tick away. The rules of the quote take any set; this is only about what people mean.
 */
export function exclusiveNone(before: readonly string[], after: readonly string[]): readonly string[] {
  if (!after.includes(none) || after.length === 1) return after;
  return before.includes(none) ? after.filter((id) => id !== none) : [none];
}
