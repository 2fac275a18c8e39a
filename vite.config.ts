import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, normalizePath } from 'vite';
import { parseBusiness } from './domain/business/business.ts';
import { businessParts } from './scripts/assets/business-parts.mjs';
import { pdfAssetsPlugin } from './scripts/assets/pdf-assets.mjs';

/** The backend for API calls in `npm run dev`, the same as in production. */
const backend = process.env.NUTMEG_BACKEND;
const wirePaths = [
  '/auth/v1',
  '/rest/v1',
  '/storage/v1',
  '/functions/v1',
  '/realtime/v1',
  '/healthz',
  '/readyz',
];

/** The office's facts. scripts/build.mjs may set another file. */
const business = process.env.NUTMEG_BUSINESS ?? fileURLToPath(new URL('./business.json', import.meta.url));

/**
 * The modules that every page needs, in one chunk, because forty small files compress worse and cost a request
 * each.
 */
const everyPage = [
  'app/root.tsx',
  'app/shared/drawings/drawing.tsx',
  'app/shared/meta.ts',
  'app/site/blocks/call-to-action.tsx',
  'app/site/shell/shell.tsx',
  'app/ui/actions/link-button.tsx',
  'app/ui/feedback/badge.tsx',
  'app/ui/layout/page-heading.tsx',
  'node_modules/lucide-react/dist/esm/icons/arrow-right.mjs',
  'node_modules/lucide-react/dist/esm/icons/check.mjs',
  'node_modules/lucide-react/dist/esm/icons/circle-exclamation-point.mjs',
  'node_modules/lucide-react/dist/esm/icons/file-text.mjs',
  'node_modules/react-dom/client.js',
  'node_modules/react-router/dist/production/dom-export.js',
  'node_modules/react-router/dist/production/index.js',
].map(moduleId);

/** The id that Vite gives a file. A file that was moved or renamed stops the build. */
function moduleId(path: string): string {
  const file = fileURLToPath(new URL(path, import.meta.url));
  if (!existsSync(file)) throw new Error(`vite.config.ts: there is no ${path} (everyPage)`);
  return normalizePath(file);
}

export default defineConfig(() => {
  // A wrong fact stops the build here, with the field's name.
  parseBusiness(JSON.parse(readFileSync(business, 'utf8')));
  return {
    publicDir: 'app/public',
    plugins: [businessParts(business), tailwindcss(), reactRouter(), pdfAssetsPlugin()],
    define: {
      __SITE_URL__: JSON.stringify((process.env.SITE_URL ?? 'http://localhost:3000').replace(/\/+$/, '')),
      __PUBLISHABLE_KEY__: JSON.stringify(process.env.PUBLISHABLE_KEY ?? 'sb_publishable_nutmeg'),
      __CALENDAR_URL__: JSON.stringify(process.env.CALENDAR_URL || null),
    },
    environments: {
      client: {
        build: {
          rolldownOptions: {
            output: {
              codeSplitting: { groups: [{ name: 'site', test: (id: string) => everyPage.includes(id) }] },
            },
          },
        },
      },
    },
    build: {
      target: 'es2022',
      // Inlined files would need data: in the content security policy.
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      emptyOutDir: false,
    },
    ...(backend
      ? {
          server: {
            // A concurrent build must not reload the page.
            watch: { ignored: ['**/.build/**', '**/data/**'] },
            proxy: Object.fromEntries(wirePaths.map((path) => [path, { target: backend, ws: true }])),
          },
        }
      : {}),
  };
});
