import { CHANGES_MISSED } from '#contract/realtime.ts';
import type { ChangeEvent, Hub, Subscriber } from './hub.ts';
import type { ChangeBinding } from './join-request.ts';

/** Sends an event to the channel's client. */
export type Push = (event: string, payload: unknown) => void;

interface Options {
  topic: string;
  joinRef: string | null;
  bindings: readonly ChangeBinding[];
  hub: Hub;
  push: Push;
  /** Called when the channel has closed. */
  onEnd: () => void;
}

const LONGEST_TIMER_MS = 2 ** 31 - 1;

export function createChannel({ topic, joinRef, bindings, hub, push, onEnd }: Options) {
  const name = topic.replace(/^realtime:/, '');
  let subscriber: Subscriber | undefined;
  let expiry: NodeJS.Timeout | undefined;

  /** Unsubscribes without a message. */
  const end = () => {
    clearTimeout(expiry);
    if (subscriber) hub.remove(subscriber);
    subscriber = undefined;
    onEnd();
  };
  const system = (extension: 'system' | 'postgres_changes', status: 'ok' | 'error', message: string) =>
    push('system', { extension, status, message, channel: name });
  /** Sends the reason and closes the channel. */
  const close = (message: string) => {
    system('system', 'error', message);
    push('phx_close', {});
    end();
  };
  const expireAt = (seconds: number | undefined) => {
    clearTimeout(expiry);
    if (seconds === undefined) return;
    const left = Math.max(0, seconds * 1000 - Date.now());
    expiry = setTimeout(() => close('Token has expired 0 seconds ago'), Math.min(left, LONGEST_TIMER_MS));
  };

  return {
    joinRef,
    bindings,
    token: (): string | undefined => subscriber?.token,
    system,
    close,
    end,
    /** Subscribes as this caller, in place of an earlier one. */
    subscribe: (access: Pick<Subscriber, 'token' | 'caller' | 'subscriptions'>): void => {
      // A new token for a joined channel needs no replay: the channel heard all changes.
      const replays = subscriber ? [] : bindings.map(({ filter }) => filter.replay_ms ?? 0);
      if (subscriber) hub.remove(subscriber);
      const current: Subscriber = {
        ...access,
        send: (data: ChangeEvent, ids: number[]) => {
          // Ignores rows that were read for an earlier token.
          if (subscriber === current) push('postgres_changes', { ids, data });
        },
        accessEnded: (reason) => {
          if (subscriber === current) close(reason);
        },
        // An earlier subscriber calls these two as well: what was read for its token is lost.
        interrupted: () => {
          if (!subscriber) return;
          push('phx_error', { reason: 'changes may have been missed' });
          end();
        },
        missed: () => {
          if (subscriber) system('postgres_changes', 'ok', CHANGES_MISSED);
        },
      };
      subscriber = current;
      hub.add(current, Math.max(0, ...replays));
      const { role, claims } = access.caller;
      expireAt(role === 'authenticated' ? claims.exp : undefined);
    },
  };
}

/** A joined channel of a socket. */
export type Channel = ReturnType<typeof createChannel>;
