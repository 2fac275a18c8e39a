import { expect, test } from 'vitest';
import { englishReader } from '#server/language/readers.ts';
import { type EvidenceEvent, evidenceIn } from './evidence-words.ts';

const event = (at: string, kind: string, signerId: string | null = 's-1'): EvidenceEvent => ({
  ...{ at, kind, signer_id: signerId, actor_name: 'María Lopez', address: '', device: 'Phone' },
  ...{ details: {}, hash: `hash of ${at}` },
});
const facts = { office: '', title: '', requestId: '', documentName: '', documentSha256: '' };
const everything = (events: EvidenceEvent[]) =>
  evidenceIn(englishReader, { ...facts, signers: [{ id: 's-1', name: 'María Lopez' }], events }).parts.at(-1);

test('events that a signer repeats are counted, so that the page stays short', () => {
  const repeated = Array.from({ length: 1400 }, (_, i) => event(`3:${i}`, 'viewed'));
  const before = [event('1', 'sent', null), event('2', 'consented'), ...repeated];
  expect(everything([...before, event('4', 'signed')])?.lines).toEqual([
    '1 · María Lopez sent the document for signature · Phone',
    '2 · María Lopez agreed to sign electronically · Phone',
    '3:0 · María Lopez was shown the document to its end · Phone',
    '4 · María Lopez signed · Phone',
    'Repeated events that only the office’s record has: 1399',
    'SHA-256 of the last event, which includes all before: hash of 4',
  ]);
  expect(everything(before.slice(0, 3))?.lines.join()).not.toContain('Repeated');
});
