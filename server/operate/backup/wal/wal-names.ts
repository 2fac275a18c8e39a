/** WAL file names are timeline, log and segment: 8 hex digits each. A segment has 16 MB, so a log has 256 segments. */
const SEGMENTS_PER_LOG = 256;

/** The next segment on the same timeline. */
export function nextSegment(name: string): string {
  const [timeline, log, segment] = [name.slice(0, 8), name.slice(8, 16), name.slice(16)];
  const next = Number.parseInt(log, 16) * SEGMENTS_PER_LOG + Number.parseInt(segment, 16) + 1;
  const hex = (value: number) => value.toString(16).toUpperCase().padStart(8, '0');
  return timeline + hex(Math.floor(next / SEGMENTS_PER_LOG)) + hex(next % SEGMENTS_PER_LOG);
}

/** All names from first to last, inclusive. */
export function segmentsBetween(first: string, last: string): string[] {
  const names = [];
  for (let name = first; name <= last; name = nextSegment(name)) names.push(name);
  return names;
}

/** The names that follow the given one without a gap. */
export function contiguousAfter(after: string, names: readonly string[]): string[] {
  const available = new Set(names);
  const found = [];
  for (let name = nextSegment(after); available.has(name); name = nextSegment(name)) found.push(name);
  return found;
}
