// Without Vitest: the tests in the browser use these too.

export const PUBLISHABLE_KEY = 'sb_publishable_nutmeg';
export const SECRET_KEY = 'sb_secret_for_tests_only_0123456789';
/** Where the notices to staff go, on the shared portal for visitors. */
export const STAFF_INBOX = 'office@example.com';
/** 32 bytes, the same for all servers of a run, so that any two can share a database. */
export const ENCRYPTION_KEY = Buffer.alloc(32, 7).toString('base64');
