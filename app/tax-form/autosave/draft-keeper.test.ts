import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { emptyAnswers, type TaxFormAnswers } from '#domain/tax-form/answers.ts';
import type { Draft } from '#domain/tax-form/draft.ts';
import { createDraftKeeper, DraftConflict, DraftRefused } from './draft-keeper.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-02-01T10:42:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

const named = (firstName: string): TaxFormAnswers => ({ ...emptyAnswers(), firstName });

/** A server that keeps one draft as the real one does. */
function server() {
  const state = {
    draft: null as Draft | null,
    isAway: false,
    losesAnswers: false,
    refuses: false,
    saves: 0,
  };
  const door = {
    async save(answers: TaxFormAnswers, version: number) {
      state.saves += 1;
      if (state.isAway) throw new TypeError('Failed to fetch');
      if (state.refuses) throw new DraftRefused('no');
      if (version !== (state.draft?.version ?? 0) + 1) throw new DraftConflict('stale');
      state.draft = draftOf(answers, version);
      if (state.losesAnswers) throw new TypeError('Failed to fetch');
    },
    async load() {
      if (state.isAway) throw new TypeError('Failed to fetch');
      return state.draft;
    },
  };
  return { state, door };
}

const draftOf = (answers: TaxFormAnswers, version: number): Draft => ({
  answers,
  version,
  device: 'Chrome on Android',
  updatedAt: '2026-02-01T10:00:00Z',
});

function open() {
  const { state, door } = server();
  const keeper = createDraftKeeper({ door, start: { answers: emptyAnswers(), version: 0 } });
  const adopted: Draft[] = [];
  keeper.onTheirs((draft) => adopted.push(draft));
  return { state, keeper, adopted, typed: (name: string) => keeper.changed(named(name)) };
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('saves once for many changes, and says when', async () => {
  const { state, keeper, typed } = open();
  expect(keeper.read()).toEqual({ kind: 'nothing' });
  typed('A');
  await pass(500);
  typed('An');
  expect(keeper.isUnsaved()).toBe(true);
  await pass(1000);
  expect(state.saves).toBe(1);
  expect(state.draft).toMatchObject({ version: 1, answers: { firstName: 'An' } });
  expect(keeper.read()).toEqual({ kind: 'saved', at: new Date('2026-02-01T10:42:01.500Z') });
  expect(keeper.isUnsaved()).toBe(false);
  typed('Ana');
  keeper.flush();
  await pass(0);
  expect(state.draft).toMatchObject({ version: 2, answers: { firstName: 'Ana' } });
  // Nothing new, nothing to save.
  keeper.flush();
  await pass(5000);
  expect(state.saves).toBe(2);
});

test('without a connection it keeps what was typed and tries again', async () => {
  const { state, keeper, typed } = open();
  state.isAway = true;
  typed('Ana');
  await pass(1000);
  expect(keeper.read()).toEqual({ kind: 'waiting', isOffline: true });
  typed('Anabel');
  await pass(60_000);
  expect(keeper.read()).toEqual({ kind: 'waiting', isOffline: true });
  expect(keeper.answers().firstName).toBe('Anabel');
  const tries = state.saves;
  expect(tries).toBeGreaterThan(3);
  state.isAway = false;
  await pass(30_000);
  expect(state.draft).toMatchObject({ version: 1, answers: { firstName: 'Anabel' } });
  expect(keeper.isUnsaved()).toBe(false);
});

test('the own draft whose answer was lost on the way is no other device’s', async () => {
  const { state, keeper, typed } = open();
  state.losesAnswers = true;
  typed('Ana');
  await pass(1000);
  expect(keeper.read()).toEqual({ kind: 'waiting', isOffline: true });
  state.losesAnswers = false;
  typed('Anabel');
  await pass(10_000);
  expect(keeper.read().kind).toBe('saved');
  expect(state.draft).toMatchObject({ version: 2, answers: { firstName: 'Anabel' } });
});

test('another device’s newer draft is never overwritten: the person chooses', async () => {
  for (const choice of ['mine', 'theirs'] as const) {
    const { state, keeper, adopted, typed } = open();
    typed('Ana');
    await pass(1000);
    state.draft = draftOf(named('Berta'), 7);
    typed('Anabel');
    await pass(1000);
    expect(keeper.read()).toMatchObject({ kind: 'asking', theirs: { version: 7 } });
    await pass(60_000);
    expect(state.draft).toMatchObject({ version: 7 });
    if (choice === 'mine') keeper.keepMine();
    else keeper.takeTheirs();
    await pass(1000);
    expect(keeper.read().kind).toBe('saved');
    expect(keeper.isUnsaved()).toBe(false);
    const stands = choice === 'mine' ? 'Anabel' : 'Berta';
    expect(keeper.answers().firstName).toBe(stands);
    expect(state.draft).toMatchObject({ version: choice === 'mine' ? 8 : 7, answers: { firstName: stands } });
    expect(adopted).toHaveLength(choice === 'mine' ? 0 : 1);
    typed('Carla');
    await pass(1000);
    expect(state.draft).toMatchObject({ answers: { firstName: 'Carla' } });
  }
});

test('a look finds what another device has saved, and takes it where nothing was typed here', async () => {
  const { state, keeper, adopted, typed } = open();
  typed('Ana');
  await pass(1000);
  await keeper.look();
  expect(adopted).toEqual([]);
  state.draft = draftOf(named('Berta'), 2);
  await keeper.look();
  expect(adopted.map(({ answers }) => answers.firstName)).toEqual(['Berta']);
  state.draft = draftOf(named('Carla'), 3);
  typed('Doris');
  await keeper.look();
  await pass(0);
  expect(keeper.read()).toMatchObject({ kind: 'asking', theirs: { version: 3 } });
});

test('a form that was sent from another device: what is typed here can be a new draft', async () => {
  const { state, keeper, typed } = open();
  typed('Ana');
  await pass(1000);
  state.draft = null;
  typed('Anabel');
  await pass(1000);
  expect(keeper.read()).toEqual({ kind: 'asking', theirs: null });
  keeper.keepMine();
  await pass(0);
  expect(state.draft).toMatchObject({ version: 1, answers: { firstName: 'Anabel' } });
});

test('while the form is sent nothing else is; after a failure it goes on', async () => {
  const { state, keeper, typed } = open();
  typed('Ana');
  keeper.flush();
  await keeper.rest();
  expect(state.saves).toBe(1);
  typed('Anabel');
  await pass(60_000);
  expect(state.saves).toBe(1);
  keeper.resume();
  await pass(0);
  expect(state.draft).toMatchObject({ version: 2 });
});

test('what the server refuses is not sent again and again', async () => {
  const { state, keeper, typed } = open();
  state.refuses = true;
  typed('Ana');
  await pass(1000);
  expect(keeper.read()).toEqual({ kind: 'refused' });
  typed('Anabel');
  await pass(60_000);
  expect(state.saves).toBe(1);
});
