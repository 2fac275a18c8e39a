import { byStaff, calledByStaff, escalations, forbidden, invalidTokensAtRest } from '../outcomes.ts';
import { type Row, rowsFor } from '../rows.ts';
import type { Outcome, Outcomes } from '../types.ts';

/** Everyone who is signed in, about themselves. */
const byThemselves = (outcome: Outcome): Outcomes => ({
  visitor: '42501/401',
  'client A': outcome,
  'client B': outcome,
  admin: outcome,
  super: outcome,
  service: '42501/403',
  ...invalidTokensAtRest,
  ...escalations(outcome),
});

/** Clients pause their own reminders, staff turn them off. Only a person agrees to texts; staff may end them. */
export const reminders: Row[] = [
  ...rowsFor('pause_reminders', "pause A's reminders", { ...forbidden, 'client A': 'ok' }),
  ...rowsFor('reminder_choice', "read whether A's reminders are paused", {
    ...byStaff('rows:1'),
    'client A': 'rows:1',
  }),
  ...rowsFor('turn_reminders', "turn off A's reminders", byStaff('ok')),
  ...rowsFor('reminders', 'read what is planned for A', calledByStaff('ok')),
  ...rowsFor('reminders', 'remind a client of nothing now', calledByStaff('nothing_open/409')),
  ...rowsFor('my_texts', 'read the own choice of texts', byThemselves('rows:1')),
  ...rowsFor('agree_to_texts', 'agree to texts', byThemselves('ok')),
  ...rowsFor('end_texts', 'end the own texts', byThemselves('ok')),
  ...rowsFor('texts_of_client', "read A's choice of texts", byStaff('rows:1')),
  ...rowsFor('record_spoken_consent', 'record the spoken consent of a client without a login', byStaff('ok')),
  ...rowsFor('record_spoken_consent', 'agree to texts for A', forbidden),
  ...rowsFor('end_texts_of_client', "end A's texts", byStaff('ok')),
  ...rowsFor('texts_to_client', 'list the texts to A', byStaff('rows:0')),
];
