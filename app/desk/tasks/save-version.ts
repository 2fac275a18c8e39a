interface Answer<Data> {
  data: Data | null;
  error: Error | null;
}

/** A colleague saved first, so nothing was written. */
export interface Conflict<Version> {
  readonly theirs: Version;
  /** The columns that differ from what was wanted. */
  readonly columns: readonly string[];
}

/**
 * Resolves to null if the row was written or already has what was wanted: the answer to an earlier try may have been lost.
 * Also if the row is gone and `newest` allows that.
 * @param write changes only a row that still has the `updated_at` that was seen, and answers with the rows it changed
 * @param newest reads the row; it is sent only if nothing was written
 * @param wanted the columns to compare
 */
export async function conflictingVersion<Version>(
  write: PromiseLike<Answer<readonly unknown[]>>,
  newest: PromiseLike<Answer<Version>>,
  wanted: Partial<Version>,
): Promise<Conflict<Version> | null> {
  const { data: written, error } = await write;
  if (error) throw error;
  if (written && written.length > 0) return null;
  const { data: theirs, error: problem } = await newest;
  if (problem) throw problem;
  if (!theirs) return null;
  const names = Object.keys(wanted) as (keyof Version & string)[];
  const columns = names.filter((name) => wanted[name] !== theirs[name]);
  return columns.length === 0 ? null : { theirs, columns };
}
