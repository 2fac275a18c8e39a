/** Where things stand in the column of a day, in minutes of the office's wall clock since midnight. */

export interface Span {
  start: number;
  end: number;
}

export interface LaneItem<Item> {
  item: Item;
  lane: number;
  /** How many stand side by side there. */
  lanes: number;
}

export const DAY_MINUTES = 24 * 60;

/**
 * Side by side where they overlap, alone where they don't. With `seats` there are always that many lanes: the office
 * sees at a glance how many of its seats are taken.
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

/** The hours that are drawn: the office's, in whole ones, and wider where somebody comes outside of them. */
export function visibleHours(office: Span, spans: readonly Span[]): Span {
  const start = Math.min(office.start, ...spans.map((span) => span.start));
  const end = Math.max(office.end, ...spans.map((span) => span.end));
  return { start: Math.floor(start / 60) * 60, end: Math.min(Math.ceil(end / 60) * 60, DAY_MINUTES) };
}

/** The part of it that is in sight; null when none is. */
export function clip({ start, end }: Span, shown: Span): Span | null {
  const part = { start: Math.max(start, shown.start), end: Math.min(end, shown.end) };
  return part.start < part.end ? part : null;
}
