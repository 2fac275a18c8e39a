import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useLanguage } from '#app/language/language.tsx';
import { readerIn } from '#app/language/words.ts';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { useAction } from '#app/shared/api/use-action.ts';
import { asRecord, storedJson } from '#app/shared/drafts/stored-value.ts';
import { useSession } from '#app/shared/session/session.tsx';
import { useSite } from '#app/shared/site-data.tsx';
import type { OfficeFacts, OfficeState } from '#contract/office.ts';
import { type Business, businessSchema } from '#domain/business/business.ts';
import { checkFacts, type FactProblem } from '#domain/business/fit-facts.ts';
import { ownTextProblems } from '#domain/texts/own-words.ts';
import { type Change, changesOf, conflictingFacts } from '../model/changes.ts';
import { type DraftFacts, type Fact, type FactsSection, factsOf, withFacts } from '../model/facts.ts';
import { valueAt } from '../model/paths.ts';
import { type FieldProblem, fieldProblems } from '../model/problems.ts';
import { stalePrices } from '../model/stale-prices.ts';
import { officeFactsQuery, restoreVersion, saveFacts } from '../office-api.ts';
import { sections } from '../sections/sections.ts';
import type { FactConflict } from './conflict-question.tsx';

export interface Published {
  changes: Change[];
  version: number;
  /** The version before, which Undo restores. Undefined for an undo. */
  before: number | undefined;
}

export type FactsFormState = ReturnType<typeof useFactsForm>;

/** The form of a section, whose values are the facts with what is typed; its draft, and publishing it. */
export function useFactsForm(section: FactsSection, newest: OfficeState) {
  const { t } = useLingui();
  const reader = readerIn(useLanguage());
  const facts = factsOf(section);
  const queries = useQueryClient();
  const { user } = useSession();
  const { siteUrl } = useSite();
  const [draft] = useState(() => factsDraft(user?.id ?? '', section));
  const [kept, setKept] = useState(() => draft.read());
  const [base, setBase] = useState<OfficeFacts>(() => kept?.base ?? newest);
  const form = useForm<DraftFacts>({ defaultValues: kept?.draft ?? newest.facts });
  const {
    run,
    busy: isBusy,
    problem: failure,
    clear: clearFailure,
  } = useAction(undefined, (error) => t`${{ problem: messageOf(error, t) }} What you typed is still here.`);
  const [problems, setProblems] = useState<FieldProblem[]>([]);
  const [attempt, setAttempt] = useState(0);
  const [published, setPublished] = useState<Published | null>(null);
  const [conflict, setConflict] = useState<FactConflict | null>(null);

  const changes = (typed: object) => changesOf(facts, base.facts, typed, reader);

  const keep = useEffectEvent((typed: DraftFacts) => {
    if (changes(typed).length === 0) draft.clear();
    else draft.save({ base: { version: base.version, facts: base.facts }, draft: typed });
  });
  const { subscribe } = form;
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) }),
    [subscribe],
  );

  /** Begins again with these facts. What was typed is gone. */
  function begin(state: OfficeFacts): void {
    setBase(state);
    setConflict(null);
    setKept(null);
    form.reset(state.facts);
    draft.clear();
  }

  function adopt(state: OfficeState, from: OfficeFacts, before?: number): void {
    const changes = changesOf(facts, from.facts, state.facts, reader);
    setPublished({ changes, version: state.version, before });
    queries.setQueryData(officeFactsQuery().queryKey, state);
    begin(state);
  }

  function showProblems(found: readonly FactProblem[], facts: unknown): void {
    const placed = fieldProblems(found, { section, sections, facts }, reader);
    for (const { name, message, elsewhere } of placed) {
      if (!elsewhere && name !== '') form.setError(name, { type: 'fact', message });
    }
    setProblems(placed);
    setAttempt((count) => count + 1);
  }

  function clearProblems(): void {
    form.clearErrors();
    setProblems([]);
    clearFailure();
  }

  /** The typed facts if all are right. Shows the problems otherwise. */
  function checked(): Business | null {
    clearProblems();
    const typed = form.getValues();
    const result = checkFacts(typed);
    const found = 'facts' in result ? ownTextProblems(result.facts, siteUrl) : result.problems;
    if ('facts' in result && found.length === 0) return result.facts;
    showProblems(found, typed);
    return null;
  }

  /** Saves `mine`, which was made from `from`. Asks if others have changed the section in the meantime. */
  async function save(mine: object, from: OfficeFacts): Promise<void> {
    const answer = await saveFacts(from.version, mine);
    if ('state' in answer) return adopt(answer.state, from, from.version);
    if ('problems' in answer) return showProblems(answer.problems, mine);
    const newer = answer.conflict;
    const differing = conflictingFacts(facts, { base: from.facts, mine, newest: newer.facts });
    if (differing.length > 0) setConflict({ newest: newer, facts: differing });
    else await save(withFacts(facts, newer.facts, mine), newer);
  }

  async function publish(): Promise<void> {
    if (isBusy) return;
    setPublished(null);
    const mine = checked();
    if (mine) await run(() => save(mine, base));
  }

  /** Answers a conflict: these facts are to be theirs, the others mine. */
  async function resolve(theirs: readonly Fact[]): Promise<void> {
    if (!conflict || isBusy) return;
    const newer = conflict.newest;
    const mine = facts.filter((fact) => !theirs.includes(fact));
    setBase(newer);
    setConflict(null);
    form.reset(withFacts(mine, newer.facts, form.getValues()));
    const chosen = checked();
    if (chosen) await run(() => save(chosen, newer));
  }

  async function undo(): Promise<void> {
    const before = published?.before;
    if (before === undefined || isBusy) return;
    await run(async () => {
      const answer = await restoreVersion({ expectedVersion: base.version, version: before });
      if (!('state' in answer)) {
        throw new Error(t`Someone has published another change since then. You find both under History.`);
      }
      adopt(answer.state, base);
    });
  }

  function discard(): void {
    begin(conflict?.newest ?? base);
    clearProblems();
  }

  return {
    form,
    base,
    changes,
    stale: (typed: object) => stalePrices(base.facts, typed),
    checked,
    publish,
    resolve,
    undo,
    discard,
    isBusy,
    failure,
    problems,
    attempt,
    published,
    conflict,
    /** The form shows what was typed before a reload or a visit to another page. */
    isRestored: kept !== null,
  };
}

/** What one person has typed into a section in this tab but not published, with the facts that it was made from. */
function factsDraft(userId: string, section: FactsSection) {
  return storedJson('session', `nutmeg.draft.${userId}.office.${section.path}`, (value) => {
    const version = valueAt(value, 'base.version');
    const facts = businessSchema.safeParse(valueAt(value, 'base.facts')).data;
    const draft = asRecord(valueAt(value, 'draft'));
    if (typeof version !== 'number' || !facts || !draft) return null;
    const usable = factsOf(section).filter(({ path, rows }) => {
      const typed = valueAt(draft, path);
      // Another version of the program may not have had the fact, or not as a list.
      return typed !== undefined && (!rows || (Array.isArray(typed) && typed.every(asRecord)));
    });
    return { base: { version, facts }, draft: withFacts(usable, facts, draft) };
  });
}
