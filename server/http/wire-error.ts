import type { AuthErrorCode, CalendarErrorCode, RestErrorCode, StorageErrorCode } from '#contract/errors.ts';

/** An answer that a wire service means to give. The error edge renders it; nothing else may. */
export class AuthError extends Error {
  readonly code: AuthErrorCode;
  readonly extra: Record<string, unknown>;
  readonly headers: Record<string, string>;

  /** `message` replaces the catalogue's own; `extra` is merged into the body (`weak_password.reasons`). */
  constructor(
    code: AuthErrorCode,
    options: { message?: string; extra?: Record<string, unknown>; headers?: Record<string, string> } = {},
  ) {
    super(options.message ?? '');
    this.code = code;
    this.extra = options.extra ?? {};
    this.headers = options.headers ?? {};
  }
}

export class StorageError extends Error {
  readonly code: StorageErrorCode;

  /** `message` replaces the catalogue's own; `cause` is for the log. */
  constructor(code: StorageErrorCode, options: { message?: string; cause?: unknown } = {}) {
    super(options.message ?? '', { cause: options.cause });
    this.code = code;
  }
}

export class RestError extends Error {
  readonly code: RestErrorCode;
  /** A text; a list where the caller has to choose (PGRST201). */
  readonly details: string | readonly object[] | null;
  readonly hint: string | null;
  readonly headers: Record<string, string>;

  constructor(
    code: RestErrorCode,
    options: {
      message?: string;
      details?: string | readonly object[];
      hint?: string;
      headers?: Record<string, string>;
    } = {},
  ) {
    super(options.message ?? '');
    this.code = code;
    this.details = options.details ?? null;
    this.hint = options.hint ?? null;
    this.headers = options.headers ?? {};
  }
}

/** What the calendar refuses, in words for people. */
export class CalendarError extends Error {
  readonly code: CalendarErrorCode;

  /** `message` replaces the catalogue's own. */
  constructor(code: CalendarErrorCode, message = '') {
    super(message);
    this.code = code;
  }
}

/** The bearer can't be trusted. Each service has its own words for it, so the edge chooses. */
export class TokenError extends Error {
  readonly reason: 'malformed' | 'expired';

  constructor(reason: 'malformed' | 'expired') {
    super(reason);
    this.reason = reason;
  }
}

/** Too often. Each service has its own words for it; all say when it is worth another try. */
export class TooManyRequestsError extends Error {
  readonly seconds: number;

  constructor(seconds: number) {
    super('too many requests');
    this.seconds = seconds;
  }
}
