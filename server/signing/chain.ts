import { createHash } from 'node:crypto';

/** An event of a request, with `at` and `details` as the database writes them into the hash. */
export interface ChainedEvent {
  request_id: string;
  sequence: number;
  /** Such as 2026-02-01T15:04:05.123456Z. */
  at: string;
  kind: string;
  actor_id: string | null;
  actor_name: string;
  signer_id: string | null;
  act_id: string | null;
  address: string;
  device: string;
  details: string;
  previous: string;
  hash: string;
}

export const CHAIN_START = '0'.repeat(64);

/** The same as `nutmeg.hash_of_event`. */
export function hashOfEvent(event: Omit<ChainedEvent, 'hash'>): string {
  const { previous, request_id, sequence, at, kind, actor_id, actor_name } = event;
  const { signer_id, act_id, address, device, details } = event;
  const lines = [previous, request_id, sequence, at, kind, actor_id ?? '', actor_name];
  return createHash('sha256')
    .update([...lines, signer_id ?? '', act_id ?? '', address, device, details].join('\n'))
    .digest('hex');
}

/** Whether no event was changed, removed from the middle, or put in. */
export function isWholeChain(events: readonly ChainedEvent[]): boolean {
  return (
    events.length > 0 &&
    events.every(
      (event, index) =>
        event.sequence === index + 1 &&
        event.previous === (events[index - 1]?.hash ?? CHAIN_START) &&
        event.hash === hashOfEvent(event),
    )
  );
}
