export { freePort } from '#tests/support/portal.ts';
