import { describe, expect, test } from 'vitest';
import { inWords } from '#domain/language/translate.ts';
import { englishReader } from '#server/language/readers.ts';
import { type DocumentEvent, historyOf, whatWasDone, whoDid } from './document-events.ts';

const { t: english } = englishReader;

let lastId = 0;
function event(more: Partial<DocumentEvent> & Pick<DocumentEvent, 'action' | 'path'>): DocumentEvent {
  lastId += 1;
  return {
    id: lastId,
    actor_name: 'Dana Reyes',
    actor_role: 'admin',
    document_id: 'd',
    new_path: null,
    file_count: null,
    via: null,
    ...more,
  };
}

test.each([
  [{ action: 'opened', path: '2025/W-2.pdf', via: 'link' }, 'opened W-2.pdf'],
  [{ action: 'downloaded', path: 'W-2.pdf' }, 'downloaded W-2.pdf'],
  [{ action: 'downloaded', path: 'W-2.pdf', via: 'archive' }, 'downloaded W-2.pdf in a zip file'],
  [{ action: 'uploaded', path: 'W-2.pdf' }, 'added W-2.pdf'],
  [{ action: 'uploaded', path: 'W-2.pdf', via: 'replacement' }, 'replaced W-2.pdf'],
  [{ action: 'uploaded', path: 'W-2.pdf', via: 'rotation' }, 'rotated W-2.pdf'],
  [{ action: 'uploaded', path: 'W-2 p1.pdf', via: 'split' }, 'split a file and got W-2 p1.pdf'],
  [{ action: 'uploaded', path: 'all.pdf', via: 'join' }, 'joined files in all.pdf'],
  [{ action: 'downloaded', path: 'a/x.pdf', via: 'copy' }, 'copied x.pdf to another place'],
  [{ action: 'uploaded', path: 'W-2.pdf', via: 'another_client' }, 'added W-2.pdf'],
  [{ action: 'renamed', path: 'a/x.pdf', new_path: 'a/y.pdf' }, 'renamed x.pdf to y.pdf'],
  [{ action: 'moved', path: 'a/x.pdf', new_path: 'b/c/x.pdf' }, 'moved x.pdf to b/c'],
  [{ action: 'moved', path: 'a/x.pdf', new_path: 'x.pdf' }, 'moved x.pdf to Home'],
  [{ action: 'moved', path: 'a/x.pdf', via: 'another_client' }, 'removed x.pdf'],
  [
    { action: 'renamed', path: 'old', new_path: 'new', document_id: null, file_count: 3 },
    'renamed the folder old to new',
  ],
  [
    { action: 'deleted', path: 'a/old', document_id: null, file_count: 3 },
    'deleted the folder old with 3 files',
  ],
  [
    { action: 'deleted', path: 'old', document_id: null, file_count: 1 },
    'deleted the folder old with 1 file',
  ],
  [
    { action: 'deleted', path: 'old', document_id: null, file_count: 1000, via: 'part' },
    'deleted 1000 files of the folder old',
  ],
  [{ action: 'deleted', path: 'x.pdf' }, 'deleted x.pdf'],
  [{ action: 'restored', path: 'x.pdf' }, 'restored x.pdf'],
  [{ action: 'restored', path: 'x.pdf', new_path: 'x_ab12.pdf' }, 'restored x.pdf as x_ab12.pdf'],
  [{ action: 'marked_new', path: 'x.pdf' }, 'marked x.pdf as new'],
  [{ action: 'marked_used', path: 'x.pdf' }, 'marked x.pdf as used'],
  [{ action: 'marked_seen', path: 'x.pdf' }, 'marked x.pdf as seen'],
  [{ action: 'marked_unused', path: 'x.pdf' }, 'marked x.pdf as not used'],
  [{ action: 'of tomorrow', path: 'x.pdf' }, 'changed x.pdf'],
])('%j reads "%s"', (what, words) => {
  expect(english(whatWasDone(event(what), 'Dana Reyes'))).toBe(`Dana Reyes ${words}`);
});

test.each([
  [{}, 'Dana Reyes'],
  [{ actor_name: null }, 'Our office'],
  [{ actor_name: null, actor_role: 'client' }, 'The client'],
  [{ actor_name: null, actor_role: 'service' }, 'A program our office uses'],
])('%j was "%s"', (who, name) => {
  expect(inWords(whoDid(event({ action: 'opened', path: 'x', ...who })), english)).toBe(name);
});

describe('historyOf', () => {
  const newestFirst = (...events: DocumentEvent[]) => events.toReversed();

  test('has the document’s events and those of its folders at the time', () => {
    const folder = (more: Parameters<typeof event>[0]) => event({ document_id: null, ...more });
    const before = folder({ action: 'renamed', path: '2025', new_path: 'gone' });
    const uploaded = event({ action: 'uploaded', path: '2025/W2/x.pdf' });
    const renamed = folder({ action: 'renamed', path: '2025', new_path: 'Taxes 2025' });
    const elsewhere = folder({ action: 'renamed', path: '2025', new_path: '2026' });
    const moved = folder({ action: 'moved', path: 'Taxes 2025/W2', new_path: 'W2' });
    const beside = folder({ action: 'moved', path: 'W', new_path: 'V' });
    const other = event({ action: 'opened', path: 'W2/y.pdf', document_id: 'other' });
    const deleted = folder({ action: 'deleted', path: 'W2' });
    const restored = event({ action: 'restored', path: 'W2/x.pdf', new_path: 'W2/x_ab12.pdf' });
    const opened = event({ action: 'opened', path: 'W2/x_ab12.pdf' });
    expect(
      historyOf(
        'd',
        newestFirst(before, uploaded, renamed, elsewhere, moved, beside, other, deleted, restored, opened),
      ),
    ).toEqual(newestFirst(uploaded, renamed, moved, deleted, restored, opened));
  });

  test('is empty if nothing was recorded', () => {
    expect(historyOf('d', [])).toEqual([]);
  });
});
