import { randomInt, randomUUID } from 'node:crypto';
import type { BookedTime, BookingRequest, ChangeRequest, FreeTimes } from '#contract/calendar.ts';
import { CAPTCHA_PASS_HEADER } from '#contract/captcha.ts';

export interface Answer<Body> {
  status: number;
  body: Body;
}
export interface Refusal {
  code: string;
  message: string;
}

/** A client for the calendar functions. Bodies have the type of successful responses. */
export function calendarAt(url: string) {
  const ask = async <Body>(path: string, init: RequestInit = {}): Promise<Answer<Body>> => {
    const response = await fetch(`${url}/functions/v1/${path}`, init);
    return { status: response.status, body: (await response.json()) as Body };
  };
  const post = <Body>(name: string, body: unknown, pass?: string, init: RequestInit = {}) =>
    ask<Body>(name, {
      ...init,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(pass !== undefined && { [CAPTCHA_PASS_HEADER]: pass }),
      },
      body: JSON.stringify(body),
    });
  const free = async (query = '') => (await ask<FreeTimes>(`calendar${query}`)).body;
  return {
    ask,
    post,
    free,
    /** Like our own pages; without a `start`, the answer has only the id. */
    book: (request: Partial<BookingRequest>, pass?: string, init?: RequestInit) =>
      post<BookedTime & Refusal>(
        'calendar-book',
        { request: randomUUID(), ...ROSA, phone: freshPhone(), ...request },
        pass,
        init,
      ),
    change: (request: ChangeRequest) => post<BookedTime & Refusal>('calendar-change', request),
    /** All free times of some days, earliest first. */
    times: async (days = 14) => {
      const { days: found } = await free(`?days=${days}`);
      return found.flatMap(({ times }) => times);
    },
  };
}

export const ROSA = { name: 'Rosa Delgado', email: '' };

/** A new phone number. The number of appointments per phone is limited. */
export function freshPhone(): string {
  return `+1203${String(randomInt(10_000_000)).padStart(7, '0')}`;
}
