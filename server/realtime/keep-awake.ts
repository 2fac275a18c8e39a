import type { WebSocket } from 'ws';
import { PING_MS, PINGS_WITHOUT_CHANNEL, PINGS_WITHOUT_FRAME } from './limits.ts';

/** "Policy violation": our own clients never cause it. */
const CLOSE_POLICY = 1008;

/**
 * Ends a connection whose other end has silently gone, and one that is kept open for no purpose: it has no channel, or
 * its client only answers pings.
 */
export function keepAwake(websocket: WebSocket, hasChannel: () => boolean): void {
  let answered = true;
  let withoutChannel = 0;
  let withoutFrame = 0;
  const timer = setInterval(() => {
    if (!answered) return websocket.terminate();
    withoutChannel = hasChannel() ? 0 : withoutChannel + 1;
    withoutFrame += 1;
    if (withoutChannel >= PINGS_WITHOUT_CHANNEL || withoutFrame >= PINGS_WITHOUT_FRAME) {
      return websocket.close(CLOSE_POLICY);
    }
    answered = false;
    websocket.ping();
  }, PING_MS);
  websocket.on('pong', () => {
    answered = true;
  });
  websocket.on('message', () => {
    answered = true;
    withoutFrame = 0;
  });
  websocket.on('close', () => clearInterval(timer));
}
