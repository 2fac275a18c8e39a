import { isConnectionError } from '#app/shared/api/error-wording.ts';
import { english } from '#domain/language/english.ts';
import type { TaxFormAnswers } from '#domain/tax-form/answers.ts';
import { differences, merge } from '#domain/tax-form/conflict/differences.ts';
import { type Draft, draftForm, meeting, nextVersion } from '#domain/tax-form/draft.ts';

export interface DraftApi {
  /** Throws `DraftConflict` if another device has saved a newer version, `DraftRefused` if a retry can't succeed. */
  save(answers: TaxFormAnswers, version: number): Promise<void>;
  load(): Promise<Draft | null>;
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
  /** The server refuses the draft; it is not retried. */
  | { kind: 'refused' };

export interface DraftAutosave {
  changed(answers: TaxFormAnswers): void;
  /** Saves now instead of in a second: at the end of a section, or before the page is left. */
  flush(): void;
  /** Loads a draft that another device has saved. Call it when the page becomes visible. */
  refresh(): Promise<void>;
  keepMine(): void;
  takeTheirs(): void;
  /** Stops saving and waits for a running request. Call it before the form is sent. */
  pause(): Promise<void>;
  resume(): void;
  read(): SaveState;
  subscribe(listener: () => void): () => void;
  /** Called when another device's draft replaces the answers, or is merged into them. */
  onTheirs(listener: (draft: Draft, isMerged: boolean) => void): () => void;
  isUnsaved(): boolean;
  answers(): TaxFormAnswers;
  version(): number;
}

export interface DraftAutosaveOptions {
  api: DraftApi;
  start: { answers: TaxFormAnswers; version: number; savedAt?: Date };
}

const SAVE_DELAY_MS = 1000;
const MAX_RETRY_MS = 30_000;

/** Saves a draft while it is edited. Unsaved answers are kept in memory; at the end of a session, also sealed (open-drafts.ts). */
export function createDraftAutosave({ api, start }: DraftAutosaveOptions): DraftAutosave {
  let latest = start.answers;
  /** What the server had when these answers were begun. */
  let base = start.answers;
  let version = start.version;
  let dirty = false;
  let paused = false;
  let failures = 0;
  /** The last request that got no response: the server may have saved it. */
  let unanswered: string | null = null;
  let state: SaveState = start.savedAt ? { kind: 'saved', at: start.savedAt } : { kind: 'idle' };
  let running: Promise<void> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();
  const theirsListeners = new Set<(draft: Draft, isMerged: boolean) => void>();

  function setState(next: SaveState): void {
    state = next;
    for (const listener of listeners) listener();
  }

  function schedule(ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(flush, ms);
  }

  function flush(): void {
    if (!dirty || paused || running || state.kind === 'conflict' || state.kind === 'refused') return;
    clearTimeout(timer);
    running = save().finally(() => {
      running = null;
      if (dirty && state.kind === 'saved') schedule(SAVE_DELAY_MS);
    });
  }

  async function save(): Promise<void> {
    const sent = latest;
    const next = nextVersion({ version });
    // During retries, the note would flicker.
    if (state.kind !== 'retrying') setState({ kind: 'saving' });
    try {
      await api.save(sent, next);
      markSaved(next, sent);
    } catch (error) {
      if (error instanceof DraftConflict) await resolveConflict();
      else if (error instanceof DraftRefused) setState({ kind: 'refused' });
      else retryLater(sent, error);
    }
  }

  function markSaved(savedVersion: number, sent: TaxFormAnswers): void {
    version = savedVersion;
    base = sent;
    failures = 0;
    unanswered = null;
    dirty = latest !== sent;
    setState({ kind: 'saved', at: new Date() });
  }

  function retryLater(sent: TaxFormAnswers, error: unknown): void {
    unanswered = text(sent);
    failures += 1;
    setState({ kind: 'retrying', isOffline: isConnectionError(error) });
    schedule(Math.min(MAX_RETRY_MS, 1000 * 2 ** failures));
  }

  /** The server has another version of the draft, or none. */
  async function resolveConflict(): Promise<void> {
    let found: Draft | null;
    try {
      found = await api.load();
    } catch (error) {
      retryLater(latest, error);
      return;
    }
    if (found && text(found.answers) === unanswered) {
      // Our own version, whose response was lost.
      version = found.version;
      base = found.answers;
      unanswered = null;
      failures = 0;
      setState({ kind: 'saved', at: new Date() });
      dirty = text(found.answers) !== text(latest);
    } else if (found) {
      const merged = merge(base, latest, found.answers);
      base = found.answers;
      const isAlike = differences(merged.mine, merged.theirs, english).length === 0;
      if (text(merged.mine) !== text(latest)) show({ ...found, answers: merged.mine }, true);
      if (isAlike) adopt(found.version, new Date());
      else setState({ kind: 'conflict', theirs: { ...found, answers: merged.theirs } });
    } else {
      setState({ kind: 'conflict', theirs: null });
    }
  }

  /** The latest answers are those of the server, except for what it doesn't have yet. */
  function adopt(draftVersion: number, at: Date): void {
    version = draftVersion;
    failures = 0;
    unanswered = null;
    dirty = text(latest) !== text(base);
    setState({ kind: 'saved', at });
    if (dirty) schedule(SAVE_DELAY_MS);
  }

  function show(draft: Draft, isMerged: boolean): void {
    latest = draft.answers;
    for (const listener of theirsListeners) listener(draft, isMerged);
  }

  function take(draft: Draft): void {
    show(draft, false);
    adopt(draft.version, new Date(draft.updatedAt));
  }

  return {
    changed(answers) {
      latest = answers;
      dirty = true;
      // While retrying, the next retry sends the latest answers.
      if (state.kind !== 'retrying') schedule(SAVE_DELAY_MS);
    },
    flush,
    async refresh() {
      if (paused || running || state.kind === 'conflict' || state.kind === 'refused') return;
      const found = await api.load().catch(() => null);
      if (!found || paused || running) return;
      const met = meeting({ version, changed: dirty }, found);
      if (met === 'take theirs') {
        base = found.answers;
        take(found);
      }
      // If both have changed, saving detects the conflict.
      else flush();
    },
    keepMine() {
      if (state.kind !== 'conflict') return;
      version = state.theirs?.version ?? 0;
      dirty = true;
      setState({ kind: 'idle' });
      flush();
    },
    takeTheirs() {
      if (state.kind === 'conflict' && state.theirs) take(state.theirs);
    },
    async pause() {
      paused = true;
      clearTimeout(timer);
      await running;
    },
    resume() {
      paused = false;
      flush();
    },
    read: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onTheirs(listener) {
      theirsListeners.add(listener);
      return () => theirsListeners.delete(listener);
    },
    isUnsaved: () => dirty,
    answers: () => latest,
    version: () => version,
  };
}

const text = (answers: TaxFormAnswers): string => JSON.stringify(draftForm(answers));
