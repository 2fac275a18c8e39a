import type { MessageDescriptor } from '@lingui/core';
import { messages } from '#contract/messages.ts';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';

/** Error messages for people. The specification fixes most of the English ones. */

export const unexpected = msg`An unexpected error occurred`;

const known: Record<string, MessageDescriptor> = { ...messages };

/** The staff area adds what only staff read. */
export function addMessages(more: Readonly<Record<string, MessageDescriptor>>): void {
  Object.assign(known, more);
}

/** The common fields of auth, REST and storage errors. */
export function failureOf(error: unknown) {
  const from = (typeof error === 'object' && error !== null ? error : {}) as Record<string, unknown>;
  const text = (key: string) => (typeof from[key] === 'string' ? from[key] : '');
  return {
    name: text('name'),
    message: text('message'),
    code: text('code'),
    /** The key of a message, where the code alone does not say which. */
    details: text('details'),
    status: typeof from.status === 'number' ? from.status : undefined,
  };
}

/** The browsers' messages for a request, or a chunk of the app, that got no response. */
const noAnswer =
  /failed to fetch|networkerror when|load failed|network request failed|fetch failed|loading dynamically imported module|importing a module script failed/i;

/** The browsers' messages for a part of the app that could not be loaded. After a release, it is gone. */
const noPart = /dynamically imported module|importing a module script failed/i;
export const isPartMissing = (message: string) => noPart.test(message) && navigator.onLine !== false;

/** Whether there was no response: the connection or our server is down. */
export function isConnectionError(error: unknown): boolean {
  const { name, message } = failureOf(error);
  return name === 'ConnectionError' || noAnswer.test(message);
}

/** The message of an error for people: the server's, or that something unexpected happened. */
export function messageOf(error: unknown, t: Translate): string {
  if (isPartMissing(failureOf(error).message)) {
    return t(msg`A part of this page could not be loaded. Check your connection, or reload the page.`);
  }
  if (isConnectionError(error)) {
    return t(msg`Connection error. Please check your internet connection and try again.`);
  }
  return serverMessage(error, t) || t(unexpected);
}

/** The server's message in the reader's language. One without a key that we know stays as the server wrote it. */
export function serverMessage(error: unknown, t: Translate): string {
  const { code, details, message } = failureOf(error);
  const key = [details, code].find((one) => Object.hasOwn(known, one));
  const wording = key === undefined ? undefined : known[key];
  if (wording) return t(wording);
  // The REST client makes a proxy's whole page the message.
  return /^\s*</.test(message) ? '' : message;
}
