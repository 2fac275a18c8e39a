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
  /** When the return came there last. */
  readonly at: string | null;
  /** What the office wrote with it. */
  readonly note: string | null;
}

const way: readonly ReturnStatus[] = [
  'documents_received',
  'in_preparation',
  'ready_for_review',
  'approved',
  'payment_due',
  'e_filed',
  'accepted',
];

/**
 * The way of a return from its first station to its last. The two side tracks, more documents and the tax office's
 * no, are shown while the return is there; what a return has been led back from is ahead again.
 */
export function timelineOf(status: ReturnStatus, events: readonly ReturnEvent[]): TimelineStation[] {
  const stops = withSideTrack(status, events);
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

function withSideTrack(status: ReturnStatus, events: readonly ReturnEvent[]): ReturnStatus[] {
  if (way.includes(status)) return [...way];
  const begun = lastArrival('in_preparation', events) ? 'in_preparation' : 'documents_received';
  const before = way.indexOf(status === 'rejected' ? 'e_filed' : begun) + 1;
  return [...way.slice(0, before), status, ...way.slice(before)];
}

function stateAt(stop: ReturnStatus, distance: number): TimelineStation['state'] {
  if (distance > 0) return 'ahead';
  if (distance < 0 || stop === 'accepted') return 'done';
  return stop === 'rejected' ? 'problem' : 'current';
}

function lastArrival(stop: ReturnStatus, events: readonly ReturnEvent[]): ReturnEvent | undefined {
  return events.findLast(({ to_status }) => to_status === stop);
}

/** What the office wrote with the step that led to where the return is now. */
export function currentNote(events: readonly ReturnEvent[]): string | null {
  const steps = events.filter(({ to_status }) => to_status !== null && isReturnStatus(to_status));
  return steps.at(-1)?.note ?? null;
}
