// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { PageOfOffice } from '#tests/support/page-of-office.tsx';
import { AnswerConsent } from './answer-consent.tsx';
import { ConsentLine } from './consents-panel.tsx';
import { MyConsents } from './my-consents.tsx';
import type { Consent } from './queries.ts';

// Until the midnight at the office after the last day.
const { given, rest } = vi.hoisted(() => {
  const row = { id: 'c-1', client_id: 'maria', user_id: 'maria', person_name: 'María', status: 'given' };
  const text = {
    kind: 'use',
    recipient: '',
    recipient_email: '',
    purpose: 'A loan',
    data: [],
    years: [],
    body: '',
  };
  const dates = { asked_at: '2026-03-02T15:00:00Z', answered_at: '2026-03-02T15:00:00Z' };
  const given = { ...row, ...text, ...dates, last_day: '2051-06-30', expires_at: '2051-07-01T04:00:00Z' };
  const query = (data: unknown) => ({
    ...{ select: () => query(data), eq: () => query(data), in: () => query(data), order: () => query(data) },
    ...{ limit: () => query([given]), maybeSingle: () => query(given), abortSignal: () => query(data) },
    data,
    error: null,
  });
  return { given, rest: { from: () => query(null) } };
});
vi.mock('#app/shared/api/rest.ts', () => ({ rest }));
afterEach(cleanup);

test.each([
  ['on its page', () => <AnswerConsent id="c-1" userId="maria" />, /It ends on June 30, 2051\.$/],
  ['on the account', () => <MyConsents userId="maria" clientId="maria" isOwn />, /ends on June 30, 2051\.$/],
  ['in the case', () => <ConsentLine consent={given as unknown as Consent} who="" />, /Until Jun 30, 2051$/],
] as const)('the last day of a consent is the one that the person chose, %s', async (_, Screen, words) => {
  render(<Screen />, { wrapper: PageOfOffice });
  expect(await screen.findByText(words)).toBeTruthy();
});
