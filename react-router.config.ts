import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'app',
  buildDirectory: process.env.NUTMEG_BUILD_DIR ?? '.build/dev',
  // Public pages are HTML files made at build time; everything behind the login is served by the fallback page.
  ssr: false,
  prerender: { paths: ({ getStaticPaths }) => getStaticPaths().filter(isPublic), concurrency: 2 },
} satisfies Config;

/**
 * Pages that a signed-out visitor may see. The others show nothing without a session or the secret of a link, so there
 * is nothing to prerender.
 */
function isPublic(path: string): boolean {
  const hidden = ['/account', '/secured-files', '/manage', '/invitation', '/confirm-address', '/first-super'];
  return !hidden.some((p) => path === p || path.startsWith(`${p}/`));
}
