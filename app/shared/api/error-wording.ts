import { business } from '#app/business.ts';

/** What a visitor reads when something fails: the texts that the office agreed on, in one place. */

const phone = business.contact.phone.display;

const unexpected = 'An unexpected error occurred';
const tooMany = 'Too many tries in a short time. Please wait a few minutes, then try again.';

interface Failure {
  name: string;
  message: string;
  code: string;
  status: number | undefined;
}

/** Auth, REST and storage errors differ in shape; this is what they have in common. */
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

/** The browsers' own words for a request, or a part of the app, that never arrived; the libraries pass them on. */
const noAnswer =
  /failed to fetch|networkerror when|load failed|network request failed|fetch failed|loading dynamically imported module|importing a module script failed/i;

/** No answer at all: the connection, or our server, is away. */
export function isConnectionError(error: unknown): boolean {
  const { name, message, status } = read(error);
  if (name === 'FunctionsFetchError') return true;
  return (name === 'AuthRetryableFetchError' && status === 0) || noAnswer.test(message);
}

/** The server didn't accept who we say we are: the token is over, or its session was ended elsewhere. */
export function isRefusedToken(error: unknown): boolean {
  return ['PGRST301', 'PGRST303', 'session_not_found', 'bad_jwt'].includes(read(error).code);
}

/** The message of an error for people: the server's own, or that something unexpected happened. */
export function messageOf(error: unknown): string {
  if (isConnectionError(error)) {
    return 'Connection error. Please check your internet connection and try again.';
  }
  if (read(error).code === 'over_request_rate_limit') return tooMany;
  return isUnreadable(error) ? unexpected : read(error).message || unexpected;
}

/** An answer that was not in the service's own words, such as a proxy's page: its message is for nobody. */
function isUnreadable(error: unknown): boolean {
  return ['AuthUnknownError', 'AuthRetryableFetchError'].includes(read(error).name);
}

export function newPasswordProblem(error: unknown): string {
  const text = messageOf(error);
  return text === unexpected ? `${unexpected}. Please try again.` : text;
}

export function signUpProblem(error: unknown): string {
  const { message } = read(error);
  if (isConnectionError(error)) {
    return `Connection error. Please check your internet connection or contact support at ${phone}`;
  }
  if (isServerFault(error) || /database error saving new user/i.test(message)) {
    return `Account creation temporarily unavailable. Please try again in a few moments or contact support at ${phone}`;
  }
  return messageOf(error);
}

export function signInProblem(error: unknown): string {
  const { code } = read(error);
  if (isConnectionError(error)) return messageOf(error);
  if (isServerFault(error)) return 'Network error. Please check your connection and try again.';
  if (code === 'invalid_api_key') {
    return `Application configuration error. Please contact support or call ${phone}.`;
  }
  if (code === 'invalid_credentials') {
    return 'Invalid email or password. Please check your entries and try again.';
  }
  return messageOf(error);
}

function isServerFault(error: unknown): boolean {
  return (read(error).status ?? 0) >= 500;
}
