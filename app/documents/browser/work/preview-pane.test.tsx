// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { PageOfOffice } from '#tests/support/page-of-office.tsx';
import { PreviewPane, type PreviewPaneProps } from './preview-pane.tsx';

vi.mock('../../preview/file-view.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});
afterEach(cleanup);

test('says that a file can’t be shown if the script for it could not be loaded', async () => {
  const props = {
    ownerId: 'owner',
    tools: {
      shown: { key: 'a', type: 'file', id: 'a', name: 'W2 Rosa.pdf', path: 'W2 Rosa.pdf' },
      work: { used: new Map(), linesOf: () => [], titleOf: () => '' },
      handlers: {},
    },
    isLocked: false,
    onClose: () => {},
  } as unknown as PreviewPaneProps;
  render(<PreviewPane {...props} />, { wrapper: PageOfOffice });
  await screen.findByRole('alert');
  expect(screen.getByText('W2 Rosa.pdf')).toBeDefined();
});
