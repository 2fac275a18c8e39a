import type { MessageDescriptor } from '@lingui/core';
import { msg } from '#domain/language/message.ts';
import type { Wording } from '#domain/language/translate.ts';

/** The keys of the list of files (use-shortcuts.ts, and React Aria's list). */
export const fileKeys: readonly { keys: readonly Wording[]; does: MessageDescriptor }[] = [
  { keys: ['↑', '↓'], does: msg`Move between rows` },
  { keys: ['→', '←'], does: msg`Move to a row’s buttons` },
  { keys: [msg({ message: 'Enter', context: 'key' })], does: msg`Open a folder, preview a file` },
  { keys: [msg({ message: 'Backspace', context: 'key' })], does: msg`Open the parent folder (also Alt+↑)` },
  { keys: ['A', '…', 'Z'], does: msg`Type the start of a name to jump to it` },
  { keys: [msg({ message: 'Space', context: 'key' })], does: msg`Select a row` },
  {
    keys: [msg({ message: 'Shift+↑', context: 'key' }), msg({ message: 'Shift+↓', context: 'key' })],
    does: msg`Select several`,
  },
  { keys: [msg({ message: 'Ctrl+A', context: 'key' })], does: msg`Select all` },
  { keys: [msg({ message: 'Esc', context: 'key' })], does: msg`Clear the selection` },
  { keys: ['F2'], does: msg`Rename` },
  { keys: [msg({ message: 'Delete', context: 'key' })], does: msg`Delete the selection, or the row` },
  { keys: [msg({ message: 'Shift+F10', context: 'key' })], does: msg`All actions for a row` },
];
