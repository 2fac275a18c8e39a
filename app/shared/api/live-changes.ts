import type { RealtimeClient } from '@supabase/realtime-js';
import { CHANGES_MISSED, MAX_REPLAY_MS } from '#contract/realtime.ts';

/** The rows to watch. */
export interface LiveTopic {
  table: string;
  /** In the syntax of the REST service, such as `user_id=eq.42`. All rows without it. */
  filter?: string;
}

/** Several changes of one transaction arrive together and need only one refresh. */
const COLLECT_MS = 50;
/** Between the end of one refresh and the next. */
const PAUSE_MS = 300;
/** After the server has closed the channel for good. By then there is a new token, or the session is over. */
const REOPEN_MS = 5_000;

/** How long a join may take. The server repeats the changes of that much more time. */
const JOIN_MS = 10_000;

let channelCount = 0;

/**
 * Calls `onChange` when rows of any topic have changed, and each time the connection is established, since changes may
 * have been missed before. On a page that was opened less than a minute ago, the first connection doesn't call it: the
 * server repeats the changes since then. The topics share one channel. The library reconnects without help. Returns a
 * function that ends the subscription.
 */
export function subscribeToChanges(
  client: Pick<RealtimeClient, 'channel' | 'removeChannel' | 'setAuth'>,
  topics: readonly LiveTopic[],
  onChange: () => unknown,
): () => void {
  const refresh = coalesce(onChange);
  let reopening: ReturnType<typeof setTimeout> | undefined;
  let removeChannel = () => {};
  let isEnded = false;
  let isFirst = true;

  const open = async () => {
    // The second factor changes the token, but the library's socket keeps the old one: it would join with that and
    // receive nothing for an hour.
    await client.setAuth();
    if (isEnded) return;
    const replay_ms = isFirst ? msToReplay() : undefined;
    isFirst = false;
    const joinedAt = Date.now();
    let mayHaveMissed = replay_ms === undefined;
    // A unique name, because the library returns the same channel for the same name.
    const channel = client.channel(`live-${topics.map(({ table }) => table).join('-')}-${++channelCount}`);
    let isRemoved = false;
    removeChannel = () => {
      isRemoved = true;
      void client.removeChannel(channel);
    };
    const bindings = topics.map(({ table, filter }) => ({
      event: '*' as const,
      schema: 'public',
      table,
      // That something has changed is enough: the page fetches the rows again.
      select: ['id'],
      ...(filter && { filter }),
      ...(replay_ms && { replay_ms }),
    }));
    for (const binding of bindings) channel.on('postgres_changes', binding, refresh.request);
    channel.on('system', {}, ({ message }) => {
      if (message === CHANGES_MISSED) refresh.request();
    });
    channel.subscribe((state) => {
      if (isRemoved) return;
      if (state === 'SUBSCRIBED') {
        if (mayHaveMissed || Date.now() - joinedAt > JOIN_MS) refresh.request();
        mayHaveMissed = true;
        // To rejoin, the library sends the same objects again.
        for (const binding of bindings) delete binding.replay_ms;
      }
      if (state !== 'CLOSED') return;
      isRemoved = true;
      removeChannel = () => {};
      reopening = setTimeout(() => void open(), REOPEN_MS);
    });
  };
  void open();
  return () => {
    isEnded = true;
    clearTimeout(reopening);
    refresh.stop();
    removeChannel();
  };
}

/** The time since the page was opened, with the time for a join. Undefined if that is more than the server keeps. */
function msToReplay(): number | undefined {
  // The second clock also counts the time that the computer slept.
  const age = Math.max(performance.now(), Date.now() - performance.timeOrigin);
  const ms = Math.ceil(age) + JOIN_MS;
  return ms <= MAX_REPLAY_MS ? ms : undefined;
}

/** Runs `action` soon after the first request, once at a time. Requests during a run cause one more run. */
export function coalesce(action: () => unknown): { request: () => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isBusy = false;
  let isRequested = false;
  let isStopped = false;

  const run = async () => {
    isRequested = false;
    try {
      await action();
    } finally {
      timer = setTimeout(() => {
        isBusy = false;
        if (isRequested) request();
      }, PAUSE_MS);
      if (isStopped) clearTimeout(timer);
    }
  };
  const request = () => {
    if (isStopped) return;
    if (isBusy) {
      isRequested = true;
      return;
    }
    isBusy = true;
    timer = setTimeout(() => void run(), COLLECT_MS);
  };
  return {
    request,
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
