import type { WebSocket } from 'ws';
import { PING_MS, PINGS_WITHOUT_CHANNEL, PINGS_WITHOUT_FRAME } from './limits.ts';

/** WebSocket close code "policy violation". Our own clients never cause it. */
const CLOSE_POLICY = 1008;

/** Pings the client. Closes connections that are dead, have no channel, or send nothing but pongs. */
export function startHeartbeat(websocket: WebSocket, hasChannel: () => boolean): void {
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
