import { hostname } from 'node:os';
import { judgeBackup, judgeRecoverySheet, judgeScrub } from '#domain/health/data-safety.ts';
import { type LightId, lightIds } from '#domain/health/lights.ts';
import {
  judgeCertificate,
  judgeClock,
  judgeDatabase,
  judgeDisk,
  judgeStore,
} from '#domain/health/machine.ts';
import { judgeMail, judgeTexts } from '#domain/health/mail.ts';
import { judgeServers, judgeSignIns, judgeStaffFactor, type SignInFacts } from '#domain/health/office.ts';
import type { CheckedLight, Verdict } from '#domain/health/words.ts';
import type { Database } from '#server/database/database.ts';
import type { MailTransport } from '#server/mail/transport/transport.ts';
import { readBackupState } from '#server/operate/backup/records.ts';
import { confirmationOf } from '#server/operate/recovery/recovery.ts';
import { lastScrub } from '#server/operate/verify/record.ts';
import type { Config } from '#server/settings/config.ts';
import { withTimeout } from '#server/startup/with-timeout.ts';
import type { BlobStore } from '#server/storage/blobs/stores/blob-store.ts';
import { databaseClock, databaseFacts, diskSpaceOf, siteFacts, storeFacts } from './facts/machine.ts';
import { mailFacts, textFacts } from './facts/mail.ts';
import { runningServers } from './servers.ts';

/** The settings that decide what is checked. Of some it matters only whether they are set. */
export type CheckedSettings = Pick<Config, 'dataDir' | 'storageUrl' | 'siteUrl' | 'staffMfa'> &
  Partial<Record<'smtpUrl' | 'sms' | 'backup', unknown>>;

export interface CheckDeps {
  config: CheckedSettings;
  database: Pick<Database, 'query'>;
  store: Pick<BlobStore, 'probe'>;
  checkMail: MailTransport['check'];
  /** Of the encryption key. Undefined: no recovery sheet is required. */
  fingerprint: (() => string) | undefined;
  /** The current time, in milliseconds since 1970. */
  now: () => number;
  /** Called when a check throws. */
  onError: (light: LightId, error: unknown) => void;
}

// Deactivated accounts can't sign in.
const STAFF = `
  select count(*)::int as staff,
    count(*) filter (where not exists (
      select from auth.mfa_factors f
      where f.user_id = p.user_id and f.factor_type = 'totp' and f.status = 'verified'
    ))::int as without
  from public.user_profiles p join auth.users u on u.id = p.user_id
  where p.role <> 'client' and (u.banned_until is null or u.banned_until <= now())`;

const SIGN_INS = `
  select count(*) filter (where at > now() - interval '1 day')::int as "lastDay",
    count(*) filter (where at <= now() - interval '1 day')::float8 / 14 as usual
  from public.audit_log where action = 'auth.sign_in_failed' and at > now() - interval '15 days'`;

/** The checks, for one run: some of them share what was read. */
function checksOf(deps: CheckDeps): Record<LightId, () => Promise<Verdict>> {
  const { config, database, store, checkMail, fingerprint, now } = deps;
  const { siteUrl, staffMfa } = config;
  const moment = new Date(now());
  const site = siteFacts(siteUrl, now);
  const running = runningServers(database);
  running.catch(() => undefined);
  return {
    database: async () => judgeDatabase(await databaseFacts(database), moment),
    store: async () => judgeStore(await storeFacts(store)),
    disk: async () => {
      const own = await diskSpaceOf(config);
      const others = (await running.catch(() => [])).filter(({ name }) => name !== hostname());
      if (others.length === 0) return judgeDisk(own);
      const all = [{ name: hostname(), rooms: own }, ...others];
      return judgeDisk(all.flatMap(({ name, rooms }) => rooms.map((room) => ({ ...room, server: name }))));
    },
    mail: async () => {
      const way = config.smtpUrl === undefined ? 'folder' : 'server';
      return judgeMail(await mailFacts(database, way, checkMail));
    },
    texts: async () => judgeTexts(await textFacts(database, config.sms === undefined ? 'folder' : 'gateway')),
    clock: async () => judgeClock({ database: await databaseClock(database, now), site: (await site).clock }),
    certificate: async () => judgeCertificate((await site).certificate, moment),
    backup: async () => judgeBackup(config.backup ? await readBackupState(database) : null, moment),
    scrub: async () => judgeScrub(await lastScrub(database), moment),
    servers: async () => judgeServers((await running).map(({ version }) => version)),
    staff_factor: async () => {
      const { rows } = await database.query<{ staff: number; without: number }>(STAFF);
      const required = staffMfa === 'required';
      const isPublic = siteUrl.startsWith('https:');
      return judgeStaffFactor({ ...(rows[0] ?? { staff: 0, without: 0 }), required, isPublic });
    },
    sign_ins: async () => {
      const { rows } = await database.query<SignInFacts>(SIGN_INS);
      return judgeSignIns(rows[0] ?? { lastDay: 0, usual: 0 });
    },
    recovery_sheet: async () =>
      judgeRecoverySheet(fingerprint ? (await confirmationOf(database, fingerprint())) !== null : null),
  };
}

/** Longer than the timeout of any check. */
const TIMEOUT_MS = 10_000;

/** Runs all checks concurrently. Never throws. Takes ten seconds at most. */
export async function runChecks(deps: CheckDeps): Promise<CheckedLight[]> {
  const checks = checksOf(deps);
  return Promise.all(
    lightIds.map(async (id): Promise<CheckedLight> => {
      try {
        return { id, ...(await withTimeout(checks[id](), TIMEOUT_MS)) };
      } catch (error) {
        deps.onError(id, error);
        return { id, state: 'yellow', code: 'unchecked' };
      }
    }),
  );
}
