import { type Outage, outages } from '#server/http/errors.ts';

/**
 * Storage: `code` -> the body's statusCode, error and message, and its code where that is another. The HTTP
 * status is 400, or 500 for a 500.
 */
export const storageErrors = {
  AccessDenied: {
    statusCode: '403',
    error: 'Unauthorized',
    message: 'new row violates row-level security policy',
  },
  ResourceLocked: {
    statusCode: '423',
    error: 'Locked',
    message: 'This document is signed, or out for signature',
  },
  BadSignature: {
    statusCode: '403',
    error: 'Unauthorized',
    message: 'signature verification failed',
    code: 'AccessDenied',
  },
  BucketAlreadyExists: { statusCode: '409', error: 'Duplicate', message: 'The resource already exists' },
  EntityTooLarge: {
    statusCode: '413',
    error: 'Payload too large',
    message: 'The object exceeded the maximum allowed size',
  },
  /** What one client may store (`limits` in the office's facts): not the hosted service's. */
  QuotaExceeded: {
    statusCode: '413',
    error: 'Payload too large',
    message:
      'There is no room left in your folder for this file. Please call the office, and we will make some.',
  },
  DiskFull: {
    statusCode: '507',
    error: 'InsufficientStorage',
    message: 'There’s no space for this file right now. Please call our office.',
  },
  /** One caller or network asks for too much at once. */
  SlowDown: {
    statusCode: '503',
    error: 'SlowDown',
    message: 'Too much at once. Please try again in a moment.',
  },
  /** The file store does not answer, or refuses us. */
  StoreUnavailable: {
    statusCode: '503',
    error: 'ServiceUnavailable',
    message: 'We can’t reach your documents right now. Nothing is lost. Please try again in a minute.',
  },
  FeatureNotEnabled: {
    statusCode: '400',
    error: 'FeatureNotEnabled',
    message: 'The feature is not enabled for this resource',
  },
  InternalError: { statusCode: '500', error: 'Internal', message: 'Internal server error' },
  InvalidBucketName: { statusCode: '400', error: 'Invalid Input', message: 'Bucket name invalid' },
  InvalidJWT: { statusCode: '400', error: 'InvalidJWT', message: 'Invalid Compact JWS' },
  InvalidKey: { statusCode: '400', error: 'InvalidKey', message: 'Invalid key: K' },
  InvalidMimeType: {
    statusCode: '415',
    error: 'invalid_mime_type',
    message: 'mime type X is not supported',
  },
  InvalidRange: {
    statusCode: '416',
    error: 'InvalidRange',
    message: 'The requested range is not satisfiable',
  },
  InvalidRequest: { statusCode: '400', error: 'Error', message: 'The request is not valid' },
  /** Resumable uploads: somebody else was faster, or the client counts wrong. It asks for the offset, and goes on. */
  InvalidUploadOffset: { statusCode: '409', error: 'Conflict', message: 'Upload-Offset conflict' },
  InvalidSignature: { statusCode: '400', error: 'InvalidSignature', message: 'Invalid signature' },
  KeyAlreadyExists: { statusCode: '409', error: 'Duplicate', message: 'The resource already exists' },
  NoSuchBucket: { statusCode: '404', error: 'Bucket not found', message: 'Bucket not found' },
  NoSuchKey: { statusCode: '404', error: 'not_found', message: 'Object not found' },
  NoSuchUpload: { statusCode: '404', error: 'not_found', message: 'Upload not found' },
  NotFound: { statusCode: '404', error: 'not_found', message: 'Not found' },
  ResourceNotEmpty: {
    statusCode: '409',
    error: 'ResourceNotEmpty',
    message: 'The bucket you tried to delete is not empty',
  },
  /** The database does not answer. */
  ServiceUnavailable: {
    statusCode: '503',
    error: 'ServiceUnavailable',
    message: outages.unreachable.message,
  },
  TooManyRequests: {
    statusCode: '429',
    error: 'too_many_requests',
    message: 'You’ve reached the limit for this hour. Please try again later.',
  },
  UnsupportedTusVersion: {
    statusCode: '412',
    error: 'Precondition failed',
    message: 'Tus-Resumable must be 1.0.0',
  },
} as const;
export type StorageErrorCode = keyof typeof storageErrors;

/** When to try a full or unavailable file store again. */
const STORE_RETRY_SECONDS = 30;

/** An error of the catalog. */
export class StorageError extends Error {
  readonly code: StorageErrorCode;
  /** The key that was refused, for a caller who moved many at once. */
  readonly key: string | undefined;

  /** `message` replaces the catalog's own; `cause` is for the log. */
  constructor(
    code: StorageErrorCode,
    options: { message?: string; key?: string | undefined; cause?: unknown } = {},
  ) {
    super(options.message ?? '', { cause: options.cause });
    this.code = code;
    this.key = options.key;
  }

  /** Set if the file store is down or full. */
  get outage(): Outage | undefined {
    const { statusCode, message } = storageErrors[this.code];
    if (statusCode !== '503' && statusCode !== '507') return undefined;
    const [status, code] =
      statusCode === '503' ? ([503, 'store_unavailable'] as const) : ([507, 'store_full'] as const);
    return { status, code, retryAfterSeconds: STORE_RETRY_SECONDS, message };
  }
}

export function invalidRequest(message: string): StorageError {
  return new StorageError('InvalidRequest', { message });
}
