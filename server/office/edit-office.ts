import type { OfficeFacts, OfficeHistory, OfficeState } from '#contract/office.ts';
import type { Business } from '#domain/business/business.ts';
import { changedFacts } from '#domain/business/changed-facts.ts';
import { checkFacts, type FactProblem, fitFacts } from '#domain/business/fit-facts.ts';
import { ownTextProblems } from '#domain/texts/own-words.ts';
import type { Database, Transaction } from '#server/database/database.ts';
import type { LiveOffice } from './open-office.ts';
import { keepPortraits } from './pictures/pictures.ts';
import { addVersion, factsOfVersion, listVersions, newestFacts } from './versions.ts';

/** The request for a change: who makes it, and from which version. */
export interface Edit {
  expectedVersion: number;
  personId: string;
  address: string;
}

export type EditResult = { state: OfficeState } | { conflict: OfficeState } | { problems: FactProblem[] };

/** Versions on a page of the history. */
const PAGE = 20;

export function createOfficeEditor({
  database,
  office,
  siteUrl,
}: {
  database: Database;
  office: Pick<LiveOffice, 'current' | 'reload'>;
  siteUrl: string;
}) {
  /** As this version of the program understands them. What it can't use is shown as what is in use. */
  const readable = (stored: unknown): Business => {
    const fit = fitFacts(stored, office.current());
    return 'facts' in fit ? fit.facts : office.current();
  };
  const history = async (before: number | null): Promise<OfficeHistory> => {
    const versions = await listVersions(database, before, PAGE + 1);
    return { history: versions.slice(0, PAGE), more: versions.length > PAGE };
  };
  const state = async (): Promise<OfficeState> => {
    const newest = await newestFacts(database);
    return {
      version: newest?.version ?? 0,
      facts: readable(newest?.facts),
      ...(await history(null)),
    };
  };

  /** Adds a version, unless nothing differs. */
  const change = async (facts: Business, edit: Edit, restoredFrom?: number): Promise<EditResult> => {
    const done = await database.asOwner(async (tx): Promise<boolean | FactProblem[]> => {
      const newest = await newestFacts(tx);
      const after = newest?.version ?? 0;
      if (after !== edit.expectedVersion) return false;
      const changed = changedFacts(readable(newest?.facts), facts);
      if (changed.length === 0) return true;
      const gone = await keepPortraits(tx, facts);
      if (gone.length > 0) {
        return gone.map((at) => ({
          path: `team.${at}.portrait`,
          message: 'is gone: choose the picture again',
        }));
      }
      const what = { changed, ...(restoredFrom !== undefined && { restoredFrom }) };
      const version = await addVersion(tx, { after, facts, source: 'page', savedBy: edit.personId, ...what });
      if (version === undefined) return false;
      await recordSave(tx, edit, { version, ...what });
      return true;
    });
    // The page that shows the change may be the next request.
    if (done === true) await office.reload();
    if (typeof done !== 'boolean') return { problems: done };
    return done ? { state: await state() } : { conflict: await state() };
  };

  return {
    state,
    history,
    version: async (version: number): Promise<OfficeFacts | undefined> => {
      const facts = await factsOfVersion(database, version);
      return facts === undefined ? undefined : { version, facts: readable(facts) };
    },
    save: async (raw: unknown, edit: Edit): Promise<EditResult> => {
      const checked = checkFacts(raw);
      if ('problems' in checked) return checked;
      const problems = ownTextProblems(checked.facts, siteUrl);
      return problems.length > 0 ? { problems } : change(checked.facts, edit);
    },
    /** Undefined if there is no such version. */
    restore: async (version: number, edit: Edit): Promise<EditResult | undefined> => {
      const raw = await factsOfVersion(database, version);
      if (raw === undefined) return undefined;
      // A fact that an earlier version of the program did not know keeps its present value.
      const fit = fitFacts(raw, office.current());
      return 'facts' in fit ? change(fit.facts, edit, version) : fit;
    },
  };
}

/** Reads and changes the office's facts, for super users. */
export type OfficeEditor = ReturnType<typeof createOfficeEditor>;

async function recordSave(tx: Transaction, { personId, address }: Edit, details: object): Promise<void> {
  await tx.query(
    `insert into public.audit_log (actor_id, action, details, address)
     values ($1, 'office.facts_saved', $2::jsonb, $3::inet)`,
    [personId, JSON.stringify(details), address],
  );
}
