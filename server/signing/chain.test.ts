/** @module-tag property */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CHAIN_START, type ChainedEvent, hashOfEvent, isWholeChain } from './chain.ts';

const line = fc.string({ unit: fc.constantFrom('a', 'é', '"', '\\', ' ', '0') });
const content = fc.record({
  at: line,
  kind: line,
  actor_id: fc.option(fc.uuid()),
  actor_name: line,
  signer_id: fc.option(fc.uuid()),
  act_id: fc.option(fc.uuid()),
  address: line,
  device: line,
  details: line,
});
const chain = fc.array(content, { minLength: 1, maxLength: 12 }).map((contents) => {
  const events: ChainedEvent[] = [];
  for (const one of contents) {
    const event = {
      ...one,
      request_id: '9f1c1a52-8a9d-4d52-9c36-6a51a0d8a3a1',
      sequence: events.length + 1,
      previous: events.at(-1)?.hash ?? CHAIN_START,
    };
    events.push({ ...event, hash: hashOfEvent(event) });
  }
  return events;
});

test('a chain as it was written is whole', () => {
  fc.assert(fc.property(chain, (events) => isWholeChain(events)));
});

test('any changed value breaks the chain, also with a new hash for the changed event', () => {
  const keys = ['at', 'kind', 'actor_name', 'address', 'device', 'details', 'request_id'] as const;
  fc.assert(
    fc.property(chain, fc.nat(), fc.constantFrom(...keys), (events, at, key) => {
      const index = at % events.length;
      const changed = events.map((event, i) => (i === index ? { ...event, [key]: `${event[key]}x` } : event));
      expect(isWholeChain(changed)).toBe(false);
      const forged = changed.map((event, i) =>
        i === index ? { ...event, hash: hashOfEvent(event) } : event,
      );
      // The last event has none after it that would show the change: its hash is on the evidence page.
      expect(isWholeChain(forged)).toBe(index === events.length - 1);
    }),
  );
});

test('a removed or moved event breaks the chain', () => {
  fc.assert(
    fc.property(chain, fc.nat(), (events, at) => {
      fc.pre(events.length > 2);
      const index = at % (events.length - 1);
      expect(isWholeChain(events.toSpliced(index, 1))).toBe(false);
      expect(isWholeChain(events.toReversed())).toBe(false);
    }),
  );
});

test('no events are no chain', () => expect(isWholeChain([])).toBe(false));
