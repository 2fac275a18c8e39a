import type { Source } from './source.ts';

interface Remark {
  kind: string;
  /** Its id in the hosted service. */
  id: string;
  why: string;
}

/** A limit for memory. */
const MAX_REMARKS = 100_000;

/** All documents that were ever imported. The hash covers all ids and hashes, in order. */
interface Documents {
  count: number;
  bytes: number;
  sha256: string;
  files: { id: string; bytes: number; sha256: string }[];
}

const noItems = () => ({ seen: 0, added: 0, changed: 0, unchanged: 0, leftOut: 0 });

export function createCollector(about: { source: Source['kind']; dryRun: boolean }) {
  const startedAt = new Date().toISOString();
  const kinds = new Map<string, ReturnType<typeof noItems>>();
  const lists = {
    leftOut: [] as Remark[],
    /** Imported with a change. */
    remarks: [] as Remark[],
    /** Imported earlier, and no longer in the source. It stays here. */
    gone: [] as Remark[],
  };
  /** Tables and buckets that are not imported, with their row counts. */
  const notBrought: { name: string; rows: number; why: string }[] = [];
  /** Remarks beyond the limit, which are only counted. */
  let notListed = 0;
  /** Of documents, in this run. */
  let bytesRead = 0;
  const add = (list: Remark[], remark: Remark) => {
    if (list.length < MAX_REMARKS) list.push(remark);
    else notListed += 1;
  };
  const counts = (kind: string) => {
    const known = kinds.get(kind) ?? noItems();
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
    finished: (documents: Documents) => ({
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
export type ImportReport = ReturnType<Collector['finished']>;

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
