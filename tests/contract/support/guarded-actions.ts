import { randomUUID } from 'node:crypto';
import type { CaptchaAction } from '#contract/captcha.ts';
import { createPerson, freshEmail, PASSWORD } from '#tests/support/people.ts';
import { PUBLISHABLE_KEY, type SharedPortal } from '#tests/support/server/portal.ts';

export interface WireAnswer {
  status: number;
  body: Record<string, unknown>;
}

/** A request that requires a captcha pass, with plain HTTP. */
export interface GuardedAction {
  action: CaptchaAction;
  /** The status of an accepted request, and the response to a rejected one. */
  done: WireAnswer['status'];
  refused: (pass: string | undefined) => object;
  prepare(portal: SharedPortal): Promise<(pass: string | undefined) => Promise<WireAnswer>>;
  /** The number of rows that it has created. */
  count(portal: SharedPortal): Promise<number>;
}

async function call(
  portal: SharedPortal,
  path: string,
  body: object,
  pass: string | undefined,
): Promise<WireAnswer> {
  const response = await fetch(`${portal.url}/${path}`, {
    method: 'POST',
    headers: {
      apikey: PUBLISHABLE_KEY,
      'content-type': 'application/json',
      ...(pass === undefined ? {} : { 'x-captcha-pass': pass }),
    },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? {} : JSON.parse(text) };
}

const security = (pass: string | undefined) =>
  pass === undefined ? {} : { gotrue_meta_security: { captcha_token: pass } };

const refusedByAuth = (pass: string | undefined) => ({
  status: 400,
  body: {
    code: 400,
    error_code: 'captcha_failed',
    msg: `captcha protection: request disallowed (${pass === undefined ? 'no captcha_token found' : 'timeout-or-duplicate'})`,
  },
});

const refusedByPolicy = (table: string) => () => ({
  status: 401,
  body: {
    code: '42501',
    details: null,
    hint: null,
    message: `new row violates row-level security policy for table "${table}"`,
  },
});

const rowsOf = (table: string) => async (portal: SharedPortal) =>
  (await portal.database.query(`select from ${table}`)).length;

export const guardedActions: GuardedAction[] = [
  {
    action: 'signup',
    done: 200,
    refused: refusedByAuth,
    prepare: async (portal) => (pass) =>
      call(
        portal,
        'auth/v1/signup',
        { email: freshEmail(), password: PASSWORD, ...security(pass) },
        undefined,
      ),
    count: rowsOf('auth.users'),
  },
  {
    action: 'login',
    done: 200,
    refused: refusedByAuth,
    prepare: async (portal) => {
      const { email, password } = await createPerson(portal);
      const path = 'auth/v1/token?grant_type=password';
      return (pass) => call(portal, path, { email, password, ...security(pass) }, undefined);
    },
    count: rowsOf('auth.sessions'),
  },
  {
    action: 'appointment',
    done: 201,
    refused: refusedByPolicy('appointments'),
    prepare: async (portal) => (pass) =>
      call(portal, 'rest/v1/appointments', { name: 'Ana', phone: '+12035550100', status: 'pending' }, pass),
    count: rowsOf('public.appointments'),
  },
  {
    action: 'appointment',
    done: 201,
    refused: () => ({
      status: 403,
      body: {
        code: 'captcha_failed',
        message: 'Security verification failed. Please try again.',
        details: null,
      },
    }),
    prepare: async (portal) => (pass) => {
      const row = { request: randomUUID(), name: 'Ana', phone: '+12035550100' };
      return call(portal, 'functions/v1/calendar-book', row, pass);
    },
    count: rowsOf('public.appointments'),
  },
  {
    action: 'contact',
    done: 201,
    refused: refusedByPolicy('contact_submissions'),
    prepare: async (portal) => (pass) =>
      call(
        portal,
        'rest/v1/contact_submissions',
        { name: 'Ana', email: 'ana@example.com', subject: 'other', message: 'Hello' },
        pass,
      ),
    count: rowsOf('public.contact_submissions'),
  },
];
