/** The query string with other values of these parameters; null removes one. */
export function changedSearch(
  search: string | URLSearchParams,
  changes: Readonly<Record<string, string | null | undefined>>,
): string {
  const parameters = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value == null) parameters.delete(name);
    else parameters.set(name, value);
  }
  const query = parameters.toString();
  return query === '' ? '' : `?${query}`;
}
