import { afterEach, expect, test, vi } from 'vitest';
import { keptWork } from '#app/shared/drafts/kept-work.ts';
import { openKept } from '#app/shared/drafts/opened-work.ts';
import { emptyAnswers, type TaxFormAnswers } from '#domain/tax-form/answers.ts';
import { draftForm } from '#domain/tax-form/draft.ts';
import { createDraftAutosave, type DraftApi, type DraftAutosave, DraftConflict } from './draft-autosave.ts';
import { findUnsaved, forgetAutosave, rememberAutosave } from './open-drafts.ts';

const server = vi.hoisted(() => ({ fetch: vi.fn<(url: string, init: RequestInit) => Promise<Response>>() }));
vi.mock('#app/shared/api/own-fetch.ts', () => ({ ownFetch: server.fetch }));
vi.mock('#app/shared/api/auth-session.ts', () => ({
  authSession: { read: () => ({ user: { id: 'ana' } }), subscribe: () => () => {} },
}));
afterEach(() => vi.unstubAllGlobals());

const blank = emptyAnswers();
const named = (lastName: string): TaxFormAnswers => ({ ...blank, lastName });
const cook = { ...blank, occupation: 'Cook' };
const diaz = {
  answers: { ...cook, lastName: 'Diaz' },
  version: 3,
  device: 'Chrome on Windows',
  updatedAt: 'now',
};

/** The server has these answers, as the third version of the draft. */
function has(answers: TaxFormAnswers): void {
  const row = { form_data: draftForm(answers), version: 3, device: 'Chrome on Windows', updated_at: 'now' };
  server.fetch.mockImplementation(async (url, { method, body }) => {
    if (method !== 'POST') return Response.json(String(url).includes('/tax_form_drafts') ? [row] : []);
    return JSON.parse(String(body)).version === 4
      ? new Response(null, { status: 201 })
      : Response.json({ code: 'PT409', message: 'changed' }, { status: 409 });
  });
}

/** Reloads the page after the session has ended, and opens the form again after a login. */
async function reload(): Promise<DraftAutosave> {
  keptWork.know({ user: { id: 'ana' }, draft_key: 'A'.repeat(43) });
  keptWork.store('ana');
  await vi.waitFor(() => expect(sessionStorage.getItem('nutmeg.kept.ana')).not.toBeNull());
  forgetAutosave('ana', 2026);
  await openKept('ana');
  const autosave = findUnsaved('ana', 2026);
  if (!autosave) throw new Error('nothing was kept');
  return autosave;
}

const newStorage = () => {
  const stored = new Map<string, string>();
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  };
};

/** Edits the answers of a form that has the second version of the draft. No save gets through. */
async function leave(problem: Error, answers: TaxFormAnswers, ...edits: TaxFormAnswers[]) {
  vi.stubGlobal('sessionStorage', newStorage());
  const save = vi.fn<DraftApi['save']>().mockRejectedValue(problem);
  const api = { save, load: async () => diaz, loadSent: async () => null };
  const autosave = createDraftAutosave({ api, start: { answers, version: 2, sentAt: null } });
  rememberAutosave('ana', 2026, autosave);
  for (const edit of edits) {
    autosave.changed(edit);
    await autosave.refresh();
  }
  return autosave;
}

test('answers kept over a reload are merged with what another device has saved since', async () => {
  await leave(new TypeError('Failed to fetch'), blank, named('Lopez'));
  const autosave = await reload();
  has({ ...blank, occupation: 'Cook' });
  await autosave.refresh();
  expect(autosave.answers()).toMatchObject({ lastName: 'Lopez', occupation: 'Cook' });
});

test('a save whose response was lost before a reload is no other device’s', async () => {
  await leave(new TypeError('Failed to fetch'), blank, named('Lo'), named('Lopez'));
  const autosave = await reload();
  has(named('Lo'));
  await autosave.refresh();
  expect(autosave.read().kind).toBe('saved');
  expect(autosave.answers().lastName).toBe('Lopez');
});

test('a choice between two devices is still to be made after a reload', async () => {
  const left = await leave(new DraftConflict('stale'), blank, named('Lopez'));
  expect(left.read().kind).toBe('conflict');
  const autosave = await reload();
  has(named('Diaz'));
  await autosave.refresh();
  expect(autosave.read()).toMatchObject({ kind: 'conflict', theirs: { answers: { lastName: 'Diaz' } } });
  expect(autosave.answers().lastName).toBe('Lopez');
});

test('what was deleted before the choice stays deleted after a reload', async () => {
  const left = await leave(new DraftConflict('stale'), cook, named('Lopez'));
  expect(left.read().kind).toBe('conflict');
  const autosave = await reload();
  has(diaz.answers);
  await autosave.refresh();
  expect(autosave.read()).toMatchObject({ kind: 'conflict', theirs: { answers: { occupation: '' } } });
  expect(autosave.answers()).toMatchObject({ lastName: 'Lopez', occupation: '' });
});
