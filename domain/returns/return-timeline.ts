import { isReturnStatus, type ReturnStatus } from './tax-return.ts';

export interface ReturnEvent {
  readonly at: string;
  readonly kind: string;
  readonly to_status: string | null;
  readonly note: string | null;
}

export interface TimelineStation {
  readonly status: ReturnStatus;
  readonly state: 'done' | 'current' | 'problem' | 'ahead';
  /** When the return last got this status. */
  readonly at: string | null;
  /** The office's note with this status. */
  readonly note: string | null;
}

const mainTrack: readonly ReturnStatus[] = [
  'documents_received',
  'in_preparation',
  'ready_for_review',
  'approved',
  'payment_due',
  'e_filed',
  'accepted',
];

/**
 * The stations of a return from the first to the last. `not_started`, `waiting_for_documents`, and `rejected` are shown only
 * while the return has that status. After a step back, the later stations are ahead again.
 */
export function timelineOf(status: ReturnStatus, events: readonly ReturnEvent[]): TimelineStation[] {
  const stops = stopsOf(status, events);
  const here = stops.indexOf(status);
  return stops.map((stop, index) => {
    const arrived = index > here ? undefined : lastArrival(stop, events);
    return {
      status: stop,
      state: stateAt(stop, index - here),
      at: arrived?.at ?? null,
      note: arrived?.note ?? null,
    };
  });
}

function stopsOf(status: ReturnStatus, events: readonly ReturnEvent[]): ReturnStatus[] {
  const stops = withSideTrack(status, events);
  // A return can be prepared without anyone having noted that the documents came.
  const wasNoted = events.length === 0 || lastArrival('documents_received', events) !== undefined;
  return stops.filter(
    (stop, index) => stop !== 'documents_received' || wasNoted || index >= stops.indexOf(status),
  );
}

function withSideTrack(status: ReturnStatus, events: readonly ReturnEvent[]): ReturnStatus[] {
  if (mainTrack.includes(status)) return [...mainTrack];
  const before = mainTrack.indexOf(stopBefore(status, events) ?? status) + 1;
  return [...mainTrack.slice(0, before), status, ...mainTrack.slice(before)];
}

/** After which station the side track begins; undefined if it comes first, because the client has sent nothing yet. */
function stopBefore(status: ReturnStatus, events: readonly ReturnEvent[]): ReturnStatus | undefined {
  if (status === 'rejected') return 'e_filed';
  const begun = (['in_preparation', 'documents_received'] as const).find((stop) => lastArrival(stop, events));
  return status === 'not_started' ? undefined : begun;
}

function stateAt(stop: ReturnStatus, distance: number): TimelineStation['state'] {
  if (distance > 0) return 'ahead';
  if (distance < 0 || stop === 'accepted') return 'done';
  return stop === 'rejected' ? 'problem' : 'current';
}

function lastArrival(stop: ReturnStatus, events: readonly ReturnEvent[]): ReturnEvent | undefined {
  return events.findLast(({ to_status }) => to_status === stop);
}

/** The office's note with the last step. */
export function currentNote(events: readonly ReturnEvent[]): string | null {
  const steps = events.filter(({ to_status }) => to_status !== null && isReturnStatus(to_status));
  return steps.at(-1)?.note ?? null;
}
