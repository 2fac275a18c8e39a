// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Profile } from '#app/shared/session/profile.ts';
import { PageOfOffice } from '#tests/support/page-of-office.tsx';
import { ClientDialog } from './client-dialog.tsx';

const saved = vi.hoisted(() => vi.fn(async (_name: string, _of: object) => ({ data: null, error: null })));
vi.mock('#app/shared/api/rest.ts', () => ({ rest: { rpc: saved } }));
afterEach(cleanup);

const rosa = { user_id: 'rosa', first_name: 'Rossa', last_name: 'Diaz', phone: '2035550100', language: 'es' };

async function savedWith(client: Partial<Profile> | undefined, lastName: string, kind?: 'business') {
  const onSaved = vi.fn();
  render(
    <ClientDialog
      {...(client && { client: client as Profile })}
      {...(kind && { kind })}
      onClose={() => undefined}
      onSaved={onSaved}
    />,
    { wrapper: PageOfOffice },
  );
  const field = screen.getByLabelText(kind ? 'Business name' : 'Last name');
  fireEvent.change(field, { target: { value: lastName } });
  fireEvent.submit(field.closest('form') as HTMLFormElement);
  await vi.waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
  return saved.mock.lastCall?.at(1);
}

test('saves what was changed, and leaves what a colleague has changed meanwhile', async () => {
  expect(await savedWith(rosa, 'Díaz')).toEqual({ client_id: 'rosa', last_name: 'Díaz' });
});

test('a person who becomes a business has one name', async () => {
  expect(await savedWith(rosa, 'Diaz LLC', 'business')).toEqual({
    client_id: 'rosa',
    first_name: '',
    last_name: 'Diaz LLC',
  });
});

test('opens a client with all fields', async () => {
  expect(await savedWith(undefined, 'Diaz')).toMatchObject({
    ...{ kind: 'person', first_name: '', last_name: 'Diaz', email: '', phone: '', language: 'en' },
  });
});
