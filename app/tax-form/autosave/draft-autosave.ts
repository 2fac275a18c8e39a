import { isConnectionError } from '#app/shared/api/error-wording.ts';
import { english } from '#domain/language/english.ts';
import { readAnswers, type TaxFormAnswers } from '#domain/tax-form/answers.ts';
import { differences, merge } from '#domain/tax-form/conflict/differences.ts';
import { type Draft, draftForm } from '#domain/tax-form/draft.ts';
import { savedForm } from '#domain/tax-form/normalize.ts';

export interface DraftApi {
  /** Throws `DraftConflict` if another device has saved a newer version, `DraftRefused` if a retry can't succeed. */
  save(answers: TaxFormAnswers, version: number): Promise<void>;
  load(): Promise<Draft | null>;
  loadSent(): Promise<{ form: unknown; submittedAt: string } | null>;
}
export class DraftConflict extends Error {}
export class DraftRefused extends Error {}

export type SaveState =
  | { kind: 'idle' }
  | { kind: 'saving' }
  | { kind: 'saved'; at: Date }
  /** The last attempt failed; it is retried. */
  | { kind: 'retrying'; isOffline: boolean }
  /**
   * The same question was answered here and on another device: the user decides. `theirs` differs from the answers only
   * there. It is null if the other device has sent the form.
   */
  | { kind: 'conflict'; theirs: Draft | null }
  /** The server refuses the draft; it is tried again after the next edit or login. */
  | { kind: 'refused' };

export type DraftAutosave = ReturnType<typeof createDraftAutosave>;

interface Seen {
  /** Of the draft. */
  version: number;
  /** When the form was sent. */
  sentAt: string | null;
  /** What the server had when these answers were begun; these answers, unless they continue another autosave. */
  base?: TaxFormAnswers;
  /** What was sent since: without a response, the server may have saved any of it. */
  unanswered?: readonly string[];
}

interface Options {
  api: DraftApi;
  start: Seen & { answers: TaxFormAnswers; savedAt?: Date };
}

const SAVE_DELAY_MS = 1000;
const MAX_RETRY_MS = 30_000;
const MAX_UNANSWERED = 20;

/** Saves a draft while it is edited. Unsaved answers are kept in memory; at the end of a session, also sealed (open-drafts.ts). */
export function createDraftAutosave({ api, start }: Options) {
  let latest = start.answers;
  let { version, sentAt, base = start.answers } = start;
  const unanswered = new Set(start.unanswered);
  /** Until the user decides a conflict, a reload begins from here and finds it again. */
  let beforeConflict = { sentAt, base };
  /** Of another device. */
  let shown: Draft | null = null;
  let dirty = false;
  let paused = false;
  let failures = 0;
  let state: SaveState = start.savedAt ? { kind: 'saved', at: start.savedAt } : { kind: 'idle' };
  let running: Promise<void> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();
  const theirsListeners = new Set<(draft: Draft, isMerged: boolean) => void>();

  function setState(next: SaveState): void {
    state = next;
    for (const listener of listeners) listener();
  }

  const isFailing = () => state.kind === 'retrying' || state.kind === 'refused';

  function schedule(ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(flush, ms);
  }

  function flush(): void {
    if (!dirty || paused || running || state.kind === 'conflict') return;
    clearTimeout(timer);
    run(save());
  }

  function run(request: Promise<void>): void {
    running = request.finally(() => {
      running = null;
      if (dirty && !isFailing()) schedule(SAVE_DELAY_MS);
    });
  }

  async function save(): Promise<void> {
    const sent = latest;
    const next = version + 1;
    // During further attempts, the note would flicker.
    if (!isFailing()) setState({ kind: 'saving' });
    const isNew = !unanswered.has(text(sent));
    unanswered.add(text(sent));
    // There is little room for them where they are kept over a reload.
    for (const old of [...unanswered].slice(0, -MAX_UNANSWERED)) unanswered.delete(old);
    try {
      await api.save(sent, next);
      base = sent;
      adopt(next, new Date());
    } catch (error) {
      if (error instanceof DraftConflict) await look().catch(retryLater);
      else if (error instanceof DraftRefused) {
        if (isNew) unanswered.delete(text(sent));
        setState({ kind: 'refused' });
      } else retryLater(error);
    }
  }

  function retryLater(error: unknown): void {
    failures += 1;
    setState({ kind: 'retrying', isOffline: isConnectionError(error) });
    schedule(Math.min(MAX_RETRY_MS, 1000 * 2 ** failures));
  }

  /** Asks what other devices have saved or sent. Shows it, merges it, or lets the user decide. */
  async function look(): Promise<void> {
    const [found, sent] = await Promise.all([api.load(), api.loadSent()]);
    beforeConflict = { sentAt, base };
    const isSent = (sent !== null && sent.submittedAt !== sentAt) || (version > 0 && !found);
    sentAt = sent?.submittedAt ?? null;
    if (isSent && !(sent && isSame(sent.form, latest))) setState({ kind: 'conflict', theirs: null });
    else if (version !== (found?.version ?? 0)) meet(found);
  }

  function meet(found: Draft | null): void {
    if (!found || unanswered.has(text(found.answers))) {
      // Our own version, whose response was lost. Without a draft, it was sent.
      base = found?.answers ?? latest;
      adopt(found?.version ?? 0, new Date());
    } else if (!dirty) {
      base = found.answers;
      take(found);
    } else {
      const merged = merge(base, latest, found.answers);
      base = found.answers;
      const isAlike = differences(merged.mine, merged.theirs, english).length === 0;
      if (text(merged.mine) !== text(latest)) show({ ...found, answers: merged.mine }, true);
      if (isAlike) adopt(found.version, new Date());
      else setState({ kind: 'conflict', theirs: { ...found, answers: merged.theirs } });
    }
  }

  /** The latest answers are those of the server, except for what it doesn't have yet. */
  function adopt(draftVersion: number, at: Date): void {
    version = draftVersion;
    failures = 0;
    unanswered.clear();
    dirty = text(latest) !== text(base);
    setState({ kind: 'saved', at });
    if (dirty) schedule(SAVE_DELAY_MS);
  }

  function show(draft: Draft, isMerged: boolean): void {
    latest = draft.answers;
    shown = draft;
    for (const listener of theirsListeners) listener(draft, isMerged);
  }

  function take(draft: Draft): void {
    show(draft, false);
    adopt(draft.version, new Date(draft.updatedAt));
  }

  return {
    changed(answers: TaxFormAnswers): void {
      latest = answers;
      dirty = true;
      // While retrying, the next retry sends the latest answers.
      if (state.kind !== 'retrying') schedule(SAVE_DELAY_MS);
    },
    /** Saves now instead of in a second: at the end of a section, or before the page is left. */
    flush,
    /** Loads what another device has saved. Call it when the page becomes visible. */
    async refresh(): Promise<void> {
      if (paused || running || state.kind === 'conflict') return;
      // If both have changed, saving detects the conflict.
      if (dirty) flush();
      else run(look().catch(() => undefined));
      await running;
    },
    keepMine(): void {
      if (state.kind !== 'conflict') return;
      version = state.theirs?.version ?? 0;
      dirty = true;
      setState({ kind: 'idle' });
      flush();
    },
    takeTheirs(): void {
      if (state.kind === 'conflict' && state.theirs) take(state.theirs);
    },
    /**
     * Stops saving before the form is sent. Throws `DraftConflict` if another device has saved or sent other answers, which
     * the form would overwrite: they are shown now, or the user decides.
     */
    async pause(): Promise<void> {
      paused = true;
      clearTimeout(timer);
      await running;
      const before = shown;
      if (state.kind !== 'conflict') await look();
      if (state.kind === 'conflict' || shown !== before) throw new DraftConflict('There are newer answers');
    },
    resume(): void {
      paused = false;
      flush();
    },
    read: (): SaveState => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Called when another device's draft replaces the answers, or is merged into them. */
    onTheirs(listener: (draft: Draft, isMerged: boolean) => void): () => void {
      theirsListeners.add(listener);
      return () => theirsListeners.delete(listener);
    },
    isUnsaved: () => dirty,
    answers: () => latest,
    seen: (): Seen => ({
      version,
      unanswered: [...unanswered],
      ...(state.kind === 'conflict' ? beforeConflict : { sentAt, base }),
    }),
  };
}

/** As after a form whose response was lost. */
const isSame = (sent: unknown, answers: TaxFormAnswers): boolean =>
  JSON.stringify(savedForm(readAnswers(sent))) === JSON.stringify(savedForm(answers));

const text = (answers: TaxFormAnswers): string => JSON.stringify(draftForm(answers));
