import { expect, test } from 'vitest';
import { demoOffice } from '#domain/business/demo-office.ts';
import { loadReaders } from '#server/language/readers.ts';
import { createLetterRenderer } from './case-letters.ts';

const renderLetter = createLetterRenderer({
  office: { current: () => demoOffice },
  siteUrl: 'https://portal.example',
  ticketOf: (id) => id,
  pauseTicketOf: (id) => id,
  readers: await loadReaders(),
});

const id = '3f1c2a52-9a52-4f0a-8b7e-0c4f5d6e7a81';
const clientId = '9b0d7c11-52e7-4f0a-9d7a-1c2f5d6e7a81';

test.each([
  ['en', {}, '/account'],
  ['en', { return_id: id }, `/account/returns/${id}`],
  ['es', { return_id: id }, `/es/account/returns/${id}`],
  ['en', { return_id: id, client_id: clientId }, `/account/returns/${id}?client=${clientId}`],
] as const)('letters about a return, in %s with %j, lead to %s', async (language, more, path) => {
  const facts = { first_name: 'Ana', year: 2025, kind: 'personal', status: 'ready_for_review', ...more };
  for (const letter of ['return_status', 'return_ready', 'payment_reminder']) {
    const { text } = await renderLetter(letter, facts, 'ana@example.com', language);
    expect(text.split(/\s/)).toContain(`https://portal.example${path}`);
  }
});
