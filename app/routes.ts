import { index, type RouteConfig, route } from '@react-router/dev/routes';

/** The site map. Public pages are prerendered; /account, /secured-files and /manage need a session. */
export default [index('site/home.tsx'), route('*', 'site/not-found.tsx')] satisfies RouteConfig;
