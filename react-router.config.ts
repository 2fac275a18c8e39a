import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'app',
  buildDirectory: process.env.NUTMEG_BUILD_DIR ?? '.build/dev',
  // The server renders pages on demand (server/site).
  ssr: true,
  // All routes are known from the first page on.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
