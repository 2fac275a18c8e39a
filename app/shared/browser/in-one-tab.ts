/**
 * Runs the work in one tab at a time, by a Web Lock. Runs it without one if locks are unsupported or blocked, or if
 * another tab holds the lock for too long.
 * @param timeoutMs how long to wait for another tab, in milliseconds
 */
export async function inOneTab<Result>(
  name: string,
  work: () => Promise<Result>,
  timeoutMs: number,
): Promise<Result> {
  let isRunning = false;
  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(), timeoutMs);
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
