// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { English } from '#tests/support/english.tsx';
import { Button } from '../actions/button.tsx';
import { Dialog } from './dialog.tsx';
import { FormDialog } from './form-dialog.tsx';
import { Menu } from './menu.tsx';

afterEach(cleanup);

function Page() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="Details">
        <input aria-label="Name" />
      </Dialog>
    </>
  );
}

async function openDialog() {
  render(<Page />, { wrapper: English });
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  return screen.getByRole('dialog', { name: 'Details' });
}

test('Dialog traps focus and restores it when closed', async () => {
  const dialog = await openDialog();
  for (let i = 0; i < 4; i++) {
    expect(dialog.contains(document.activeElement)).toBe(true);
    await userEvent.tab();
  }
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open' })));
});

test('Dialog closes by its close button', async () => {
  await openDialog();
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('Dialog closes by the browser’s Back and stays on the page', async () => {
  await openDialog();
  const { href } = window.location;
  // happy-dom has no working history.back(), so this does what a browser would.
  window.history.replaceState(null, '');
  act(() => void window.dispatchEvent(new PopStateEvent('popstate')));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(window.location.href).toBe(href);
});

test('FormDialog keeps what was typed from a click outside and from Back, until it is canceled', async () => {
  const onClose = vi.fn();
  const user = userEvent.setup();
  const back = () => {
    window.history.replaceState(null, '');
    act(() => void window.dispatchEvent(new PopStateEvent('popstate')));
  };
  render(
    <FormDialog title="Bill" action="Save" onClose={onClose} onSubmit={() => undefined}>
      <input aria-label="Note" />
    </FormDialog>,
    { wrapper: English },
  );
  await user.click(document.body);
  back();
  expect(onClose).toHaveBeenCalledTimes(2);
  await user.type(screen.getByRole('textbox', { name: 'Note' }), 'Paid');
  await user.click(document.body);
  back();
  expect(onClose).toHaveBeenCalledTimes(2);
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onClose).toHaveBeenCalledTimes(4);
});

test('Menu runs the action, closes, and restores focus', async () => {
  const onAction = vi.fn();
  render(
    <Menu
      trigger={<Button>More</Button>}
      label="More actions"
      actions={[
        { id: 'move', label: 'Move', isDisabled: true, onAction },
        { id: 'rename', label: 'Rename', onAction },
      ]}
    />,
    { wrapper: English },
  );
  await userEvent.click(screen.getByRole('button', { name: 'More' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Move' }));
  expect(onAction).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('menuitem', { name: 'Rename' }));
  expect(onAction).toHaveBeenCalledOnce();
  expect(screen.queryByRole('menu')).toBeNull();
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'More' })));
});
