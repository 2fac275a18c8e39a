// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { DocumentItem } from '#app/documents/queries.ts';
import type { ListedItem } from '#domain/checklist/state.ts';
import { PageOfOffice } from '#tests/support/page-of-office.tsx';
import { ChecklistGroups } from './client/checklist-groups.tsx';
import { LinkDialog } from './staff/checklist-panel.tsx';
import { RequestForm } from './staff/request-form.tsx';
import { ReviewRow } from './staff/review-row.tsx';
import { StateBadge } from './state-badge.tsx';

afterEach(cleanup);

const line: ListedItem = {
  item: 'w-2',
  title: 'Your W-2 forms',
  why: '',
  ifAny: false,
  isAsked: false,
  whose: 'you',
  name: '',
  state: 'sent',
  reason: null,
  note: null,
  documentIds: ['a', 'b'],
};
const file = (key: string, path = `${key}.pdf`) =>
  ({ key, id: key, type: 'file', name: path.split('/').at(-1), path, mimeType: null }) as DocumentItem;

test.each<[string, Partial<ListedItem>]>([
  ['We asked for this', { state: 'asked_again', documentIds: [] }],
  ['Please send again', { state: 'asked_again', documentIds: ['a'] }],
  ['Still needed', { state: 'open', documentIds: [] }],
])('a client reads “%s”', (words, changes) => {
  render(<StateBadge item={{ ...line, ...changes }} />, { wrapper: PageOfOffice });
  expect(document.body.textContent).toBe(words);
});

test('staff take one file off a line, and ask for another one', async () => {
  const on = { onPreview: vi.fn(), onReview: vi.fn(), onLink: vi.fn(), onUnlink: vi.fn(async () => true) };
  render(<ReviewRow item={line} files={[file('a'), file('b')]} busy={false} {...on} />, {
    wrapper: PageOfOffice,
  });
  fireEvent.click(screen.getByRole('button', { name: 'Take b.pdf off Your W-2 forms' }));
  expect(on.onUnlink.mock.calls).toEqual([[file('b')]]);
  await vi.waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('listitem', { name: 'Your W-2 forms' })),
  );
  fireEvent.click(screen.getByRole('button', { name: 'Link a file: Your W-2 forms' }));
  expect(on.onLink).toHaveBeenCalledOnce();
});

test('a request that is sent again is the same one, until it is changed', () => {
  const onRequest = vi.fn();
  const form = (busy: boolean) => (
    <RequestForm withTitle label="Request" busy={busy} onCancel={vi.fn()} onRequest={onRequest} />
  );
  const { rerender } = render(form(false), { wrapper: PageOfOffice });
  const ask = (title: string) => {
    fireEvent.change(screen.getByLabelText(/^Document/), { target: { value: title } });
    fireEvent.click(screen.getByRole('button', { name: 'Request' }));
    return onRequest.mock.lastCall?.[2];
  };
  const id = ask('Letter 6419');
  // The answer is lost.
  rerender(form(true));
  rerender(form(false));
  expect(ask('Letter 6419')).toBe(id);
  expect(ask('The lease')).not.toBe(id);
  expect(onRequest).toHaveBeenCalledTimes(3);
});

test('staff choose any file for a line', () => {
  const files = Array.from({ length: 9 }, (_, at) => file(`${at}`, `2025/scan ${at}.pdf`));
  const onLink = vi.fn();
  render(
    <LinkDialog title="Your W-2 forms" files={files} busy={false} onLink={onLink} onClose={() => {}} />,
    {
      wrapper: PageOfOffice,
    },
  );
  const shown = () => screen.getAllByRole('option').map(({ textContent }) => textContent);
  expect(shown()).toHaveLength(9);
  fireEvent.change(screen.getByLabelText('Search files'), { target: { value: 'SCAN 7' } });
  expect(shown()).toEqual([expect.stringContaining('scan 7.pdf')]);
  fireEvent.click(screen.getByRole('option'));
  fireEvent.click(screen.getByRole('button', { name: 'Link file' }));
  expect(onLink.mock.calls).toEqual([[files[7]]]);
});

test('a line that the address leads to is in sight, also one of a closed person that might not apply', () => {
  const items: ListedItem[] = [
    ...Array.from({ length: 9 }, (_, at) => ({ ...line, item: `${at}`, state: 'open' as const })),
    { ...line, item: 'spouse', whose: 'spouse', name: 'Jo', state: 'open' },
    { ...line, item: 'k-1', title: 'Schedule K-1', whose: 'spouse', name: 'Jo', state: 'open', ifAny: true },
  ];
  const list = (linked: string | null) => (
    <ChecklistGroups
      items={items}
      clientName={null}
      linked={linked}
      renderItem={({ item }) => <li key={item}>{item}</li>}
    />
  );
  const { unmount } = render(list(null), { wrapper: PageOfOffice });
  expect(screen.queryByText('k-1')).toBeNull();
  unmount();
  render(list('k-1'), { wrapper: PageOfOffice });
  expect(screen.getByText('k-1')).toBeInstanceOf(HTMLElement);
});
