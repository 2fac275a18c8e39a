import { expect, test, vi } from 'vitest';
import { emptyAnswers } from '#domain/tax-form/answers.ts';
import { DraftConflict } from './draft-autosave.ts';
import { submitForm } from './form-data.ts';

const server = vi.hoisted(() => ({ fetch: vi.fn<(url: string, init: RequestInit) => Promise<Response>>() }));
vi.mock('#app/shared/api/own-fetch.ts', () => ({ ownFetch: server.fetch }));

const send = (sentAt: string | null) => submitForm('ana', 2026, emptyAnswers(), sentAt);

function found(...answers: object[]): void {
  for (const rows of answers) server.fetch.mockResolvedValueOnce(Response.json(rows));
}

test('a form doesn’t replace one that another device has sent meanwhile', async () => {
  server.fetch.mockResolvedValueOnce(Response.json({ code: '23505', message: 'duplicate' }, { status: 409 }));
  await expect(send(null)).rejects.toThrow(DraftConflict);

  const sentAt = '2026-03-01T10:00:00.123456+00:00';
  server.fetch.mockResolvedValueOnce(Response.json([{ id: '1' }]));
  await send(sentAt);
  const url = new URL(String(server.fetch.mock.lastCall?.[0]));
  expect(url.searchParams.get('submitted_at')).toBe(`eq.${sentAt}`);
  found([], [{ form_data: {}, submitted_at: '2026-03-01T10:00:01+00:00' }]);
  await expect(send(sentAt)).rejects.toThrow(DraftConflict);
});

test('a form that is closed is refused, whether it was sent before or not', async () => {
  const sentAt = '2026-03-01T10:00:00+00:00';
  found([], [{ form_data: {}, submitted_at: sentAt }]);
  await expect(send(sentAt)).rejects.toMatchObject({ code: '42501' });
  server.fetch.mockResolvedValueOnce(Response.json({ code: '42501', message: 'policy' }, { status: 403 }));
  await expect(send(null)).rejects.toMatchObject({ code: '42501' });
});
