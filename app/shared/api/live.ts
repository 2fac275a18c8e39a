import type { Supabase } from './supabase.ts';

/** What somebody wants to hear of: a table, and such rows of it. */
export interface LiveTopic {
  table: string;
  /** As the REST service writes it, such as `user_id=eq.42`. */
  filter?: string;
}

/** Changes of one act arrive together; one look is enough for them. */
const TOGETHER_MS = 50;
/** Between the end of one look and the next. */
const PAUSE_MS = 300;
/** After the server has closed the channel for good: by then there is a new token, or nobody is signed in. */
const COME_BACK_MS = 5_000;

let opened = 0;

/**
 * Calls back when something has changed, and each time the connection stands (again), since nobody knows what
 * was missed before. The library finds its way back by itself; until then nothing is said. Returns the way to end.
 */
export function listenTo(
  client: Pick<Supabase, 'channel' | 'removeChannel' | 'realtime'>,
  { table, filter }: LiveTopic,
  onChange: () => unknown,
): () => void {
  const looks = paced(onChange);
  let comingBack: ReturnType<typeof setTimeout> | undefined;
  let leave = () => {};
  let ended = false;

  const open = async () => {
    // A second step gives a new token, of which the library's sockets are not told: it would join with the former
    // one, and hear nothing for an hour.
    await client.realtime.setAuth();
    if (ended) return;
    // A name of its own: the library gives whoever asks for the same name the same channel.
    const own = client.channel(`live-${table}-${++opened}`);
    let left = false;
    leave = () => {
      left = true;
      void client.removeChannel(own);
    };
    own
      .on('postgres_changes', { event: '*', schema: 'public', table, ...(filter && { filter }) }, looks.call)
      .subscribe((state) => {
        if (left) return;
        if (state === 'SUBSCRIBED') looks.call();
        if (state !== 'CLOSED') return;
        left = true;
        leave = () => {};
        comingBack = setTimeout(() => void open(), COME_BACK_MS);
      });
  };
  void open();
  return () => {
    ended = true;
    clearTimeout(comingBack);
    looks.stop();
    leave();
  };
}

/** One look at a time, soon after the first reason for it; whatever comes meanwhile is a reason for one more. */
export function paced(look: () => unknown): { call: () => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let busy = false;
  let again = false;
  let stopped = false;

  const run = async () => {
    again = false;
    try {
      await look();
    } finally {
      timer = setTimeout(() => {
        busy = false;
        if (again) call();
      }, PAUSE_MS);
      if (stopped) clearTimeout(timer);
    }
  };
  const call = () => {
    if (stopped) return;
    if (busy) {
      again = true;
      return;
    }
    busy = true;
    timer = setTimeout(() => void run(), TOGETHER_MS);
  };
  return {
    call,
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
