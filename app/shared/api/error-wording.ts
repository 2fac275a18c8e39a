import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import { serverMessage } from './server-messages.ts';

/** Error messages for people. The specification fixes most of the English ones. */

const unexpected = msg`An unexpected error occurred`;
const tooMany = msg`Too many attempts. Please wait a few minutes and try again.`;

interface Failure {
  name: string;
  message: string;
  code: string;
  status: number | undefined;
}

/** The common fields of auth, REST and storage errors. */
function read(error: unknown): Failure {
  const from = (typeof error === 'object' && error !== null ? error : {}) as Record<string, unknown>;
  const text = (key: string) => (typeof from[key] === 'string' ? from[key] : '');
  return {
    name: text('name'),
    message: text('message'),
    code: text('code'),
    status: typeof from.status === 'number' ? from.status : undefined,
  };
}

/** The browsers' messages for a request, or a chunk of the app, that got no response. */
const noAnswer =
  /failed to fetch|networkerror when|load failed|network request failed|fetch failed|loading dynamically imported module|importing a module script failed/i;

/** The browsers' messages for a part of the app that could not be loaded. After a release, it is gone. */
const noPart = /dynamically imported module|importing a module script failed/i;
const isPartMissing = (message: string) => noPart.test(message) && navigator.onLine !== false;

/** Whether there was no response: the connection or our server is down. */
export function isConnectionError(error: unknown): boolean {
  const { name, message, status } = read(error);
  if (name === 'FunctionsFetchError') return true;
  return (name === 'AuthRetryableFetchError' && status === 0) || noAnswer.test(message);
}

/** The message of an error for people: the server's, or that something unexpected happened. */
export function messageOf(error: unknown, t: Translate): string {
  if (isPartMissing(read(error).message)) {
    return t(msg`A part of this page could not be loaded. Check your connection, or reload the page.`);
  }
  if (isConnectionError(error)) {
    return t(msg`Connection error. Please check your internet connection and try again.`);
  }
  if (read(error).code === 'over_request_rate_limit') return t(tooMany);
  return isUnreadable(error) ? t(unexpected) : serverMessage(read(error).message, t) || t(unexpected);
}

/** Whether the response was not the service's, such as a proxy's page: its message is of no use to people. */
function isUnreadable(error: unknown): boolean {
  const { name, message } = read(error);
  // The REST library makes the whole page the message.
  return ['AuthUnknownError', 'AuthRetryableFetchError'].includes(name) || /^\s*</.test(message);
}

export function newPasswordProblem(error: unknown, t: Translate): string {
  const text = messageOf(error, t);
  return text === t(unexpected) ? t(msg`An unexpected error occurred. Please try again.`) : text;
}

/** @param phone the office's, in words */
export function signUpProblem(error: unknown, phone: string, t: Translate): string {
  const { message } = read(error);
  if (isPartMissing(message)) return messageOf(error, t);
  if (isConnectionError(error)) {
    return t(msg`Connection error. Please check your internet connection or contact support at ${{ phone }}`);
  }
  if (isServerFault(error) || /database error saving new user/i.test(message)) {
    return t(
      msg`Account creation temporarily unavailable. Please try again in a few moments or contact support at ${{ phone }}`,
    );
  }
  return messageOf(error, t);
}

/** @param phone the office's, in words */
export function signInProblem(error: unknown, phone: string, t: Translate): string {
  const { code } = read(error);
  if (isConnectionError(error)) return messageOf(error, t);
  if (isServerFault(error)) return t(msg`Network error. Please check your connection and try again.`);
  if (code === 'invalid_api_key') {
    return t(msg`Application configuration error. Please contact support or call ${{ phone }}.`);
  }
  if (code === 'invalid_credentials') {
    return t(msg`Invalid email or password. Please check your entries and try again.`);
  }
  return messageOf(error, t);
}

function isServerFault(error: unknown): boolean {
  return (read(error).status ?? 0) >= 500;
}
