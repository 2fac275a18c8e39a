export { createHealth } from '#server/operate/health/health.ts';
