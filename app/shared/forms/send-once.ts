import type { CaptchaAction } from '#contract/captcha.ts';
import { ApiError, callApi } from '../api/api.ts';
import { captchaPass } from '../captcha/captcha.ts';

/** Inserts a visitor's row. False: the captcha gave no pass. */
export type SendOnce = (row: object) => Promise<boolean>;

/**
 * Inserts rows without duplicates: if the response to a row was lost, the same row is looked up by its captcha pass
 * before it is sent again.
 */
export function createSender(action: CaptchaAction, table: string): SendOnce {
  const path = `/rest/v1/${table}?select=id`;
  /** The last row that was sent without a response. */
  let unconfirmed: { pass: string; text: string } | null = null;
  return async (row) => {
    const text = JSON.stringify(row);
    if (unconfirmed?.text === text) {
      const found = await callApi<unknown[] | null>(path, { method: 'GET', pass: unconfirmed.pass });
      if (found?.length) {
        unconfirmed = null;
        return true;
      }
    }
    const pass = await captchaPass(action);
    if (pass === null) return false;
    unconfirmed = { pass, text };
    try {
      await callApi(path, { method: 'POST', body: row, pass, prefer: 'return=representation' });
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) unconfirmed = null;
      throw error;
    }
    unconfirmed = null;
    return true;
  };
}
