import { judgeCertificate } from '#domain/health/certificate.ts';
import { judgeBackup, judgeRecoverySheet, judgeScrub } from '#domain/health/data-safety.ts';
import { type LightId, lightIds, type Verdict } from '#domain/health/lights.ts';
import { judgeClock, judgeDatabase, judgeDisk, judgeStore } from '#domain/health/machine.ts';
import { judgeMail } from '#domain/health/mail.ts';
import {
  judgeServers,
  judgeSignIns,
  judgeStaffFactor,
  type StaffFactorFacts,
} from '#domain/health/office.ts';
import { judgeTexts, type TextFacts } from '#domain/health/texts.ts';
import { msg } from '#domain/language/message.ts';
import type { Database } from '#server/database/database.ts';
import { withTimeout } from '#server/startup/with-timeout.ts';
import type { BlobStore } from '#server/storage/blobs/stores/blob-store.ts';
import { databaseClock, databaseFacts } from './checks/database.ts';
import { type MailCheck, mailFacts } from './checks/mail.ts';
import { signInFacts, staffFactors } from './checks/office.ts';
import { siteFacts } from './checks/site.ts';
import { diskSpaceOf, type Folders, storeFacts } from './checks/storage.ts';
import { textFacts } from './checks/texts.ts';
import type { Records } from './records.ts';
import type { Servers } from './servers.ts';
import { type CheckedLight, checkedLight } from './words.ts';

/** The dependencies of the checks. */
export interface CheckDeps {
  database: Pick<Database, 'query'>;
  store: Pick<BlobStore, 'probe'>;
  folders: Folders;
  mail: MailCheck;
  textsWay: TextFacts['way'];
  siteUrl: string;
  staffMfaRequired: boolean;
  records: Records;
  servers: Pick<Servers, 'running'>;
  /** The machine's name, to distinguish its report from others. */
  machine: string;
  /** The current time, in milliseconds since 1970. */
  now: () => number;
  /** Called when a check throws. */
  onError: (light: LightId, error: unknown) => void;
}

/** Longer than the timeout of any check. */
const TIMEOUT_MS = 10_000;

/** Runs all checks concurrently. Never throws. Takes ten seconds at most. */
export async function runChecks(sights: CheckDeps): Promise<CheckedLight[]> {
  const { database, store, folders, mail, textsWay, siteUrl, records, servers, machine, now, onError } =
    sights;
  const moment = new Date(now());
  const site = siteFacts(siteUrl, now);
  const running = servers.running();
  running.catch(() => undefined);

  const checks: Record<LightId, () => Promise<Verdict>> = {
    database: async () => judgeDatabase(await databaseFacts(database), moment),
    store: async () => judgeStore(await storeFacts(store)),
    disk: async () => {
      const others = (await running.catch(() => [])).filter(({ name }) => name !== machine);
      const theirs = others.flatMap(({ name, rooms }) => rooms.map((room) => ({ ...room, server: name })));
      const own = await diskSpaceOf(folders);
      return judgeDisk([
        ...(others.length === 0 ? own : own.map((room) => ({ ...room, server: machine }))),
        ...theirs,
      ]);
    },
    mail: async () => judgeMail(await mailFacts(database, mail)),
    texts: async () => judgeTexts(await textFacts(database, textsWay)),
    clock: async () => judgeClock({ database: await databaseClock(database, now), site: (await site).clock }),
    certificate: async () => judgeCertificate((await site).certificate, moment),
    backup: async () => judgeBackup(await records.readBackupState(), moment),
    scrub: async () => judgeScrub(await records.lastScrub(), moment),
    servers: async () => judgeServers({ running: (await running).map(({ version }) => version) }),
    staff_factor: async () => judgeStaffFactor({ ...(await staffFactors(database)), ...settings(sights) }),
    sign_ins: async () => judgeSignIns(await signInFacts(database)),
    recovery_sheet: async () => judgeRecoverySheet(await records.recoverySheetConfirmed()),
  };
  return Promise.all(
    lightIds.map(async (id) => {
      try {
        return checkedLight(id, await withTimeout(checks[id](), TIMEOUT_MS));
      } catch (error) {
        onError(id, error);
        return checkedLight(id, unchecked);
      }
    }),
  );
}

const unchecked: Verdict = {
  state: 'yellow',
  says: [msg`This could not be checked just now.`],
  todo: [msg`Look again in a few minutes. If another light is red, start there.`],
};

function settings({ siteUrl, staffMfaRequired }: CheckDeps): Pick<StaffFactorFacts, 'required' | 'isPublic'> {
  return { required: staffMfaRequired, isPublic: siteUrl.startsWith('https:') };
}
