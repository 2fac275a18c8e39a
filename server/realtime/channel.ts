import type { Caller } from '#server/database/database.ts';
import type { ChangeEvent, Hub, Listener } from './hub.ts';
import type { Interest } from './interests.ts';
import type { Wish } from './join-request.ts';

/** How a channel speaks to its client. */
export type Push = (event: string, payload: unknown) => void;

/** One joined channel of one socket. */
export interface Channel {
  joinRef: string | null;
  wishes: readonly Wish[];
  /** Listens from now on, or anew, as this caller. */
  listen(as: { token: string; caller: Caller; interests: Interest[] }): void;
  token(): string;
  system(extension: 'system' | 'postgres_changes', status: 'ok' | 'error', message: string): void;
  /** Says why, and closes for good. */
  shutDown(message: string): void;
  /** Hears nothing any more; says nothing about it. */
  end(): void;
}

interface Options {
  topic: string;
  joinRef: string | null;
  wishes: readonly Wish[];
  hub: Hub;
  push: Push;
  /** It has closed by itself. */
  onEnd: () => void;
}

const LONGEST_TIMER_MS = 2 ** 31 - 1;

export function createChannel({ topic, joinRef, wishes, hub, push, onEnd }: Options): Channel {
  const name = topic.replace(/^realtime:/, '');
  let listener: Listener | undefined;
  let heldToken = '';
  let expiry: NodeJS.Timeout | undefined;

  const end = () => {
    clearTimeout(expiry);
    if (listener) hub.remove(listener);
    listener = undefined;
    onEnd();
  };
  const system: Channel['system'] = (extension, status, message) =>
    push('system', { extension, status, message, channel: name });
  const shutDown = (message: string) => {
    system('system', 'error', message);
    push('phx_close', {});
    end();
  };
  const expireAt = (seconds: number | undefined) => {
    clearTimeout(expiry);
    if (seconds === undefined) return;
    const left = Math.max(0, seconds * 1000 - Date.now());
    expiry = setTimeout(() => shutDown('Token has expired 0 seconds ago'), Math.min(left, LONGEST_TIMER_MS));
  };

  return {
    joinRef,
    wishes,
    token: () => heldToken,
    system,
    shutDown,
    end,
    listen: ({ token, caller, interests }) => {
      if (listener) hub.remove(listener);
      heldToken = token;
      const current: Listener = {
        caller,
        callerKey: caller.role === 'authenticated' ? token : caller.role,
        interests,
        tell: (data: ChangeEvent, ids: number[]) => {
          // What was asked on behalf of a token that is no longer held is not for this one.
          if (listener === current) push('postgres_changes', { ids, data });
        },
        sessionEnded: () => {
          if (listener === current) shutDown('Session from session_id claim in JWT does not exist');
        },
        interrupted: () => {
          if (listener !== current) return;
          push('phx_error', { reason: 'changes may have been missed' });
          end();
        },
      };
      listener = current;
      hub.add(current);
      expireAt(caller.role === 'authenticated' ? caller.claims.exp : undefined);
    },
  };
}
