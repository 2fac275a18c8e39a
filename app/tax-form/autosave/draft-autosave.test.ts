import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { emptyAnswers, type TaxFormAnswers } from '#domain/tax-form/answers.ts';
import type { Draft } from '#domain/tax-form/draft.ts';
import { createDraftAutosave, DraftConflict, DraftRefused } from './draft-autosave.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-02-01T10:42:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

const named = (firstName: string): TaxFormAnswers => ({ ...emptyAnswers(), firstName });

/** A server with one draft, that checks versions as the real one does. */
function server() {
  const state = {
    draft: null as Draft | null,
    sent: null as { form: unknown; submittedAt: string } | null,
    isOffline: false,
    losesResponses: false,
    refuses: false,
    saves: 0,
  };
  const api = {
    async save(answers: TaxFormAnswers, version: number) {
      state.saves += 1;
      if (state.isOffline) throw new TypeError('Failed to fetch');
      if (state.refuses) throw new DraftRefused('no');
      if (version !== (state.draft?.version ?? 0) + 1) throw new DraftConflict('stale');
      state.draft = draftOf(answers, version);
      if (state.losesResponses) throw new TypeError('Failed to fetch');
    },
    async load() {
      if (state.isOffline) throw new TypeError('Failed to fetch');
      return state.draft;
    },
    async loadSent() {
      return state.sent;
    },
  };
  return { state, api };
}

const draftOf = (answers: TaxFormAnswers, version: number): Draft => ({
  answers,
  version,
  device: 'Chrome on Android',
  updatedAt: '2026-02-01T10:00:00Z',
});

function open() {
  const { state, api } = server();
  const autosave = createDraftAutosave({ api, start: { answers: emptyAnswers(), version: 0, sentAt: null } });
  const adopted: Draft[] = [];
  autosave.onTheirs((draft) => adopted.push(draft));
  return { state, autosave, adopted, typed: (name: string) => autosave.changed(named(name)) };
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('saves once for many changes, and reports when', async () => {
  const { state, autosave, typed } = open();
  expect(autosave.read()).toEqual({ kind: 'idle' });
  typed('A');
  await pass(500);
  typed('An');
  expect(autosave.isUnsaved()).toBe(true);
  await pass(1000);
  expect(state.saves).toBe(1);
  expect(state.draft).toMatchObject({ version: 1, answers: { firstName: 'An' } });
  expect(autosave.read()).toEqual({ kind: 'saved', at: new Date('2026-02-01T10:42:01.500Z') });
  expect(autosave.isUnsaved()).toBe(false);
  typed('Ana');
  autosave.flush();
  await pass(0);
  expect(state.draft).toMatchObject({ version: 2, answers: { firstName: 'Ana' } });
  // Nothing new, nothing to save.
  autosave.flush();
  await pass(5000);
  expect(state.saves).toBe(2);
});

test('offline: keeps the answers and retries', async () => {
  const { state, autosave, typed } = open();
  state.isOffline = true;
  typed('Ana');
  await pass(1000);
  expect(autosave.read()).toEqual({ kind: 'retrying', isOffline: true });
  typed('Anabel');
  await pass(60_000);
  expect(autosave.read()).toEqual({ kind: 'retrying', isOffline: true });
  expect(autosave.answers().firstName).toBe('Anabel');
  const tries = state.saves;
  expect(tries).toBeGreaterThan(3);
  state.isOffline = false;
  await pass(30_000);
  expect(state.draft).toMatchObject({ version: 1, answers: { firstName: 'Anabel' } });
  expect(autosave.isUnsaved()).toBe(false);
});

test('recognizes its own draft after a lost response', async () => {
  const { state, autosave, typed } = open();
  state.losesResponses = true;
  typed('Ana');
  await pass(1000);
  expect(autosave.read()).toEqual({ kind: 'retrying', isOffline: true });
  // The next attempt does not reach the server.
  state.isOffline = true;
  typed('Anab');
  await pass(3000);
  expect(state.saves).toBe(2);
  Object.assign(state, { losesResponses: false, isOffline: false });
  typed('Anabel');
  await pass(10_000);
  expect(autosave.read().kind).toBe('saved');
  expect(state.draft).toMatchObject({ version: 2, answers: { firstName: 'Anabel' } });
});

test('never overwrites a newer draft of another device: the user chooses', async () => {
  for (const choice of ['mine', 'theirs'] as const) {
    const { state, autosave, adopted, typed } = open();
    typed('Ana');
    await pass(1000);
    state.draft = draftOf(named('Berta'), 7);
    typed('Anabel');
    await pass(1000);
    expect(autosave.read()).toMatchObject({ kind: 'conflict', theirs: { version: 7 } });
    await pass(60_000);
    expect(state.draft).toMatchObject({ version: 7 });
    if (choice === 'mine') autosave.keepMine();
    else autosave.takeTheirs();
    await pass(1000);
    expect(autosave.read().kind).toBe('saved');
    expect(autosave.isUnsaved()).toBe(false);
    const expected = choice === 'mine' ? 'Anabel' : 'Berta';
    expect(autosave.answers().firstName).toBe(expected);
    expect(state.draft).toMatchObject({
      version: choice === 'mine' ? 8 : 7,
      answers: { firstName: expected },
    });
    expect(adopted).toHaveLength(choice === 'mine' ? 0 : 1);
    typed('Carla');
    await pass(1000);
    expect(state.draft).toMatchObject({ answers: { firstName: 'Carla' } });
  }
});

test('merges what was answered on two devices, and asks only about the same question', async () => {
  const { state, autosave, adopted, typed } = open();
  typed('Ana');
  await pass(1000);
  state.draft = draftOf({ ...named('Ana'), occupation: 'Cook' }, 2);
  autosave.changed({ ...named('Ana'), lastName: 'Lopez' });
  await pass(5000);
  expect(adopted).toHaveLength(1);
  const both = { firstName: 'Ana', lastName: 'Lopez', occupation: 'Cook' };
  expect(autosave.answers()).toMatchObject(both);
  expect(state.draft).toMatchObject({ version: 3, answers: both });
  expect(autosave.isUnsaved()).toBe(false);

  state.draft = draftOf({ ...named('Berta'), lastName: 'Diaz', occupation: 'Cook' }, 4);
  autosave.changed({ ...autosave.answers(), firstName: 'Anabel', occupation: 'Nurse' });
  await pass(1000);
  expect(autosave.read()).toMatchObject({
    kind: 'conflict',
    theirs: { answers: { firstName: 'Berta', lastName: 'Diaz', occupation: 'Nurse' } },
  });
  expect(autosave.answers()).toMatchObject({
    firstName: 'Anabel',
    lastName: 'Diaz',
    occupation: 'Nurse',
  });
  autosave.takeTheirs();
  await pass(5000);
  expect(state.draft).toMatchObject({
    version: 5,
    answers: { firstName: 'Berta', lastName: 'Diaz', occupation: 'Nurse' },
  });
});

test('refresh() loads the draft of another device if nothing was edited here', async () => {
  const { state, autosave, adopted, typed } = open();
  typed('Ana');
  await pass(1000);
  await autosave.refresh();
  expect(adopted).toEqual([]);
  state.draft = draftOf(named('Berta'), 2);
  await autosave.refresh();
  expect(adopted.map(({ answers }) => answers.firstName)).toEqual(['Berta']);
  state.draft = draftOf(named('Carla'), 3);
  typed('Doris');
  await autosave.refresh();
  await pass(0);
  expect(autosave.read()).toMatchObject({ kind: 'conflict', theirs: { version: 3 } });
});

test('can save edits as a new draft after another device has sent the form', async () => {
  const { state, autosave, typed } = open();
  typed('Ana');
  await pass(1000);
  state.draft = null;
  typed('Anabel');
  await pass(1000);
  expect(autosave.read()).toEqual({ kind: 'conflict', theirs: null });
  autosave.keepMine();
  await pass(0);
  expect(state.draft).toMatchObject({ version: 1, answers: { firstName: 'Anabel' } });
});

/** Another device has sent the form, which deletes the draft. */
const sentForm = (name: string) => ({ form: { ...named(name) }, submittedAt: '2026-02-01T10:41:00Z' });

test('shows the newer draft of another device instead of submitting over it', async () => {
  const { state, autosave, typed } = open();
  typed('Ana');
  await pass(1000);
  state.draft = draftOf(named('Berta'), 2);
  await expect(autosave.pause()).rejects.toThrow(DraftConflict);
  expect(autosave.answers().firstName).toBe('Berta');
  autosave.resume();
  // The client has seen it.
  await autosave.pause();
  autosave.resume();
  state.draft = draftOf(named('Carla'), 3);
  typed('Doris');
  await expect(autosave.pause()).rejects.toThrow(DraftConflict);
  expect(autosave.read()).toMatchObject({ kind: 'conflict', theirs: { version: 3 } });
  autosave.resume();
  autosave.keepMine();
  await pass(0);
  await autosave.pause();
  expect(state.draft).toMatchObject({ version: 4, answers: { firstName: 'Doris' } });
});

test('does not submit while a save under way ends as a conflict', async () => {
  const { state, autosave, typed } = open();
  state.draft = draftOf(named('Berta'), 1);
  typed('Ana');
  autosave.flush();
  await expect(autosave.pause()).rejects.toThrow(DraftConflict);
  expect(autosave.read()).toMatchObject({ kind: 'conflict', theirs: { version: 1 } });
});

test.each([0, 1])(
  'asks before a form that another device has sent is replaced (draft %i)',
  async (version) => {
    const { state, autosave, typed } = open();
    if (version > 0) typed('Ana');
    await pass(1000);
    state.draft = null;
    state.sent = sentForm('Berta');
    await expect(autosave.pause()).rejects.toThrow(DraftConflict);
    expect(autosave.read()).toEqual({ kind: 'conflict', theirs: null });
    autosave.resume();
    autosave.keepMine();
    await pass(0);
    await autosave.pause();
    autosave.resume();
    state.draft = null;
    state.sent = { ...sentForm('Carla'), submittedAt: '2026-02-01T10:43:00Z' };
    await autosave.refresh();
    expect(autosave.read()).toEqual({ kind: 'conflict', theirs: null });
  },
);

test('asks about a sent form after a reload, if it was not decided before', async () => {
  const { state, api } = server();
  const left = createDraftAutosave({ api, start: { answers: emptyAnswers(), version: 0, sentAt: null } });
  left.changed(named('Ana'));
  state.sent = sentForm('Berta');
  await expect(left.pause()).rejects.toThrow(DraftConflict);
  const autosave = createDraftAutosave({ api, start: { answers: left.answers(), ...left.seen() } });
  autosave.changed(left.answers());
  await autosave.refresh();
  await expect(autosave.pause()).rejects.toThrow(DraftConflict);
  expect(autosave.read()).toEqual({ kind: 'conflict', theirs: null });
});

test('submits again if only the response was lost', async () => {
  const { state, autosave, typed } = open();
  typed('Ana');
  await pass(1000);
  state.draft = null;
  state.sent = sentForm('Ana');
  await autosave.pause();
  typed('Anabel');
  autosave.resume();
  await pass(1000);
  expect(state.draft).toMatchObject({ version: 1, answers: { firstName: 'Anabel' } });
});

test('saves nothing while paused, and continues after resume()', async () => {
  const { state, autosave, typed } = open();
  typed('Ana');
  autosave.flush();
  await autosave.pause();
  expect(state.saves).toBe(1);
  typed('Anabel');
  await pass(60_000);
  expect(state.saves).toBe(1);
  autosave.resume();
  await pass(0);
  expect(state.draft).toMatchObject({ version: 2 });
});

test('tries again what the server refused only after an edit, or when asked to', async () => {
  const { state, autosave, typed } = open();
  state.refuses = true;
  typed('Ana');
  await pass(1000);
  expect(autosave.read()).toEqual({ kind: 'refused' });
  await pass(60_000);
  expect(state.saves).toBe(1);
  typed('Anabel');
  await pass(60_000);
  expect(state.saves).toBe(2);
  state.refuses = false;
  autosave.flush();
  await pass(0);
  expect(state.draft).toMatchObject({ version: 1, answers: { firstName: 'Anabel' } });
});

test('knows for a reload only the saves that may have reached the server, at most 20', async () => {
  const { state, autosave, typed } = open();
  const tryNames = async (names: string[]) => {
    for (const name of names) {
      typed(name);
      await autosave.refresh();
    }
  };
  const known = () => autosave.seen().unanswered?.map((text) => JSON.parse(text).firstName);
  state.isOffline = true;
  await tryNames(['Ana']);
  Object.assign(state, { isOffline: false, refuses: true });
  await tryNames(['Ana', 'Anabel']);
  expect(known()).toEqual(['Ana']);
  Object.assign(state, { isOffline: true, refuses: false });
  const names = Array.from({ length: 20 }, (_, at) => `Ana ${at}`);
  await tryNames(names);
  expect(known()).toEqual(names);
});
