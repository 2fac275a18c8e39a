import { isConnectionError } from '#app/shared/api/error-wording.ts';
import type { TaxFormAnswers } from '#domain/tax-form/answers.ts';
import { type Draft, draftForm, meeting, nextVersion } from '#domain/tax-form/draft.ts';

/** The way to the server. */
export interface DraftDoor {
  /** Throws `DraftConflict` when another device has saved since, or `DraftRefused` when trying again is no use. */
  save(answers: TaxFormAnswers, version: number): Promise<void>;
  load(): Promise<Draft | null>;
}
export class DraftConflict extends Error {}
export class DraftRefused extends Error {}

export type Saving =
  | { kind: 'nothing' }
  | { kind: 'saving' }
  | { kind: 'saved'; at: Date }
  /** Not on the server yet; tried again by itself. */
  | { kind: 'waiting'; isOffline: boolean }
  /** Typed here, and there: the person decides. Null: it was sent from another device. */
  | { kind: 'asking'; theirs: Draft | null }
  /** The server will not take it; nothing is tried any more. */
  | { kind: 'refused' };

export interface DraftKeeper {
  changed(answers: TaxFormAnswers): void;
  /** Now, and not in a second: at the end of a section, on leaving. */
  flush(): void;
  /** The connection is back, or the page is in front again: looks for what another device has saved. */
  look(): Promise<void>;
  keepMine(): void;
  takeTheirs(): void;
  /** Before the form is sent: nothing may be on its way any more. */
  rest(): Promise<void>;
  resume(): void;
  read(): Saving;
  subscribe(listener: () => void): () => void;
  /** Another device's answers stand from now on. */
  onTheirs(listener: (draft: Draft) => void): () => void;
  isUnsaved(): boolean;
  answers(): TaxFormAnswers;
}

export interface KeeperOptions {
  door: DraftDoor;
  start: { answers: TaxFormAnswers; version: number; savedAt?: Date };
  now?: () => Date;
  delayMs?: number;
}

const LONGEST_WAIT = 30_000;

/** Saves a draft as its writer goes. What can't be saved is kept in memory, never in the browser's storage. */
export function createDraftKeeper({
  door,
  start,
  now = () => new Date(),
  delayMs = 1000,
}: KeeperOptions): DraftKeeper {
  let latest = start.answers;
  let version = start.version;
  let dirty = false;
  let resting = false;
  let failures = 0;
  /** What went out without an answer: it may have arrived all the same. */
  let unanswered: string | null = null;
  let saving: Saving = start.savedAt ? { kind: 'saved', at: start.savedAt } : { kind: 'nothing' };
  let running: Promise<void> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();
  const adopters = new Set<(draft: Draft) => void>();

  function tell(next: Saving): void {
    saving = next;
    for (const listener of listeners) listener();
  }

  function later(ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(flush, ms);
  }

  function flush(): void {
    if (!dirty || resting || running || saving.kind === 'asking' || saving.kind === 'refused') return;
    clearTimeout(timer);
    running = save().finally(() => {
      running = null;
      if (dirty && saving.kind === 'saved') later(delayMs);
    });
  }

  async function save(): Promise<void> {
    const sent = latest;
    const next = nextVersion({ version });
    // While it waits for the connection, the note stays as it is: it would flicker.
    if (saving.kind !== 'waiting') tell({ kind: 'saving' });
    try {
      await door.save(sent, next);
      stored(next, sent);
    } catch (error) {
      if (error instanceof DraftConflict) await meet();
      else if (error instanceof DraftRefused) tell({ kind: 'refused' });
      else wait(sent, error);
    }
  }

  function stored(stands: number, sent: TaxFormAnswers): void {
    version = stands;
    failures = 0;
    unanswered = null;
    dirty = latest !== sent;
    tell({ kind: 'saved', at: now() });
  }

  function wait(sent: TaxFormAnswers, why: unknown): void {
    unanswered = text(sent);
    failures += 1;
    tell({ kind: 'waiting', isOffline: isConnectionError(why) });
    later(Math.min(LONGEST_WAIT, 1000 * 2 ** failures));
  }

  /** Another draft stands on the server, or none does. */
  async function meet(): Promise<void> {
    let found: Draft | null;
    try {
      found = await door.load();
    } catch (error) {
      wait(latest, error);
      return;
    }
    if (found && text(found.answers) === unanswered) {
      // Our own, whose answer was lost on the way.
      version = found.version;
      unanswered = null;
      failures = 0;
      tell({ kind: 'saved', at: now() });
      dirty = text(found.answers) !== text(latest);
    } else if (found && text(found.answers) === text(latest)) {
      version = found.version;
      dirty = false;
      tell({ kind: 'saved', at: now() });
    } else {
      tell({ kind: 'asking', theirs: found });
    }
  }

  function adopt(draft: Draft): void {
    latest = draft.answers;
    version = draft.version;
    dirty = false;
    unanswered = null;
    tell({ kind: 'saved', at: new Date(draft.updatedAt) });
    for (const adopter of adopters) adopter(draft);
  }

  return {
    changed(answers) {
      latest = answers;
      dirty = true;
      // One try at a time is enough while there is no connection.
      if (saving.kind !== 'waiting') later(delayMs);
    },
    flush,
    async look() {
      if (resting || running || saving.kind === 'asking' || saving.kind === 'refused') return;
      const found = await door.load().catch(() => null);
      if (!found || resting || running) return;
      const met = meeting({ version, changed: dirty }, found);
      if (met === 'take theirs') adopt(found);
      // A save finds out by itself whether both have changed.
      else flush();
    },
    keepMine() {
      if (saving.kind !== 'asking') return;
      version = saving.theirs?.version ?? 0;
      dirty = true;
      tell({ kind: 'nothing' });
      flush();
    },
    takeTheirs() {
      if (saving.kind === 'asking' && saving.theirs) adopt(saving.theirs);
    },
    async rest() {
      resting = true;
      clearTimeout(timer);
      await running;
    },
    resume() {
      resting = false;
      flush();
    },
    read: () => saving,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onTheirs(listener) {
      adopters.add(listener);
      return () => adopters.delete(listener);
    },
    isUnsaved: () => dirty,
    answers: () => latest,
  };
}

const text = (answers: TaxFormAnswers): string => JSON.stringify(draftForm(answers));
