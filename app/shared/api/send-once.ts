import type { CaptchaAction } from '#contract/captcha.ts';
import { captchaPass } from '../captcha/captcha.ts';
import { ApiError, callApi } from './api.ts';

/** The captcha pass of the inserted row, and the id that the server gave it. */
export interface SentRow {
  pass: string;
  id: string | undefined;
}

/** Inserts a visitor's row. Null: the captcha gave no pass. */
export type SendOnce = (row: object) => Promise<SentRow | null>;

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
      const { pass } = unconfirmed;
      const found = await callApi<Rows>(path, { method: 'GET', pass });
      if (found?.[0]) {
        unconfirmed = null;
        return { pass, id: found[0].id };
      }
    }
    const pass = await captchaPass(action);
    if (pass === null) return null;
    unconfirmed = { pass, text };
    let inserted: Rows;
    try {
      inserted = await callApi<Rows>(path, {
        method: 'POST',
        body: row,
        pass,
        prefer: 'return=representation',
      });
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) unconfirmed = null;
      throw error;
    }
    unconfirmed = null;
    return { pass, id: inserted?.[0]?.id };
  };
}

type Rows = { id: string }[] | null;
