/** The result for one kind of item. */
export interface Counts {
  seen: number;
  added: number;
  changed: number;
  unchanged: number;
  leftOut: number;
}

interface Remark {
  kind: string;
  /** Its id in the hosted service. */
  id: string;
  why: string;
}

export interface ImportReport {
  source: 'database' | 'dump';
  dryRun: boolean;
  startedAt: string;
  finishedAt: string;
  kinds: Record<string, Counts>;
  /** All documents that were ever imported. The hash covers all ids and hashes, in order. */
  documents: {
    count: number;
    bytes: number;
    sha256: string;
    files: { id: string; bytes: number; sha256: string }[];
  };
  /** Bytes of documents that were read in this run. */
  bytesRead: number;
  leftOut: Remark[];
  /** Imported with a change. */
  remarks: Remark[];
  /** Imported earlier, and no longer in the source. It stays here. */
  gone: Remark[];
  /** Tables and buckets that are not imported, with their row counts. */
  notBrought: { name: string; rows: number; why: string }[];
  /** Remarks beyond the limit, which are only counted. */
  notListed: number;
}

/** A limit for memory. */
const MAX_REMARKS = 100_000;

export function createCollector(about: Pick<ImportReport, 'source' | 'dryRun'>) {
  const startedAt = new Date().toISOString();
  const kinds = new Map<string, Counts>();
  const lists = { leftOut: [] as Remark[], remarks: [] as Remark[], gone: [] as Remark[] };
  const notBrought: ImportReport['notBrought'] = [];
  let notListed = 0;
  let bytesRead = 0;
  const add = (list: Remark[], remark: Remark) => {
    if (list.length < MAX_REMARKS) list.push(remark);
    else notListed += 1;
  };
  const counts = (kind: string): Counts => {
    const known = kinds.get(kind) ?? { seen: 0, added: 0, changed: 0, unchanged: 0, leftOut: 0 };
    kinds.set(kind, known);
    return known;
  };
  const leaveOut = (kind: string, id: string, why: string) => {
    counts(kind).leftOut += 1;
    add(lists.leftOut, { kind, id, why });
  };
  return {
    counts,
    leaveOut,
    /** The same for an item that was not counted as seen. */
    skip(kind: string, id: string, why: string): void {
      counts(kind).seen += 1;
      leaveOut(kind, id, why);
    },
    remark: (kind: string, id: string, why: string): void => add(lists.remarks, { kind, id, why }),
    gone: (kind: string, id: string): void =>
      add(lists.gone, { kind, id, why: 'It was brought earlier and is no longer there.' }),
    notBrought: (name: string, rows: number, why: string): void => void notBrought.push({ name, rows, why }),
    read: (bytes: number): void => {
      bytesRead += bytes;
    },
    finished: (documents: ImportReport['documents']): ImportReport => ({
      ...about,
      startedAt,
      finishedAt: new Date().toISOString(),
      kinds: Object.fromEntries(kinds),
      documents,
      bytesRead,
      ...lists,
      notBrought,
      notListed,
    }),
  };
}

export type Collector = ReturnType<typeof createCollector>;

/** The report for the terminal: numbers and reasons, without personal data. */
export function reportLines(report: ImportReport): string[] {
  const { kinds, documents, leftOut, remarks, gone, notBrought } = report;
  const table = [
    ['', 'there', 'new', 'changed', 'unchanged', 'left out'],
    ...Object.entries(kinds).map(([kind, { seen, added, changed, unchanged, leftOut: out }]) => [
      kind,
      ...[seen, added, changed, unchanged, out].map(String),
    ]),
  ];
  const widths =
    table[0]?.map((_, column) => Math.max(...table.map((row) => (row[column] ?? '').length))) ?? [];
  return [
    ...(report.dryRun ? ['A dry run: nothing was written. This is what an import would do.', ''] : []),
    ...table.map((row) =>
      row
        .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
        .join('  '),
    ),
    '',
    `Documents brought so far: ${documents.count}, ${documents.bytes} bytes, hash of all hashes ${documents.sha256}`,
    ...byReason('Left out', leftOut),
    ...byReason('Brought, with a remark', remarks),
    ...byReason('Kept here', gone),
    ...(notBrought.length > 0 ? ['', 'Not brought:'] : []),
    ...notBrought.map(({ name, rows, why }) => `  ${name}: ${rows} (${why})`),
  ];
}

function byReason(title: string, list: readonly Remark[]): string[] {
  if (list.length === 0) return [];
  const reasons = Map.groupBy(list, ({ kind, why }) => `${kind}: ${why}`);
  return [
    '',
    `${title}:`,
    ...[...reasons].map(([reason, all]) => {
      const shown = all.slice(0, 3).map(({ id }) => id);
      return `  ${all.length} × ${reason} (${shown.join(', ')}${all.length > 3 ? ', ...' : ''})`;
    }),
  ];
}
