export { freePort } from '#tests/support/server/portal.ts';
