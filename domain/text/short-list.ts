import { z } from 'zod';

/** A list of bounded length. Zod itself reads all elements, and collects a problem for each, before the length. */
export function shortList<Element extends z.ZodType>(
  element: Element,
  { min = 0, max }: { min?: number; max: number },
) {
  return z.array(z.unknown()).min(min).max(max).pipe(z.array(element));
}
