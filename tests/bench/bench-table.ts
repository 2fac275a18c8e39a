import { readFile, writeFile } from 'node:fs/promises';
import { percent, percentile } from './bench-portal.ts';

/** The measurements of one kind of request: one of each for every round. */
export interface Measured {
  name: string;
  /** Requests per second. */
  perSecond: number[];
  /** Processor time for each request, in milliseconds. */
  server: number[];
  postgres: number[];
  /** The share of the machine's processors that the load generator took, from 0 to 1. */
  generator: number[];
  /** Requests per second of the bare limit, measured in the same rounds. */
  limit?: number[];
  /** What PostgreSQL was asked for each request, with one connection. */
  statements?: number;
  roundTrips?: number;
  /** The rate to reach: a number per second, or a share of the limit. */
  goal: { perSecond: number } | { ofLimit: number };
}

export interface Results {
  /** When and where: the version, Node, processors. */
  about: Record<string, string>;
  rows: Measured[];
  /** The server's resident memory after all of it, in bytes. */
  memory: { bytes: number; goal: number };
}

const median = (values: readonly number[] = []) => percentile(values, 0.5);

/** The median of the ratios in each round: both were measured within seconds. */
const ofLimit = ({ perSecond, limit = [] }: Measured) =>
  median(perSecond.map((rate, round) => rate / (limit[round] ?? Number.NaN)));

function isKept(row: Measured): boolean {
  return 'ofLimit' in row.goal
    ? ofLimit(row) >= row.goal.ofLimit
    : median(row.perSecond) >= row.goal.perSecond;
}

export function table({ about, rows, memory }: Results): string {
  const head = ['', 'per second', 'spread', 'limit', 'of limit', 'goal', '', 'server', 'postgres'];
  const more = ['generator', 'statements', 'trips'];
  const lines = rows.map((row) => [
    row.name,
    median(row.perSecond).toFixed(0),
    `${Math.min(...row.perSecond).toFixed(0)}-${Math.max(...row.perSecond).toFixed(0)}`,
    row.limit ? median(row.limit).toFixed(0) : '-',
    row.limit ? percent(ofLimit(row), 1) : '-',
    'ofLimit' in row.goal ? percent(row.goal.ofLimit, 1) : String(row.goal.perSecond),
    isKept(row) ? 'kept' : 'NOT KEPT',
    `${median(row.server).toFixed(2)} ms`,
    `${median(row.postgres).toFixed(2)} ms`,
    percent(median(row.generator), 1),
    row.statements?.toFixed(1) ?? '-',
    row.roundTrips?.toFixed(1) ?? '-',
  ]);
  const megabytes = (bytes: number) => `${Math.round(bytes / 1_000_000)} MB`;
  const kept = memory.bytes <= memory.goal ? 'kept' : 'NOT KEPT';
  return [
    Object.values(about).join(', '),
    ...aligned([[...head, ...more], ...lines]),
    `memory of the server afterwards: ${megabytes(memory.bytes)} (at most ${megabytes(memory.goal)}: ${kept})`,
    '',
  ].join('\n');
}

export const saveResults = (path: string, results: Results): Promise<void> =>
  writeFile(path, `${JSON.stringify(results, undefined, 2)}\n`);

/** Prints two runs beside each other. Rates of different machines are comparable only by their share of the limit. */
export async function compareResults(before: string, after: string): Promise<void> {
  const [old, now] = (await Promise.all([before, after].map(readResults))) as [Results, Results];
  const lines = now.rows.map((row) => {
    const was = old.rows.find(({ name }) => name === row.name);
    const rates = [was, row].map((one) => (one ? median(one.perSecond).toFixed(0) : '-'));
    const shares = [was, row].map((one) => (one?.limit ? percent(ofLimit(one), 1) : '-'));
    const cost = (one: Measured) => median(one.server) + median(one.postgres);
    const costs = [was, row].map((one) => (one ? `${cost(one).toFixed(2)} ms` : '-'));
    const change = was ? `x ${(median(row.perSecond) / median(was.perSecond)).toFixed(2)}` : '-';
    return [row.name, ...rates, change, ...shares, ...costs];
  });
  const head = ['', 'before', 'after', 'change', 'of limit', 'after', 'processor', 'after'];
  process.stdout.write(`${aligned([head, ...lines]).join('\n')}\n`);
}

async function readResults(path: string): Promise<Results> {
  return JSON.parse(await readFile(path, 'utf8')) as Results;
}

/** The first column to the left, the others to the right. */
function aligned(lines: readonly string[][]): string[] {
  const widths = (lines[0] ?? []).map((_, at) => Math.max(...lines.map((line) => (line[at] ?? '').length)));
  const pad = (cell: string, at: number) =>
    at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart((widths[at] ?? 0) + 2);
  return lines.map((line) => line.map(pad).join(''));
}
