import { expect, test, vi } from 'vitest';
import { english } from '#domain/language/english.ts';
import type { DocumentItem } from '../store/document-store.ts';
import { mayTakeBack, type Target } from '../store/target.ts';
import { actionsFor, type ItemHandlers, type WorkHandlers } from './item-actions.tsx';
import { workActions } from './work-keys.ts';

const NOW = new Date('2026-03-02T12:00:00Z');
const file: DocumentItem = {
  key: 'w2',
  type: 'file',
  name: 'w2.pdf',
  path: 'w2.pdf',
  size: 10,
  id: 'w2',
  uploadedAt: '2026-03-02T11:50:01Z',
  downloadCount: 0,
  mimeType: 'application/pdf',
  sha256: 'c0ffee',
  uploadedBy: 'maria',
  isByClient: true,
  isSeen: false,
};
const own: Target = {
  ownerId: 'maria',
  clientName: null,
  mayChange: true,
  mayDelete: false,
  dense: false,
  seesCounts: false,
  sender: 'maria',
};
const handlers = <Names extends string>(...names: Names[]) =>
  Object.fromEntries(names.map((name) => [name, vi.fn<() => void>()])) as unknown as Record<
    Names,
    () => void
  >;

test.each<[string, Partial<DocumentItem>, boolean, Partial<Target>?]>([
  ['that was just sent', {}, true],
  ['that was sent 10 minutes ago', { uploadedAt: '2026-03-02T11:50:00Z' }, false],
  ['that the office has seen', { isSeen: true }, false],
  ['of the spouse', { uploadedBy: 'john' }, false],
  ['from the office', { isByClient: false }, false],
  ['that staff look at', {}, false, { sender: undefined as never }],
])('offers to take back a file %s: %o, %s', (_, changes, expected, target = {}) => {
  expect(mayTakeBack({ ...file, ...changes }, { ...own, ...target }, NOW)).toBe(expected);
});

test('a client’s menu has Take back, and no Delete', () => {
  const on = handlers('onOpen', 'onTakeBack') as unknown as ItemHandlers;
  const just = { ...file, uploadedAt: new Date().toISOString() };
  const actions = actionsFor(just, own, on, english);
  expect(actions.map(({ label }) => label)).toEqual([
    'Preview',
    'Rename',
    'Move to Folder',
    'Download',
    'Take back',
  ]);
  actions.at(-1)?.onAction();
  expect(on.onTakeBack).toHaveBeenCalledExactlyOnceWith(just);
});

test('staff mark what clients have sent as seen, or not seen, also if it is locked', () => {
  const seen = (item: DocumentItem) =>
    workActions(handlers('onSeen') as unknown as WorkHandlers)(item, true, english)
      .filter(({ id }) => id === 'onSeen')
      .map(({ label, isDisabled }) => `${label} ${isDisabled}`);
  expect(seen(file)).toEqual(['Mark as seen false']);
  expect(seen({ ...file, isSeen: true })).toEqual(['Mark as not seen false']);
  expect(seen({ ...file, isByClient: false })).toEqual([]);
});
