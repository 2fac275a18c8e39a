/// <reference lib="webworker" />
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { handler } from 'altcha-lib/workers/shared';

// The library's own worker derives with Node's crypto; a browser has Web Crypto.
handler({ deriveKey });
