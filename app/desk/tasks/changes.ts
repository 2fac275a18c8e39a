// How a change of a task or date is sent.

interface Answer<Data = unknown> {
  data?: Data;
  error: Error | null;
}

/** Throws the server's error. */
export async function done(answer: PromiseLike<Answer>): Promise<void> {
  const { error } = await answer;
  if (error) throw error;
}

/**
 * What a colleague has saved since, if the update found no row of the version that was seen. Null if it was written.
 * @param update of the row with this `updated_at`; its answer has the rows that were written
 * @param newest reads the row; sent only if nothing was written. It fails if the row is gone
 */
export async function newerVersion<Version>(
  update: PromiseLike<Answer<readonly unknown[] | null>>,
  newest: PromiseLike<Answer<Version | null>>,
): Promise<Version | null> {
  const { data: written, error } = await update;
  if (error) throw error;
  if (written && written.length > 0) return null;
  const { data, error: problem } = await newest;
  if (problem) throw problem;
  return data ?? null;
}
