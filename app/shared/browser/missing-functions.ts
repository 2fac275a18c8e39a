/** What libraries need and the oldest browsers lack (scripts/assets/oldest-browsers.mjs). Loaded before everything else. */

// React Aria calls it on iPhones. Safari has it since 16.
if (typeof AbortSignal !== 'undefined' && !('timeout' in AbortSignal)) {
  Reflect.set(AbortSignal, 'timeout', (milliseconds: number) => {
    const limit = new AbortController();
    setTimeout(() => limit.abort(new DOMException('The time is over', 'TimeoutError')), milliseconds);
    return limit.signal;
  });
}
