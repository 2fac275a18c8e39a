/// <reference lib="webworker" />
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { handler } from 'altcha-lib/workers/shared';

// The library's default worker uses Node's crypto. Browsers have Web Crypto.
handler({ deriveKey });
