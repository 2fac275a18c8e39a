/** @module-tag property */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPreparedStatements } from './batch.ts';

test('keeps the statements that were used last, and never gives a name twice', () => {
  const LIMIT = 4;
  const step = fc.record({ key: fc.constantFrom(...'abcdefgh'), fails: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const known = createPreparedStatements(LIMIT);
      /** What PostgreSQL would hold: names and the statements behind them. */
      const held = new Map<string, string>();
      const given = new Set<string>();
      let recent: string[] = [];
      for (const { key, fails } of steps) {
        const existing = known.find(key);
        expect(existing !== undefined).toBe(recent.includes(key));
        if (existing) expect(held.get(existing.name)).toBe(key);
        const { name } = existing ?? known.add(key);
        if (!existing) expect(given.has(name)).toBe(false);
        given.add(name);
        for (const unused of known.takeUnused()) held.delete(unused);
        held.set(name, key);
        recent = [...recent.filter((other) => other !== key), key].slice(-LIMIT);
        expect(held.size).toBeLessThanOrEqual(LIMIT);
        if (!fails) continue;
        known.forget(key);
        recent = recent.filter((other) => other !== key);
        for (const unused of known.takeUnused()) held.delete(unused);
        expect([...held.values()]).not.toContain(key);
      }
    }),
  );
});
