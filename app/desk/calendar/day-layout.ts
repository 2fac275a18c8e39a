/** The layout of a day's column, in minutes since midnight on the office's clock. */

export interface Span {
  start: number;
  end: number;
}

export interface LaneItem<Item> {
  item: Item;
  lane: number;
  /** The number of lanes at this time. */
  lanes: number;
}

const DAY_MINUTES = 24 * 60;

/**
 * Assigns overlapping items to lanes side by side. At least `seats` lanes, so that free seats are visible.
 */
export function assignLanes<Item extends Span>(items: readonly Item[], seats = 1): LaneItem<Item>[] {
  const withLanes: LaneItem<Item>[] = [];
  let cluster: LaneItem<Item>[] = [];
  let ends: number[] = [];
  const close = () => {
    for (const one of cluster) one.lanes = Math.max(ends.length, seats);
    withLanes.push(...cluster);
    cluster = [];
    ends = [];
  };
  for (const item of [...items].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (ends.every((end) => end <= item.start)) close();
    const free = ends.findIndex((end) => end <= item.start);
    const lane = free === -1 ? ends.length : free;
    ends[lane] = item.end;
    cluster.push({ item, lane, lanes: 1 });
  }
  close();
  return withLanes;
}

/** The visible hours: the office's, extended to appointments outside of them, in whole hours. */
export function visibleHours(office: Span, spans: readonly Span[]): Span {
  const start = Math.min(office.start, ...spans.map((span) => span.start));
  const end = Math.max(office.end, ...spans.map((span) => span.end));
  return { start: Math.floor(start / 60) * 60, end: Math.min(Math.ceil(end / 60) * 60, DAY_MINUTES) };
}

/** The visible part of a span, or null. */
export function clip({ start, end }: Span, shown: Span): Span | null {
  const part = { start: Math.max(start, shown.start), end: Math.min(end, shown.end) };
  return part.start < part.end ? part : null;
}
