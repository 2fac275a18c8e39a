import { type Outcome, type Outcomes, pretenders, strangersAtRest } from './vocabulary.ts';

// What several tables have in common, tried by everybody.

/** A row of client A's: the own client reads it, and the office. */
export const readByOwnerAndOffice = {
  visitor: '42501/401',
  'client A': 'rows:1',
  'client B': 'rows:0',
  admin: 'rows:1',
  super: 'rows:1',
  service: 'rows:1',
  ...strangersAtRest,
  ...pretenders('rows:0'),
} satisfies Outcomes;

/** A row about client A, who doesn't see it either. */
export const readByOffice = { ...readByOwnerAndOffice, 'client A': 'rows:0' } satisfies Outcomes;

/** Written by what else happens, and by nobody's own hand. */
export const refusedToAll = {
  visitor: '42501/401',
  'client A': '42501/403',
  'client B': '42501/403',
  admin: '42501/403',
  super: '42501/403',
  service: '42501/403',
  ...strangersAtRest,
  ...pretenders('42501/403'),
} satisfies Outcomes;

/** An act of the office's people, with what comes of it. The server's own key is nobody of them. */
export function doneByOffice(outcome: Outcome): Outcomes {
  return { ...refusedToAll, admin: outcome, super: outcome };
}
