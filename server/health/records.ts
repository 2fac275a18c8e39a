import type { BackupFacts, ScrubFacts } from '#domain/health/data-safety.ts';

/** Records of other parts of the server. Each call queries the database. */
export interface Records {
  readBackupState(): Promise<BackupFacts>;
  lastScrub(): Promise<ScrubFacts>;
  /** Null: no recovery sheet is required. */
  recoverySheetConfirmed(): Promise<boolean | null>;
}

interface BackupRun {
  startedAt: Date;
  /** Undefined while it runs, or if it failed. */
  endedAt: Date | undefined;
  problem: string | undefined;
  verifyProblem: string | undefined;
}

/** The sources of the records. An omitted one has no record. */
interface Sources {
  /** Omitted if no backup is configured. */
  backup?: (() => Promise<BackupStates>) | undefined;
  scrub?: () => Promise<ScrubStates>;
  /** Resolves with null if the sheet was not confirmed yet. */
  recoverySheet?: () => Promise<object | null>;
}

interface BackupStates {
  last: BackupRun | undefined;
  lastGood: BackupRun | undefined;
  shippingProblem: { since: Date } | undefined;
}

interface ScrubStates {
  finishedAt: Date | undefined;
  startedAt: Date | undefined;
  findings: number;
  unreadable: number;
}

export function createRecords({ backup, scrub, recoverySheet }: Sources): Records {
  return {
    readBackupState: async () =>
      backup === undefined
        ? { configured: false, goodAt: null, failedAt: null, stuckSince: null }
        : backupFacts(await backup()),
    lastScrub: async () => {
      if (scrub === undefined) return { completedAt: null, begunAt: null, findings: 0, unreadable: 0 };
      const { finishedAt = null, startedAt = null, findings, unreadable } = await scrub();
      return { completedAt: finishedAt, begunAt: startedAt, findings, unreadable };
    },
    recoverySheetConfirmed: async () =>
      recoverySheet === undefined ? null : (await recoverySheet()) !== null,
  };
}

function backupFacts({ last, lastGood, shippingProblem }: BackupStates): BackupFacts {
  const hasFailed = last?.problem !== undefined || last?.verifyProblem !== undefined;
  return {
    configured: true,
    goodAt: lastGood ? timeOf(lastGood) : null,
    failedAt: last && hasFailed ? timeOf(last) : null,
    stuckSince: shippingProblem?.since ?? null,
  };
}

const timeOf = ({ endedAt, startedAt }: BackupRun) => endedAt ?? startedAt;
