import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '#server/database/embedded/embedded.ts';
import { settingsFor, startPortal, type TestPortal } from '../server/portal.ts';
import { openPool, queryOf, type TestDatabase } from '../test-database.ts';

/** A node of a plan, as `explain (format json)` writes it. */
interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: PlanNode[];
}

export interface ExplainedStatement {
  text: string;
  /** The tables that it reads from the first row to the last. */
  scanned: string[];
}

export interface ExplainedPortal {
  portal: TestPortal;
  /** The statements that the server runs as a caller meanwhile, those inside of functions too. */
  explain(work: () => Promise<unknown>): Promise<ExplainedStatement[]>;
  close(): Promise<void>;
}

/** Between log entries; in no statement. */
const MARK = '\u0001';
const silent = { info() {}, warn: console.warn, error: console.error };

/** A portal whose PostgreSQL logs the plan of each statement when it has run. */
export async function startExplainedPortal(): Promise<ExplainedPortal> {
  const dataDir = await mkdtemp(join(tmpdir(), 'nutmeg-explained-'));
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: silent,
    settings: {
      fsync: 'off',
      log_line_prefix: `${MARK}%a${MARK}`,
      session_preload_libraries: 'auto_explain',
      'auto_explain.log_min_duration': '0',
      'auto_explain.log_nested_statements': 'on',
      'auto_explain.log_format': 'json',
    },
  });
  const log = join(dataDir, 'postgres', 'postgres.log');
  const { url } = postgres;
  const pool = openPool(url);
  const database: TestDatabase = { url, query: queryOf(pool), drop: () => pool.end() };
  const portal = await startPortal({ database, env: settingsFor(database) });
  return {
    portal,
    explain: async (work) => {
      const { size } = await stat(log);
      await work();
      return explainedIn((await readFile(log)).subarray(size).toString());
    },
    close: async () => {
      await portal.close();
      await database.drop();
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function explainedIn(log: string): ExplainedStatement[] {
  // Pairs of a program's name and what was logged for it.
  const parts = log.split(MARK).slice(1);
  return parts.flatMap((program, at) => {
    const entry = parts[at + 1] ?? '';
    const json = /plan:\s*(\{.*\})\s*$/s.exec(entry)?.[1];
    if (at % 2 === 1 || program !== 'nutmeg caller' || json === undefined) return [];
    const explained = JSON.parse(json) as { 'Query Text': string; Plan: PlanNode };
    return [{ text: explained['Query Text'], scanned: scannedIn(explained.Plan) }];
  });
}

function scannedIn({ 'Node Type': type, 'Relation Name': table, Plans = [] }: PlanNode): string[] {
  const own = type === 'Seq Scan' && table !== undefined ? [table] : [];
  return [...own, ...Plans.flatMap(scannedIn)];
}
