import type { Supabase } from './supabase.ts';

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

let channelCount = 0;

/**
 * Calls `onChange` when rows have changed, and each time the connection is established, since changes may have been
 * missed before. The library reconnects without help. Returns a function that ends the subscription.
 */
export function subscribeToChanges(
  client: Pick<Supabase, 'channel' | 'removeChannel' | 'realtime'>,
  { table, filter }: LiveTopic,
  onChange: () => unknown,
): () => void {
  const refresh = coalesce(onChange);
  let reopening: ReturnType<typeof setTimeout> | undefined;
  let removeChannel = () => {};
  let isEnded = false;

  const open = async () => {
    // The second factor changes the token, but the library's socket keeps the old one: it would join with that and
    // receive nothing for an hour.
    await client.realtime.setAuth();
    if (isEnded) return;
    // A unique name, because the library returns the same channel for the same name.
    const channel = client.channel(`live-${table}-${++channelCount}`);
    let isRemoved = false;
    removeChannel = () => {
      isRemoved = true;
      void client.removeChannel(channel);
    };
    channel
      .on(
        'postgres_changes',
        { event: '*', schema: 'public', table, ...(filter && { filter }) },
        refresh.request,
      )
      .subscribe((state) => {
        if (isRemoved) return;
        if (state === 'SUBSCRIBED') refresh.request();
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
