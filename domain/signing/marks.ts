import type { Field, Signing } from './schemas.ts';

/** The most points of all lines together: some 60 KB. */
const MAX_POINTS = 8000;

/** What is still missing or wrong; undefined if the document can be signed. */
export function signingProblem(
  { signature, initials, values }: Signing,
  fields: readonly Pick<Field, 'id' | 'kind' | 'required'>[],
): { field?: string } | undefined {
  const points = [signature, initials].reduce(
    (sum, mark) =>
      sum + (mark?.kind === 'drawn' ? mark.strokes.reduce((all, one) => all + one.length, 0) : 0),
    0,
  );
  if (points > 2 * MAX_POINTS) return {};
  for (const { id, kind, required } of fields) {
    const value = values[id];
    if (kind === 'initials' && required && initials === null) return { field: id };
    if (kind === 'text' && value !== undefined && typeof value !== 'string') return { field: id };
    if (kind === 'check' && value !== undefined && typeof value !== 'boolean') return { field: id };
    if (kind === 'text' && required && (typeof value !== 'string' || value.trim() === ''))
      return { field: id };
    if (kind === 'check' && required && value !== true) return { field: id };
  }
  const known = new Set(fields.map(({ id }) => id));
  return Object.keys(values).some((id) => !known.has(id)) ? {} : undefined;
}

/** The first letters of a name. */
export function initialsOf(name: string): string {
  return name
    .split(/\s+/)
    .flatMap((word) => Array.from(word)[0] ?? [])
    .join('')
    .toLocaleUpperCase('en-US')
    .slice(0, 6);
}
