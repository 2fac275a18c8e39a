import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { recoveryWords } from '#domain/account/recovery-sheet.ts';
import { type OfficeLoad, startOfficeLoad } from '../../support/server/office-load.ts';
import { runCommand } from '../../support/server/portal-command.ts';
import { eventually } from '../../support/waiting.ts';
import { createInstallation, type Installation } from '../embedded-server.ts';

const SETTINGS = { CAPTCHA: 'off', LOG_LEVEL: 'error' };
const MINUTE_MS = 60_000;

/** Portals that are filled, lost with their machine, and restored on another one, in one temporary folder. */
export interface Rounds {
  folder: string;
  /** A backup under write load, and its restore: has every write that was answered before its end. */
  backupAndRestore(): Promise<Outcome>;
  /** With BACKUP_URL, `kill -9` and deletion: has every write older than a minute. Then restores a time in between. */
  burnAndRestore(): Promise<Outcome & Burnt>;
  close(): Promise<void>;
}

export interface Outcome {
  answered: number;
  /** One line for each answered write that is missing or unreadable. */
  lost: string[];
  /** The response to a token that was issued before the loss. */
  tokenStatus: number;
}

interface Burnt {
  /** Restored rows that are newer than the requested time. */
  later: number;
  /** The error of a restore to a time in the future, and the files that it leaves. */
  tooLate: string;
  leftBehind: string[];
  /** The problem of the scheduled backup; null if it was verified. */
  verifyProblem: string | null;
}

/** @param pauseMs between the writes of each of the four clients */
export async function openRounds({ pauseMs = 0 } = {}): Promise<Rounds> {
  const folder = await mkdtemp(join(tmpdir(), 'nutmeg-backup-'));
  const houses: Installation[] = [];
  const loads: OfficeLoad[] = [];
  const newFolder = (name: string) => mkdtemp(join(folder, name));
  const newInstallation = async (settings: Record<string, string> = {}, dataDir?: string) => {
    const installation = await createInstallation({
      settings: { ...SETTINGS, ...settings },
      ...(dataDir !== undefined && { dataDir }),
    });
    houses.push(installation);
    return installation;
  };
  const loadOn = async (installation: Installation, url: string) => {
    const load = await startOfficeLoad(url, installation.query, { pauseMs });
    loads.push(load);
    return load;
  };
  const restored = async (place: string, words: string, ...more: string[]) => {
    // PostgreSQL passes the path to a shell, and replaces percent signs.
    const dataDir = await newFolder("it's 100% fresh ");
    const run = await runCommand(['restore', place, ...more], { DATA_DIR: dataDir }, words);
    if (run.code !== 0 || run.stderr !== '') throw new Error(`not restored: ${run.stderr}`);
    const installation = await newInstallation({}, dataDir);
    return { installation, server: await installation.startReady() };
  };
  const endAll = async () => {
    await Promise.all(loads.splice(0).map((load) => load.stop()));
    await Promise.all(houses.splice(0).map((installation) => installation.close()));
  };

  return {
    folder,
    backupAndRestore: async () => {
      const place = await newFolder('place-');
      const installation = await newInstallation();
      const load = await loadOn(installation, (await installation.startReady()).url);
      await load.more(8);
      const backUp = async () => {
        const { code, stderr } = await runCommand(['backup', place], { DATA_DIR: installation.dataDir });
        if (code !== 0) throw new Error(`no backup: ${stderr}`);
      };
      await backUp();
      await load.more(8);
      // Again under load; copies only new documents.
      await backUp();
      const [made] = (await installation.query(
        `select ended_at, documents_copied::int as copied, documents::int, problem
         from nutmeg.backups order by id desc limit 1`,
      )) as { ended_at: Date; copied: number; documents: number; problem: string | null }[];
      if (made?.problem !== null || made.copied >= made.documents) throw new Error(JSON.stringify(made));
      await load.stop();
      const words = await sheetOf(installation);
      const tokenStatus = await tokenOf(load);
      await installation.close();
      const fresh = await restored(place, words);
      const lost = await load.lostAt(fresh.server, made.ended_at.getTime());
      const outcome = { answered: load.count(), lost, tokenStatus: await tokenStatus(fresh.server.url) };
      await endAll();
      return outcome;
    },
    burnAndRestore: async () => {
      const place = await newFolder('place-');
      const installation = await newInstallation({ BACKUP_URL: `file://${place}` });
      const server = await installation.startReady();
      // The first backup begins at once, but at a low priority: on a busy machine it takes minutes.
      await eventually(async () => {
        const rows = await installation.query('select from nutmeg.backups where ended_at is not null');
        return rows.length > 0;
      }, 4 * MINUTE_MS);
      const load = await loadOn(installation, server.url);
      await load.more(8);
      const moment = new Date();
      const burns = moment.getTime() + MINUTE_MS + 2_000;
      await eventually(async () => Date.now() >= burns, 2 * MINUTE_MS);
      const words = await sheetOf(installation);
      const tokenStatus = await tokenOf(load);
      const [verified] = (await eventually(async () => {
        const rows = await installation.query(
          'select verify_problem as problem from nutmeg.backups where verified_at is not null',
        );
        return rows.length > 0 && rows;
      }, 4 * MINUTE_MS)) as { problem: string | null }[];
      // kill -9 for the server, immediate shutdown for PostgreSQL, and the folder is deleted.
      const burnt = Date.now();
      await installation.close();
      await load.stop();

      const all = await restored(place, words);
      const lost = await load.lostAt(all.server, burnt - MINUTE_MS);
      const then = await restored(place, words, '--at', moment.toISOString());
      lost.push(...(await load.lostAt(then.server, moment.getTime())));
      const later = await then.installation.query('select from storage.objects where created_at > $1', [
        moment,
      ]);
      const dataDir = await newFolder('too-late-');
      const tooLate = await runCommand(
        ['restore', place, '--at', '2099-01-01 00:00'],
        { DATA_DIR: dataDir },
        words,
      );
      const outcome = {
        answered: load.count(),
        lost,
        tokenStatus: await tokenStatus(all.server.url),
        later: later.length,
        tooLate: tooLate.stderr,
        leftBehind: await readdir(dataDir),
        verifyProblem: verified?.problem ?? null,
      };
      await endAll();
      return outcome;
    },
    close: async () => {
      await endAll();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The recovery sheet that the owner of a portal printed. */
export async function sheetOf({ dataDir }: Installation): Promise<string> {
  const key = Buffer.from(await readFile(join(dataDir, 'keys/encryption.key'), 'utf8'), 'base64');
  return recoveryWords(key).join(' ');
}

async function tokenOf(load: OfficeLoad): Promise<(url: string) => Promise<number>> {
  const session = await load.people[0]?.client.auth.getSession();
  const authorization = `Bearer ${session?.data.session?.access_token}`;
  return async (url) => (await fetch(`${url}/auth/v1/user`, { headers: { authorization } })).status;
}
