import { expect, test } from 'vitest';
import { createEditHistory, type EditKind } from './edit-history.ts';

const state = (text: string, at = text.length) => ({ text, start: at, end: at });

/** A field with an edit history. */
function field() {
  const history = createEditHistory();
  let now = state('');
  const back = (found: ReturnType<typeof state> | null) => {
    if (found) now = found;
    return now.text;
  };
  return {
    edit: (text: string, kind: EditKind = 'insert') => {
      history.record({ before: now, after: state(text) }, kind);
      now = state(text);
    },
    /** Written by the app. */
    set: (text: string) => {
      now = state(text);
    },
    undo: () => back(history.undo(now.text)),
    redo: () => back(history.redo(now.text)),
    close: () => history.close(),
  };
}

test('characters typed in a row are one step', () => {
  const { edit, undo, redo } = field();
  for (const text of ['1', '12', '123', '123-4']) edit(text);
  expect(undo()).toBe('');
  expect(redo()).toBe('123-4');
  expect(redo()).toBe('123-4');
});

test('moving the cursor, a paste and a deletion each start a step', () => {
  const { edit, undo, close } = field();
  edit('12');
  close();
  edit('123');
  edit('123-45-6789', 'whole');
  edit('123-45-678', 'delete-before');
  edit('123-45-67', 'delete-before');
  // Text typed over a deletion belongs to that deletion's step.
  edit('123-45-679');
  expect([undo(), undo(), undo(), undo(), undo()]).toEqual(['123-45-6789', '123', '12', '', '']);
});

test('a word committed by an on-screen keyboard belongs to the deletion it replaces and ends the step', () => {
  const { edit, undo } = field();
  edit('123', 'whole');
  edit('', 'delete-before');
  edit('45', 'commit');
  edit('456');
  expect([undo(), undo(), undo()]).toEqual(['45', '123', '']);
});

test('undo and redo that restore nothing do not end a step', () => {
  const { edit, undo, redo } = field();
  expect(undo()).toBe('');
  edit('12');
  edit('1', 'delete-before');
  expect(redo()).toBe('1');
  edit('19');
  expect(undo()).toBe('12');
});

test('a new edit clears the redo stack', () => {
  const { edit, undo, redo } = field();
  edit('1', 'whole');
  edit('2', 'whole');
  expect(undo()).toBe('1');
  edit('3', 'whole');
  expect(redo()).toBe('3');
  expect([undo(), undo()]).toEqual(['1', '']);
});

test('undo does not change text that was set by the app', () => {
  const { edit, set, undo } = field();
  edit('1', 'whole');
  set('999');
  expect(undo()).toBe('999');
  edit('9998');
  expect([undo(), undo()]).toEqual(['999', '999']);
});
