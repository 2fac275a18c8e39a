import { renewal } from './renewal.ts';

type Send = (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>;

let send: Send = renewal.fetch;

/** Sends the requests of supabase-js. Set by code that needs that library itself. */
export function sendForLibrary(by: Send): void {
  send = by;
}

export const libraryFetch: Send = (input, init) => send(input, init);
