import type { RateLimit } from './http/rate-limits.ts';
import type { Budget } from './http/token-buckets.ts';

const anHour = (points: number): Budget => ({ points, seconds: 3600 });
const tenMinutes = (points: number): Budget => ({ points, seconds: 600 });

/**
 * How often each address may call which route. Where a stranger could use up the budget of an account, the service counts
 * for the account itself: logins (`server/auth/attempt-limits.ts`), mails (`server/auth/mails/mail-limit.ts`), codes from mails
 * (`server/auth/verification/one-time-tokens.ts`) and second factors (`server/auth/attempt-limits.ts`).
 */
export const RATE_LIMITS: readonly RateLimit[] = [
  { name: 'sign-up', routes: ['POST /auth/v1/signup'], address: anHour(30) },
  { name: 'recover', routes: ['POST /auth/v1/recover'], address: anHour(30) },
  { name: 'resend', routes: ['POST /auth/v1/resend'], address: anHour(30) },
  { name: 'otp', routes: ['POST /auth/v1/otp'], address: anHour(30) },
  {
    name: 'verify',
    routes: ['POST /auth/v1/verify', 'POST /auth/v1/verify/link'],
    address: tenMinutes(30),
  },
  {
    // Links of 256 random bits can't be guessed. This limits the work of looking them up.
    name: 'entry link',
    routes: [
      'POST /auth/v1/invitation',
      'POST /auth/v1/invitation/accept',
      'POST /auth/v1/email-correction',
      'POST /auth/v1/first-super/check',
      'POST /auth/v1/first-super',
    ],
    address: tenMinutes(30),
  },
  {
    name: 'factor',
    routes: ['POST /auth/v1/factors/:factorId/verify', 'POST /auth/v1/factors/recovery-codes/verify'],
    address: tenMinutes(30),
    failuresOnly: true,
  },
  {
    // `server/auth/account/user-update.ts` also counts for each person, who is known from the token only.
    name: 'user change',
    routes: ['PUT /auth/v1/user'],
    onlyBody: (body) => (textIn(body, 'password') ?? textIn(body, 'email')) !== undefined,
    address: tenMinutes(30),
  },
  {
    // An account has no budget here, which strangers could use up: each pass answers three times.
    name: 'login status',
    routes: ['POST /rest/v1/rpc/:name', 'GET /rest/v1/rpc/:name'],
    only: ({ params }) => textIn(params, 'name') === 'check_user_login_status',
    address: tenMinutes(30),
  },
  {
    name: 'captcha',
    routes: ['GET /functions/v1/captcha-challenge', 'POST /functions/v1/verify-recaptcha'],
    address: tenMinutes(120),
  },
  {
    // Each one sends the office a mail. A program solves a captcha's proof of work quickly.
    name: 'visitor',
    routes: ['POST /rest/v1/:name'],
    only: ({ params }) =>
      ['appointments', 'contact_submissions', 'email_queue'].includes(textIn(params, 'name') ?? ''),
    address: anHour(60),
  },
  { name: 'calendar', routes: ['GET /functions/v1/calendar'], address: tenMinutes(600) },
  {
    // `server/functions/calendar.ts` also counts for each appointment, and for each network: bookings by the day, and what
    // has no time in the bucket of "visitor".
    name: 'appointment',
    routes: ['POST /functions/v1/calendar-book', 'POST /functions/v1/calendar-change'],
    address: tenMinutes(60),
  },
  {
    // Of a gateway, which hands over the texts of everyone; and of strangers, who have no secret.
    name: 'inbound text',
    routes: ['POST /texts/v1/inbound'],
    address: tenMinutes(1200),
  },
  {
    // `server/functions/reminders.ts` also counts for each client.
    name: 'pause reminders',
    routes: ['POST /functions/v1/pause-reminders'],
    address: tenMinutes(60),
  },
  {
    // `server/functions/archive` also counts for each person, who is known from the token only.
    name: 'archive',
    routes: ['POST /functions/v1/archive', 'GET /functions/v1/archive'],
    address: tenMinutes(600),
  },
];

function textIn(value: unknown, name: string): string | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  const text: unknown = Reflect.get(value, name);
  return typeof text === 'string' ? text.trim().toLowerCase() : undefined;
}
