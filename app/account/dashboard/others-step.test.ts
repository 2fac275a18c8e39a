import { expect, test } from 'vitest';
import { allRights, type Client } from '#domain/clients/membership.ts';
import { english } from '#domain/language/english.ts';
import type { NextAction, ReturnFacts } from '#domain/returns/return-progress.ts';
import { stepOfOthers } from './others-step.tsx';

const mother: Client = {
  clientId: 'u2',
  name: 'Rosa Diaz',
  kind: 'person',
  relation: 'helper',
  rights: ['see', 'upload'],
  lastYear: null,
  isOwn: false,
  merged: [],
};
const of: ReturnFacts = {
  id: 'r1',
  year: 2026,
  kind: 'personal',
  status: 'ready_for_review',
  isPaid: false,
  note: null,
};
const step = (action: NextAction, rights = mother.rights) =>
  stepOfOthers(action, { ...mother, rights }, 2026);

test('an action needs the right to do it', () => {
  expect(step({ do: 'fill_form' }, ['sign'])).not.toBeNull();
  expect(step({ do: 'fill_form' }, ['answer'])).toBeNull();
  expect(step({ do: 'send_documents', left: 1 }, ['sign'])).not.toBeNull();
  expect(step({ do: 'send_documents', left: 1 }, ['answer'])).toBeNull();
  expect(step({ do: 'review', of }, ['answer'])).not.toBeNull();
  expect(step({ do: 'review', of }, ['sign'])).toBeNull();
  expect(step({ do: 'pay', of }, [])).toBeNull();
});

test('who may not do it sees who has to do it', () => {
  const form = step({ do: 'fill_form' });
  expect(form && english(form.title)).toBe('Waiting for Rosa Diaz');
  expect(form).toMatchObject({
    action: { to: '/secured-files?bypass=true' },
  });
  expect(step({ do: 'review', of })).toMatchObject({ action: { to: '/account/returns/r1' } });
});

test('who may do it sees the step itself', () => {
  expect(step({ do: 'review', of }, allRights)).toBeNull();
  expect(step({ do: 'celebrate', of })).toBeNull();
});
