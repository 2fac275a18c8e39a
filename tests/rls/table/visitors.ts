import { escalations, invalidTokensAtRest } from '../outcomes.ts';
import { type Row, rowsFor, rowsForEach } from '../rows.ts';

/** A captcha pass allows one booking; the client with its address and staff read it. */
const appointments: Row[] = [
  ...rowsFor('appointments', "read A's appointment", {
    visitor: 'rows:0',
    'client A': 'rows:1',
    'client B': 'rows:0',
    admin: 'rows:1',
    super: 'rows:1',
    service: 'rows:1',
    ...invalidTokensAtRest,
    ...escalations('rows:0'),
  }),
  ...rowsFor('appointments', "read an appointment that a stranger booked with A's address", {
    visitor: 'rows:0',
    'client A': 'rows:0',
    'client B': 'rows:0',
    admin: 'rows:1',
    super: 'rows:1',
    service: 'rows:1',
    ...invalidTokensAtRest,
    ...escalations('rows:0'),
  }),
  ...rowsFor('appointments', "read an appointment with A's confirmed address", {
    visitor: 'rows:0',
    'client A': 'rows:1',
    'client B': 'rows:0',
    admin: 'rows:1',
    super: 'rows:1',
    service: 'rows:1',
    ...invalidTokensAtRest,
    ...escalations('rows:0'),
  }),
  ...rowsFor('appointments', 'book without a pass', {
    visitor: '42501/401',
    'client A': '42501/403',
    admin: '42501/403',
    super: '42501/403',
    service: 'rows:1',
    ...escalations('42501/403'),
  }),
  ...rowsFor('appointments', 'book with a pass', {
    visitor: 'rows:1',
    'client A': 'rows:1',
    admin: 'rows:1',
    ...invalidTokensAtRest,
  }),
  ...rowsFor('appointments', 'book in Spanish with a pass', { visitor: 'rows:1', 'client A': 'rows:1' }),
  ...rowsFor('appointments', 'book in a language without texts', {
    visitor: '23514/400',
    'client A': '23514/400',
  }),
  ...rowsForEach(
    'appointments',
    ['book with a contact pass', 'book with a chosen id', 'book with the status confirmed'],
    { visitor: '42501/401', 'client A': '42501/403', admin: '42501/403' },
  ),
  ...rowsFor('appointments', "set the status of A's appointment", {
    visitor: 'rows:0',
    'client A': 'rows:0',
    'client B': 'rows:0',
    admin: 'rows:1',
    super: 'rows:1',
    service: 'rows:1',
    ...invalidTokensAtRest,
    ...escalations('rows:0'),
  }),
  ...rowsForEach('appointments', ["set the name of A's appointment", "set the language of A's appointment"], {
    visitor: '42501/401',
    'client A': '42501/403',
    admin: '42501/403',
    super: '42501/403',
    service: 'rows:1',
  }),
  ...rowsFor('appointments', "delete A's appointment", {
    visitor: '42501/401',
    'client A': '42501/403',
    admin: '42501/403',
    super: '42501/403',
    service: 'rows:1',
  }),
];

/** Only staff read messages; the sender reads it back with the pass that wrote it. */
const messages: Row[] = [
  ...rowsFor('contact_submissions', 'read a message', {
    visitor: 'rows:0',
    'client A': 'rows:0',
    'client B': 'rows:0',
    admin: 'rows:1',
    super: 'rows:1',
    service: 'rows:1',
    ...invalidTokensAtRest,
    ...escalations('rows:0'),
  }),
  ...rowsFor('contact_submissions', 'send a message without a pass', {
    visitor: '42501/401',
    'client A': '42501/403',
    admin: '42501/403',
    super: '42501/403',
    service: 'rows:1',
  }),
  ...rowsForEach(
    'contact_submissions',
    [
      'send a message with a pass',
      'send a message in Spanish with a pass',
      'send a message with a pass and read it back',
    ],
    {
      visitor: 'rows:1',
      'client A': 'rows:1',
      ...invalidTokensAtRest,
    },
  ),
  ...rowsFor('contact_submissions', 'send a message in a language without texts', {
    visitor: '23514/400',
    'client A': '23514/400',
  }),
  ...rowsForEach(
    'contact_submissions',
    ['send a message with an appointment pass', 'send a message with the status answered'],
    {
      visitor: '42501/401',
      'client A': '42501/403',
    },
  ),
  ...rowsFor('contact_submissions', 'set the status of a message', {
    visitor: '42501/401',
    'client A': 'rows:0',
    admin: 'rows:1',
    super: 'rows:1',
    service: 'rows:1',
    ...escalations('rows:0'),
  }),
  ...rowsForEach('contact_submissions', ['set the text of a message', 'set the language of a message'], {
    visitor: '42501/401',
    'client A': '42501/403',
    admin: '42501/403',
    super: '42501/403',
    service: 'rows:1',
  }),
  ...rowsFor('contact_submissions', 'delete a message', {
    visitor: '42501/401',
    'client A': '42501/403',
    admin: '42501/403',
    super: '42501/403',
    service: 'rows:1',
  }),
];

/** It names clients of a tax office: for super users only. */
const legacyAddresses: Row[] = [
  ...rowsFor('legacy_emails', 'read a legacy address', {
    visitor: '42501/401',
    'client A': 'rows:0',
    admin: 'rows:0',
    super: 'rows:1',
    service: 'rows:1',
    ...invalidTokensAtRest,
    ...escalations('rows:0'),
  }),
  ...rowsFor('legacy_emails', 'add a legacy address', {
    visitor: '42501/401',
    'client A': '42501/403',
    admin: '42501/403',
    super: 'rows:1',
    service: 'rows:1',
    ...escalations('42501/403'),
  }),
  ...rowsFor('legacy_emails', 'delete a legacy address', {
    visitor: '42501/401',
    'client A': 'rows:0',
    admin: 'rows:0',
    ...escalations('rows:0'),
    super: 'rows:1',
  }),
];

/** A caller needs a login or sign-up pass to check whether an address has an account. */
const loginStatus: Row[] = [
  ...rowsFor('check_user_login_status', "check A's login status without a pass", {
    visitor: '42501/401',
    'client A': '42501/403',
    admin: '42501/403',
    super: '42501/403',
    service: '42501/403',
    ...invalidTokensAtRest,
  }),
  ...rowsForEach(
    'check_user_login_status',
    ["check A's login status with a login pass", "check A's login status with a sign-up pass"],
    { visitor: 'ok', 'client A': 'ok' },
  ),
  ...rowsFor('check_user_login_status', "check A's login status with an appointment pass", {
    visitor: '42501/401',
    'client A': '42501/403',
  }),
  // A caller that chooses the row could spend a pass on another person's row, and read it.
  ...rowsFor('spending a pass', 'call spend_current_captcha_pass', {
    visitor: 'PGRST202/404',
    'client A': 'PGRST202/404',
    super: 'PGRST202/404',
    service: 'PGRST202/404',
  }),
  ...rowsFor('spending a pass', 'call spend_current_captcha_pass of schema nutmeg', {
    visitor: 'PGRST106/406',
    'client A': 'PGRST106/406',
    super: 'PGRST106/406',
    service: 'PGRST106/406',
  }),
];

export const visitors: Row[] = [...appointments, ...messages, ...legacyAddresses, ...loginStatus];
