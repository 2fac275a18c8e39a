import { allTried, pretenders, type Row, strangersAtRest, tried } from '../vocabulary.ts';

/** Whoever passes the captcha may book, once; whom it concerns sees it, and the staff. */
const appointments: Row[] = [
  ...tried('appointments', "read A's appointment", {
    visitor: 'rows:0',
    'client A': 'rows:1',
    'client B': 'rows:0',
    admin: 'rows:1',
    super: 'rows:1',
    service: 'rows:1',
    ...strangersAtRest,
    ...pretenders('rows:0'),
  }),
  ...tried('appointments', "read an appointment that a stranger wrote with A's address", {
    visitor: 'rows:0',
    'client A': 'rows:0',
    'client B': 'rows:0',
    admin: 'rows:1',
    super: 'rows:1',
    service: 'rows:1',
    ...strangersAtRest,
    ...pretenders('rows:0'),
  }),
  ...tried('appointments', 'read the appointment whose mailed link A has opened', {
    visitor: 'rows:0',
    'client A': 'rows:1',
    'client B': 'rows:0',
    admin: 'rows:1',
    super: 'rows:1',
    service: 'rows:1',
    ...strangersAtRest,
    ...pretenders('rows:0'),
  }),
  ...tried('appointments', 'book without a pass', {
    visitor: '42501/401',
    'client A': '42501/403',
    admin: '42501/403',
    super: '42501/403',
    service: 'rows:1',
    ...pretenders('42501/403'),
  }),
  ...tried('appointments', 'book with a pass', {
    visitor: 'rows:1',
    'client A': 'rows:1',
    admin: 'rows:1',
    ...strangersAtRest,
  }),
  ...allTried(
    'appointments',
    ["book with a contact message's pass", 'book under an id of the own choice', 'book as if confirmed'],
    { visitor: '42501/401', 'client A': '42501/403', admin: '42501/403' },
  ),
  ...tried('appointments', "set the status of A's appointment", {
    visitor: 'rows:0',
    'client A': 'rows:0',
    'client B': 'rows:0',
    admin: 'rows:1',
    super: 'rows:1',
    service: 'rows:1',
    ...strangersAtRest,
    ...pretenders('rows:0'),
  }),
  ...tried('appointments', "set the name of A's appointment", {
    visitor: '42501/401',
    'client A': '42501/403',
    admin: '42501/403',
    super: '42501/403',
    service: 'rows:1',
  }),
  ...tried('appointments', "delete A's appointment", {
    visitor: '42501/401',
    'client A': '42501/403',
    admin: '42501/403',
    super: '42501/403',
    service: 'rows:1',
  }),
];

/** Written to the staff: whoever wrote sees it with the pass that wrote it, and nobody else does. */
const messages: Row[] = [
  ...tried('contact_submissions', 'read a message', {
    visitor: 'rows:0',
    'client A': 'rows:0',
    'client B': 'rows:0',
    admin: 'rows:1',
    super: 'rows:1',
    service: 'rows:1',
    ...strangersAtRest,
    ...pretenders('rows:0'),
  }),
  ...tried('contact_submissions', 'write without a pass', {
    visitor: '42501/401',
    'client A': '42501/403',
    admin: '42501/403',
    super: '42501/403',
    service: 'rows:1',
  }),
  ...allTried('contact_submissions', ['write with a pass', 'write with a pass and read it back'], {
    visitor: 'rows:1',
    'client A': 'rows:1',
    ...strangersAtRest,
  }),
  ...allTried('contact_submissions', ["write with an appointment's pass", 'write as if answered'], {
    visitor: '42501/401',
    'client A': '42501/403',
  }),
  ...tried('contact_submissions', 'set the status of a message', {
    visitor: '42501/401',
    'client A': 'rows:0',
    admin: 'rows:1',
    super: 'rows:1',
    service: 'rows:1',
    ...pretenders('rows:0'),
  }),
  ...tried('contact_submissions', 'set the text of a message', {
    visitor: '42501/401',
    'client A': '42501/403',
    admin: '42501/403',
    super: '42501/403',
    service: 'rows:1',
  }),
  ...tried('contact_submissions', 'delete a message', {
    visitor: '42501/401',
    'client A': '42501/403',
    admin: '42501/403',
    super: '42501/403',
    service: 'rows:1',
  }),
];

/** A list of people who are clients of a tax office: for super users. */
const oldAddresses: Row[] = [
  ...tried('legacy_emails', 'read an old address', {
    visitor: '42501/401',
    'client A': 'rows:0',
    admin: 'rows:0',
    super: 'rows:1',
    service: 'rows:1',
    ...strangersAtRest,
    ...pretenders('rows:0'),
  }),
  ...tried('legacy_emails', 'add an old address', {
    visitor: '42501/401',
    'client A': '42501/403',
    admin: '42501/403',
    super: 'rows:1',
    service: 'rows:1',
    ...pretenders('42501/403'),
  }),
  ...tried('legacy_emails', 'delete an old address', {
    visitor: '42501/401',
    'client A': 'rows:0',
    admin: 'rows:0',
    ...pretenders('rows:0'),
    super: 'rows:1',
  }),
];

/** Who may ask whether an address has an account: whoever is about to log in or to sign up. */
const loginStatus: Row[] = [
  ...tried('check_user_login_status', 'ask about A without a pass', {
    visitor: '42501/401',
    'client A': '42501/403',
    admin: '42501/403',
    super: '42501/403',
    service: '42501/403',
    ...strangersAtRest,
  }),
  ...allTried(
    'check_user_login_status',
    ["ask about A with a login's pass", "ask about A with a sign-up's pass"],
    { visitor: 'ok', 'client A': 'ok' },
  ),
  ...tried('check_user_login_status', "ask about A with an appointment's pass", {
    visitor: '42501/401',
    'client A': '42501/403',
  }),
  // Who could choose the row could spend a pass on another's, and read it.
  ...tried('spending a pass', 'call spend_presented_pass', {
    visitor: 'PGRST202/404',
    'client A': 'PGRST202/404',
    super: 'PGRST202/404',
    service: 'PGRST202/404',
  }),
  ...tried('spending a pass', 'call spend_presented_pass of schema nutmeg', {
    visitor: 'PGRST106/406',
    'client A': 'PGRST106/406',
    super: 'PGRST106/406',
    service: 'PGRST106/406',
  }),
];

export const visitors: Row[] = [...appointments, ...messages, ...oldAddresses, ...loginStatus];
