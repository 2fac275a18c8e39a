// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test, vi } from 'vitest';
import { SiteProvider } from '#app/shared/site-data.tsx';
import { officeOf } from '#domain/business/office.ts';
import { English } from '#tests/support/english.tsx';
import { demoBusiness } from '#tests/support/office.ts';
import { messages } from '../../../locales/es/desk.po';
import { InvitationSheet } from './invitation-sheet.tsx';

const office = officeOf(demoBusiness);
const site = { office, language: 'en', siteUrl: '', publishableKey: '', calendarUrl: null } as const;

test('what is printed is in the client’s language, with the last day and the office’s phone', async () => {
  vi.useFakeTimers({ now: new Date('2026-03-03T17:00:00Z'), toFake: ['Date'] });
  document.documentElement.lang = 'en';
  document.documentElement.dataset.words = '/words';
  const fetched = vi.fn(async (_url: string) => Response.json(messages));
  vi.stubGlobal('fetch', fetched);
  const sheet = (
    <InvitationSheet
      code="K7M29QXF3T"
      name="Rosa Diaz"
      language="es"
      email=""
      phone=""
      onClose={() => undefined}
    />
  );
  const element = (
    <English>
      <SiteProvider site={site}>{sheet}</SiteProvider>
    </English>
  );
  const router = createMemoryRouter([{ id: 'pages/manage', path: '/', element }]);
  // It waits for the words.
  await act(async () => render(<RouterProvider router={router} />));
  const code = await screen.findByText('K7M29-QXF3T');
  expect(fetched).toHaveBeenCalledExactlyOnceWith('/words/es/pages/manage.json');
  const printed = code.closest('[data-print-alone]');
  expect(printed?.getAttribute('lang')).toBe('es');
  expect(printed?.textContent).toContain('El código sirve hasta el 2 de abril de 2026');
  expect(printed?.textContent).toContain(office.contact.phone.display);
  // What is for staff is in theirs.
  expect(screen.getByText(/^Give this code to Rosa Diaz/)).toBeDefined();
  expect(screen.getByRole('button', { name: 'Copy as a text message' })).toBeDefined();
});
