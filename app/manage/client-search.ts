/** What the search box finds, in the filter language of the wire. */

/**
 * Case-insensitively: first name, last name, e-mail, or any part of the full name. Null for a blank search. The
 * full name is not a column; a part of it that contains a space is the end of a first name and the beginning of a
 * last one.
 */
export function clientFilter(typed: string): string | null {
  const term = typed.normalize('NFC').trim().replace(/\s+/g, ' ');
  if (term === '') return null;
  const anywhere = ['first_name', 'last_name', 'email'].map((column) => like(column, `%${literal(term)}%`));
  const across = spacesOf(term).map((at) => {
    const end = like('first_name', `%${literal(term.slice(0, at))}`);
    const beginning = like('last_name', `${literal(term.slice(at + 1))}%`);
    return `and(${end},${beginning})`;
  });
  return [...anywhere, ...across].join(',');
}

function spacesOf(term: string): number[] {
  return [...term.matchAll(/ /g)].map((space) => space.index);
}

function like(column: string, pattern: string): string {
  // Quoted, so that commas, dots and brackets belong to the pattern.
  return `${column}.ilike."${pattern.replace(/["\\]/g, '\\$&')}"`;
}

/** Typed characters stand for themselves. Only "*", which the wire turns into "%", can't be escaped: any one character. */
function literal(text: string): string {
  return text.replace(/[%_\\]/g, '\\$&').replaceAll('*', '_');
}
