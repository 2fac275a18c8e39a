import type { CaptchaAction } from '#contract/captcha.ts';
import { captchaPass } from '../captcha/captcha.ts';
import { call, WireError } from './wire.ts';

/** What was written: with which pass, and the id that the server gave it. */
export interface Written {
  pass: string;
  id: string | undefined;
}

/** Writes a visitor's row. Null: the captcha gave no pass. */
export type SendOnce = (row: object) => Promise<Written | null>;

/**
 * A sender remembers what it has no answer for: a row whose answer was lost on the way may have arrived, and is not
 * sent a second time when its writer presses the button again. The pass that wrote it tells.
 */
export function createSender(action: CaptchaAction, table: string): SendOnce {
  const path = `/rest/v1/${table}?select=id`;
  let doubtful: { pass: string; text: string } | null = null;
  return async (row) => {
    const text = JSON.stringify(row);
    if (doubtful?.text === text) {
      const { pass } = doubtful;
      const arrived = await call<Rows>(path, { method: 'GET', pass });
      if (arrived?.[0]) {
        doubtful = null;
        return { pass, id: arrived[0].id };
      }
    }
    const pass = await captchaPass(action);
    if (pass === null) return null;
    doubtful = { pass, text };
    let written: Rows;
    try {
      written = await call<Rows>(path, { method: 'POST', body: row, pass, prefer: 'return=representation' });
    } catch (error) {
      if (error instanceof WireError && error.status < 500) doubtful = null;
      throw error;
    }
    doubtful = null;
    return { pass, id: written?.[0]?.id };
  };
}

type Rows = { id: string }[] | null;
