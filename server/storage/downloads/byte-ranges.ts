import type { ByteRange } from '../blobs/segments.ts';

/**
 * The one range that is asked for. Undefined where all is to be sent: without a header, and where the header
 * is unreadable or names several ranges, which HTTP lets a server ignore. 'unsatisfiable' beyond the end.
 */
export function requestedRange(
  header: string | undefined,
  size: number,
): ByteRange | undefined | 'unsatisfiable' {
  const asked = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? '');
  const [, from = '', to = ''] = asked ?? [];
  if (from === '' && to === '') return undefined;
  if (from === '') {
    const length = Math.min(Number(to), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(from);
  const end = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== '' && Number(to) < start) return undefined;
  return start >= size ? 'unsatisfiable' : { start, end };
}
