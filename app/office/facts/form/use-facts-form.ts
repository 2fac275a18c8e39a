import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { useLanguage } from '#app/language/language.tsx';
import { readerIn } from '#app/language/words.ts';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { useSession } from '#app/shared/session/session.tsx';
import type { OfficeState, OfficeVersion } from '#contract/office.ts';
import type { Business } from '#domain/business/business.ts';
import { checkFacts, type FactProblem } from '#domain/business/fit-facts.ts';
import { type Change, changesOf } from '../model/changes.ts';
import { type FactsSection, type Field, fieldsOf } from '../model/fields.ts';
import { applyFormValues, type FormValues, toFormValues } from '../model/form-values.ts';
import { mergeFacts, withMine } from '../model/merge.ts';
import { type FieldProblem, fieldProblems } from '../model/problems.ts';
import { stalePrices } from '../model/stale-prices.ts';
import { officeFactsQuery, restoreVersion, saveFacts } from '../office-api.ts';
import { sections } from '../sections/sections.ts';
import { factsDraft } from './draft.ts';

/** The facts that the form was made from. */
interface Base {
  version: number;
  facts: Business;
}

export interface Published {
  changes: Change[];
  version: number;
  /** The version before, which Undo restores. Undefined for an undo. */
  before: number | undefined;
  /** What someone else had published in the meantime. */
  theirs: { by: OfficeVersion | undefined; fields: Field[] } | undefined;
}

/** The same facts, changed by two people. */
export interface FactConflict {
  newest: OfficeState;
  by: OfficeVersion | undefined;
  mine: object;
  merged: object;
  fields: Field[];
}

/** Someone may publish again and again. Not for long. */
const MAX_MERGES = 3;

export type FactsFormState = ReturnType<typeof useFactsForm>;

/** The form of a section: what is typed, its draft, and publishing it. */
export function useFactsForm(section: FactsSection, newest: OfficeState) {
  const { t } = useLingui();
  const reader = readerIn(useLanguage());
  const fields = fieldsOf(section);
  const queries = useQueryClient();
  const { user } = useSession();
  const [draft] = useState(() => factsDraft(user?.id ?? '', section));
  const [kept, setKept] = useState(() => draft.read());
  const [base, setBase] = useState<Base>(() => kept ?? newest);
  const form: UseFormReturn<FormValues> = useForm<FormValues>({
    defaultValues: kept?.typed ?? toFormValues(fields, newest.facts),
  });
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [problems, setProblems] = useState<FieldProblem[]>([]);
  const [attempt, setAttempt] = useState(0);
  const [published, setPublished] = useState<Published | null>(null);
  const [conflict, setConflict] = useState<FactConflict | null>(null);

  const factsOf = (typed: FormValues) => applyFormValues(fields, typed, base.facts);
  const changes = (typed: FormValues) => changesOf(fields, base.facts, factsOf(typed), reader);

  const stale = (typed: FormValues) => stalePrices(base.facts, factsOf(typed));

  const keep = useEffectEvent((typed: FormValues) => {
    if (changes(typed).length === 0) draft.clear();
    else draft.save({ ...base, typed });
  });
  const { subscribe } = form;
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => keep(values as FormValues) }),
    [subscribe],
  );

  /** Shows these facts as the published ones. */
  function adopt(state: OfficeState): void {
    queries.setQueryData(officeFactsQuery().queryKey, state);
    setBase(state);
    setConflict(null);
    setKept(null);
    form.reset(toFormValues(fields, state.facts));
    draft.clear();
  }

  function showProblems(found: readonly FactProblem[], facts: unknown): void {
    const placed = fieldProblems(found, { section, sections, facts }, reader);
    for (const { name, message, elsewhere } of placed) {
      if (!elsewhere && name !== '') form.setError(name, { type: 'fact', message });
    }
    setProblems(placed);
    setAttempt((count) => count + 1);
  }

  /** The typed facts if all are right. Shows the problems otherwise. */
  function checked(facts: object = factsOf(form.getValues())): Business | null {
    form.clearErrors();
    setProblems([]);
    setFailure(null);
    const result = checkFacts(facts);
    if ('facts' in result) return result.facts;
    showProblems(result.problems, facts);
    return null;
  }

  async function run(action: () => Promise<void>): Promise<void> {
    setBusy(true);
    setFailure(null);
    try {
      await action();
    } catch (error) {
      setFailure(t`${{ problem: messageOf(error, t) }} What you typed is still here.`);
    } finally {
      setBusy(false);
    }
  }

  /** Saves `mine`, which was made from `from`; merges it with what others saved in the meantime. */
  async function save(mine: Business, from: Base, merges = 0, theirs?: Published['theirs']): Promise<void> {
    const answer = await saveFacts(from.version, mine);
    if ('state' in answer) {
      const { state } = answer;
      setPublished({
        changes: changesOf(fields, from.facts, state.facts, reader),
        version: state.version,
        before: from.version,
        theirs,
      });
      adopt(state);
      return;
    }
    if ('problems' in answer) return showProblems(answer.problems, mine);
    const newer = answer.conflict;
    const by = newer.history.find(({ version }) => version === newer.version);
    const all = sections.flatMap(fieldsOf);
    const merged = mergeFacts(all, { base: from.facts, mine, theirs: newer.facts });
    if (merged.conflicts.length > 0) {
      setConflict({ newest: newer, by, mine, merged: merged.facts, fields: merged.conflicts });
      return;
    }
    const both = checkFacts(merged.facts);
    if ('problems' in both) return showProblems(both.problems, merged.facts);
    if (merges === MAX_MERGES) throw new Error(t`Others are publishing at the same time. Please try again.`);
    await save(both.facts, newer, merges + 1, { by, fields: merged.theirs });
  }

  async function publish(): Promise<void> {
    if (isBusy) return;
    setPublished(null);
    const mine = checked();
    if (mine) await run(() => save(mine, base));
  }

  /** Answers a conflict: these facts are to be mine, the others theirs. */
  async function resolve(mineAt: readonly Field[]): Promise<void> {
    if (!conflict || isBusy) return;
    const { newest: newer, merged, mine } = conflict;
    const chosen = withMine(mineAt, merged, mine);
    setBase(newer);
    setConflict(null);
    form.reset(toFormValues(fields, chosen));
    const facts = checked(chosen);
    if (facts) await run(() => save(facts, newer));
  }

  async function undo(): Promise<void> {
    const before = published?.before;
    if (before === undefined || isBusy) return;
    await run(async () => {
      const answer = await restoreVersion({ expectedVersion: base.version, version: before });
      if (!('state' in answer)) {
        throw new Error(t`Someone has published another change since then. You find both under History.`);
      }
      const undone = changesOf(fields, base.facts, answer.state.facts, reader);
      setPublished({ changes: undone, version: answer.state.version, before: undefined, theirs: undefined });
      adopt(answer.state);
    });
  }

  function discard(): void {
    form.reset(toFormValues(fields, base.facts));
    form.clearErrors();
    draft.clear();
    setKept(null);
    setProblems([]);
    setFailure(null);
    setConflict(null);
  }

  return {
    form,
    changes,
    stale,
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
