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

test.each([
  ['en', 'https://portal.example/account'],
  ['es', 'https://portal.example/es/account'],
])('a letter to a client who reads %s links to %s', async (language, link) => {
  const facts = { first_name: 'Ana', year: 2025, kind: 'personal', status: 'ready_for_review' };
  const { text } = await renderLetter('return_status', facts, 'ana@example.com', language);
  expect(text.split(/\s/)).toContain(link);
});
