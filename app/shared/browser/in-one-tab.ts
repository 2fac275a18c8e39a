/**
 * Runs the work in one tab at a time. Without a lock where the browser has none, or refuses it with its storage, and if
 * another tab sleeps with the lock.
 * @param patience how long to wait for another tab, in milliseconds
 */
export async function inOneTab<Result>(
  name: string,
  work: () => Promise<Result>,
  patience: number,
): Promise<Result> {
  let isRunning = false;
  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(), patience);
  try {
    return await navigator.locks.request(name, { signal: waiting.signal }, () => {
      isRunning = true;
      return work();
    });
  } catch (error) {
    if (isRunning) throw error;
    return work();
  } finally {
    clearTimeout(timer);
  }
}
