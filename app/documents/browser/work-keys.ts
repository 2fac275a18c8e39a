import type { MessageDescriptor } from '@lingui/core';
import { msg } from '#domain/language/message.ts';
import type { Wording } from '#domain/language/translate.ts';

/** What the keys of a preparer do. Letters alone jump to names in the list. */
export type WorkKey =
  | 'used'
  | 'seen'
  | 'rotate'
  | 'rotateLeft'
  | 'nameByLine'
  | 'line'
  | 'confirm'
  | 'ask'
  | 'split'
  | 'join'
  | 'beside'
  | 'undo';

export const workKeys: readonly { keys: readonly Wording[]; does: MessageDescriptor }[] = [
  { keys: ['Alt+P'], does: msg`Preview beside the list; ↑ and ↓ go through` },
  { keys: ['Alt+U'], does: msg`Mark as used, or not used` },
  { keys: ['Alt+S'], does: msg`Mark as seen, or not seen` },
  { keys: ['Alt+R'], does: msg`Rotate right (with Shift: left)` },
  { keys: ['Alt+L'], does: msg`Move to a line of the list` },
  { keys: ['Alt+C'], does: msg`Confirm the line of the file, or of all selected` },
  { keys: ['Alt+A'], does: msg`Ask for the document again` },
  { keys: ['Alt+N'], does: msg`Name the file by its line, or all selected` },
  { keys: ['Alt+X'], does: msg`Split a PDF` },
  { keys: ['Alt+J'], does: msg`Join the selected files` },
  { keys: ['Alt+Z'], does: msg`Undo the last of these` },
];

/** By `code`: with Alt, a Mac types other characters. */
const codes: Readonly<Record<string, WorkKey>> = {
  KeyP: 'beside',
  KeyU: 'used',
  KeyS: 'seen',
  KeyR: 'rotate',
  KeyN: 'nameByLine',
  KeyL: 'line',
  KeyC: 'confirm',
  KeyA: 'ask',
  KeyX: 'split',
  KeyJ: 'join',
  KeyZ: 'undo',
};

export function workKeyOf({ code, altKey, shiftKey, ctrlKey, metaKey }: KeyboardEvent): WorkKey | undefined {
  if (!altKey || ctrlKey || metaKey) return undefined;
  if (shiftKey) return code === 'KeyR' ? 'rotateLeft' : undefined;
  return codes[code];
}
