import type { MessageDescriptor } from '@lingui/core';
import { msg, plural, select } from '#domain/language/message.ts';
import type { LightState, Verdict } from './lights.ts';
import { worst } from './lights.ts';

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
  if (!facts.answers) {
    return {
      state: 'red',
      says: [msg`The database isn’t responding, so no one can log in or see anything.`],
      todo: [msg`The portal keeps trying. If this lasts longer than a few minutes, restart the portal.`],
    };
  }
  if (!facts.writes) {
    return {
      state: 'red',
      says: [msg`The database responds but can’t save anything.`],
      todo: [
        msg`Most often, its disk is full. Free up some space. The portal then recovers without a restart.`,
      ],
    };
  }
  const { version, connections, connectionLimit } = facts;
  const lastFix = LAST_FIX[version.split('.', 1)[0] ?? ''];
  if (lastFix !== undefined && now >= new Date(lastFix)) {
    return {
      state: 'yellow',
      says: [msg`PostgreSQL ${{ version }} no longer gets security fixes.`],
      todo: [msg`Plan a move to a newer version this month (docs/operations.md, "Upgrades").`],
    };
  }
  if (connections >= connectionLimit * CROWDED) {
    return {
      state: 'yellow',
      says: [
        msg`The database is almost out of connections: ${{ connections }} of ${{ connectionLimit }} connections are in use.`,
      ],
      todo: [msg`Raise max_connections of PostgreSQL, or stop other programs that use this database.`],
    };
  }
  return {
    state: 'green',
    says: [
      msg`The database is responding. It runs PostgreSQL ${{ version }}, and ${{ connections }} of ${{ connectionLimit }} connections are in use.`,
    ],
  };
}

export type StoreFacts = 'works' | 'full' | 'fails';

export function judgeStore(facts: StoreFacts): Verdict {
  if (facts === 'works') return { state: 'green', says: [msg`Documents can be saved and opened.`] };
  if (facts === 'full') {
    return {
      state: 'red',
      says: [msg`There’s no space left for documents, so clients can’t send any.`],
      todo: [msg`Free up some space where the documents are stored. You don’t need to restart anything.`],
    };
  }
  return {
    state: 'red',
    says: [msg`The document storage isn’t responding, so no documents can be opened or saved.`],
    todo: [
      msg`Check that the disk or the storage service of STORAGE_URL is up, and that its password still works.`,
    ],
  };
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
  const says = judged.filter((one) => one.state === state).map(({ room }) => sentence(room));
  if (state === 'green') return { state, says };
  const todo = [msg`Free up some space. Remove files that don’t belong to the portal, or get a larger disk.`];
  return { state, says, todo: state === 'red' ? [...todo, msg`A full disk stops the portal.`] : todo };
}

/** A percentage alone is not enough: 5 % of a large disk is plenty. Below 1 GB, uploads are refused. */
function roomState({ free, total }: Room): LightState {
  const below = (bytes: number, share: number, plenty: number) =>
    free < bytes || (free < total * share && free < plenty);
  if (below(2 * GB, 0.05, 20 * GB)) return 'red';
  return below(5 * GB, 0.1, 50 * GB) ? 'yellow' : 'green';
}

function sentence({ server, holds, free, total }: Room): MessageDescriptor {
  const percent = Math.floor((free / total) * 100);
  const size = inBytes(free);
  return server === undefined
    ? msg`The disk with the ${select({ holds }, { data: 'data', documents: 'documents', other: 'data and documents' })} has ${{ size }} free (${{ percent }} %).`
    : msg`The disk of ${{ server }} with the ${select({ holds }, { data: 'data', documents: 'documents', other: 'data and documents' })} has ${{ size }} free (${{ percent }} %).`;
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
  if (seconds < ODD_SECONDS) return { state: 'green', says: [msg`The clocks agree.`] };
  return {
    state: seconds < WRONG_SECONDS ? 'yellow' : 'red',
    says: [apart(isDatabase ? 'database' : 'site', seconds)],
    todo: [msg`Turn on automatic time (NTP) on both machines. Codes and links can fail until then.`],
  };
}

function apart(machine: 'database' | 'site', seconds: number): MessageDescriptor {
  if (seconds < 120) {
    return msg`The clocks of this server and ${select({ machine }, { database: 'the database’s machine', other: 'the machine in front of the portal' })} are ${plural({ seconds }, { one: '# second', other: '# seconds' })} apart.`;
  }
  const minutes = Math.round(seconds / 60);
  const hours = Math.round(seconds / 3600);
  return seconds < 2 * 3600
    ? msg`The clocks of this server and ${select({ machine }, { database: 'the database’s machine', other: 'the machine in front of the portal' })} are ${plural({ minutes }, { one: '# minute', other: '# minutes' })} apart.`
    : msg`The clocks of this server and ${select({ machine }, { database: 'the database’s machine', other: 'the machine in front of the portal' })} are ${plural({ hours }, { one: '# hour', other: '# hours' })} apart.`;
}
