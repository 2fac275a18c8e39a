import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { english } from '#domain/language/english.ts';
import type { DocumentItem } from './document-store.ts';
import { takeBack } from './take-back.ts';

const server = vi.hoisted(() => ({ error: null as object | null }));
vi.mock('#app/shared/api/rest.ts', () => ({ rest: { rpc: async () => ({ error: server.error }) } }));

const file = { id: 'w2', name: 'w2.pdf' } as DocumentItem;
const migration = readFileSync('database/migrations/0018_trash.sql', 'utf8');
const refusals = [...new Set([...migration.matchAll(/detail = '(\w+)'/g)].map(([, key = '']) => key))];

test('says that the file was taken back', async () => {
  server.error = null;
  expect(await takeBack(file, english)).toEqual({ ok: true, message: 'You took back w2.pdf' });
});

test.each(refusals)('has words for the refusal “%s”', async (details) => {
  server.error = { code: '23514', message: 'as the database says it', details };
  const { ok, message } = await takeBack(file, english);
  expect([ok, message.includes('database')]).toEqual([false, false]);
  if (details === 'opened') expect(message).toBe('Our office has already opened this file.');
});
