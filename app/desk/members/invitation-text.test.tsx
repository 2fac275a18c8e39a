// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { PageOfOffice } from '#tests/support/page-of-office.tsx';
import { InvitationText } from './invitation-sheet.tsx';

vi.mock('#app/ui/feedback/toast-queue.ts');
afterEach(cleanup);

test('without TLS, says that the text can’t be copied', async () => {
  render(<InvitationText link="http://localhost" language="en" phone="" />, { wrapper: PageOfOffice });
  const user = userEvent.setup();
  Reflect.deleteProperty(navigator, 'clipboard');
  Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true });
  await user.click(screen.getByRole('button', { name: 'Copy as a text message' }));
  await vi.waitFor(() => expect(notify).toHaveBeenCalledWith('danger', 'We couldn’t copy the text'));
});
