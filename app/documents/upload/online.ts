/** How often `navigator.onLine` is read: some devices never send the `online` event. */
const OFFLINE_POLL_MS = 5000;

/** Resolves when the device is online. Calls `onOffline(true)` while it waits, and `onOffline(false)` at the end. */
export async function whenOnline(
  signal: AbortSignal,
  onOffline: (isOffline: boolean) => void,
): Promise<void> {
  while (!navigator.onLine) {
    onOffline(true);
    await pause(OFFLINE_POLL_MS, signal);
  }
  onOffline(false);
}

/** Resolves after some time, or as soon as the device is online again. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const wake = () => {
      clearTimeout(timer);
      window.removeEventListener('online', wake);
      signal.removeEventListener('abort', wake);
      if (signal.aborted) reject(signal.reason);
      else resolve();
    };
    const timer = setTimeout(wake, milliseconds);
    window.addEventListener('online', wake);
    signal.addEventListener('abort', wake);
  });
}
