import { type LightState, worst } from './lights.ts';
import type { Verdict } from './words.ts';

export type DatabaseFacts =
  | { answers: false }
  | {
      answers: true;
      /** Whether a row could be written. */
      writes: boolean;
      /** "18.4". */
      version: string;
      connections: number;
      connectionLimit: number;
    };

/** End of support by major version (postgresql.org/support/versioning). */
const LAST_FIX: Record<string, string> = {
  15: '2027-11-11',
  16: '2028-11-09',
  17: '2029-11-08',
  18: '2030-11-14',
};
const CROWDED = 0.85;

export function judgeDatabase(facts: DatabaseFacts, now: Date): Verdict {
  if (!facts.answers) return { state: 'red', code: 'database_down' };
  if (!facts.writes) return { state: 'red', code: 'database_read_only' };
  const { version, connections, connectionLimit } = facts;
  const lastFix = LAST_FIX[version.split('.', 1)[0] ?? ''];
  if (lastFix !== undefined && now >= new Date(lastFix)) {
    return { state: 'yellow', code: 'database_unsupported', values: { version } };
  }
  if (connections >= connectionLimit * CROWDED) {
    return { state: 'yellow', code: 'database_crowded', values: { connections, connectionLimit } };
  }
  return { state: 'green', code: 'database_good', values: { version, connections, connectionLimit } };
}

export type StoreFacts = 'works' | 'full' | 'fails';

export function judgeStore(facts: StoreFacts): Verdict {
  if (facts === 'works') return { state: 'green', code: 'store_good' };
  return facts === 'full' ? { state: 'red', code: 'store_full' } : { state: 'red', code: 'store_down' };
}

/** Free space of one disk, in bytes. */
export interface Room {
  /** The server's name, if there are several. */
  server?: string;
  holds: 'data' | 'documents' | 'data and documents';
  free: number;
  total: number;
}

const GB = 1024 ** 3;

export function judgeDisk(rooms: readonly Room[]): Verdict {
  const judged = rooms.map((room) => ({ room, state: roomState(room) }));
  const state = worst(judged.map((one) => one.state));
  const values = { rooms: judged.filter((one) => one.state === state).map(({ room }) => freeSpace(room)) };
  if (state === 'green') return { state, code: 'disk_good', values };
  return state === 'yellow' ? { state, code: 'disk_low', values } : { state, code: 'disk_full', values };
}

/** A percentage alone is not enough: 5 % of a large disk is plenty. Below 1 GB, uploads are refused. */
function roomState({ free, total }: Room): LightState {
  const below = (bytes: number, share: number, plenty: number) =>
    free < bytes || (free < total * share && free < plenty);
  if (below(2 * GB, 0.05, 20 * GB)) return 'red';
  return below(5 * GB, 0.1, 50 * GB) ? 'yellow' : 'green';
}

function freeSpace({ free, total, ...disk }: Room) {
  return { ...disk, size: inBytes(free), percent: Math.floor((free / total) * 100) };
}

/** The same in all languages, because numbers have American habits in each of them (language.ts). */
function inBytes(bytes: number): string {
  const gb = bytes / GB;
  if (gb >= 10) return `${Math.floor(gb).toLocaleString('en-US')} GB`;
  return gb >= 1 ? `${(Math.floor(gb * 10) / 10).toFixed(1)} GB` : `${Math.floor(gb * 1024)} MB`;
}

/** Clock differences to other machines, in seconds; null if there are none to compare with. */
export interface ClockFacts {
  database: number;
  site: number | null;
}

/** Codes of authenticator apps change every 30 seconds. */
const ODD_SECONDS = 10;
const WRONG_SECONDS = 60;

export function judgeClock({ database, site }: ClockFacts): Verdict {
  const isDatabase = site === null || Math.abs(database) >= Math.abs(site);
  const seconds = Math.round(Math.abs(isDatabase ? database : (site ?? 0)));
  if (seconds < ODD_SECONDS) return { state: 'green', code: 'clock_good' };
  return {
    state: seconds < WRONG_SECONDS ? 'yellow' : 'red',
    code: 'clock_off',
    values: { machine: isDatabase ? 'database' : 'site', seconds },
  };
}

export type CertificateFacts =
  /** SITE_URL starts with http:. `local`: on this machine, for trying things out. */
  | { kind: 'none'; local: boolean }
  | { kind: 'unreachable'; reason: string }
  | { kind: 'invalid'; reason: string }
  | { kind: 'valid'; from: Date; until: Date };

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** Most certificates are renewed with a third of their lifetime left; some last only six days. */
const LATE = { days: 14, share: 0.2 };
const LAST = { days: 3, share: 0.1 };

export function judgeCertificate(facts: CertificateFacts, now: Date): Verdict {
  if (facts.kind === 'none') {
    return facts.local
      ? { state: 'green', code: 'certificate_unneeded' }
      : { state: 'yellow', code: 'certificate_missing' };
  }
  if (facts.kind === 'unreachable') {
    return { state: 'yellow', code: 'certificate_unreachable', detail: facts.reason };
  }
  if (facts.kind === 'invalid') return { state: 'red', code: 'certificate_invalid', detail: facts.reason };
  const left = facts.until.getTime() - now.getTime();
  const life = facts.until.getTime() - facts.from.getTime();
  const within = ({ days, share }: typeof LATE) => left < Math.min(days * DAY_MS, life * share);
  const values = { hours: Math.max(0, Math.floor(left / HOUR_MS)) };
  if (!within(LATE)) return { state: 'green', code: 'certificate_good', values };
  return { state: within(LAST) ? 'red' : 'yellow', code: 'certificate_late', values };
}
