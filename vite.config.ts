import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { lingui } from '@lingui/vite-plugin';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, normalizePath } from 'vite';
import { pdfAssetsPlugin } from './scripts/assets/pdf-assets.mjs';
import { compileMessages } from './scripts/language/compile-messages.mjs';
import { pageWords } from './scripts/language/page-words.mjs';

/** The backend for API calls in `npm run dev`, the same as in production. */
const backend = process.env.NUTMEG_BACKEND;
const wirePaths = [
  '/auth/v1',
  '/rest/v1',
  '/storage/v1',
  '/functions/v1',
  '/realtime/v1',
  '/pictures',
  '/healthz',
  '/readyz',
];

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

/** Reads messages with values, which the editor of the office's own words checks. */
const MESSAGE_PARSER = /node_modules\/(@lingui\/message-utils|@messageformat|js-sha256|moo)\//;

/** The id that Vite gives a file. A file that was moved or renamed stops the build. */
function moduleId(path: string): string {
  const file = fileURLToPath(new URL(path, import.meta.url));
  if (!existsSync(file)) throw new Error(`vite.config.ts: there is no ${path} (everyPage)`);
  return normalizePath(file);
}

export default defineConfig(({ command }) => {
  return {
    publicDir: 'app/public',
    // Lingui still supports React 17 with it.
    resolve: { alias: [{ find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' }] },
    plugins: [
      // English stays in the scripts, so a page in English needs nothing more.
      lingui({ macroTransform: { macro: { descriptorFields: 'message' } } }),
      compileMessages(),
      pageWords(fileURLToPath(new URL('.', import.meta.url)), { pseudo: process.env.WORDS === 'pseudo' }),
      tailwindcss(),
      reactRouter(),
      pdfAssetsPlugin(),
    ],
    // The server renders with what the build made, so a release needs none of the app's packages.
    ...(command === 'build' ? { ssr: { noExternal: true } } : {}),
    environments: {
      client: {
        build: {
          rolldownOptions: {
            output: {
              codeSplitting: {
                groups: [
                  { name: 'site', test: (id: string) => everyPage.includes(id) },
                  // Before `site`, which has Lingui: that needs the parser in development only, and the staff's pages always.
                  { name: 'message-parser', test: MESSAGE_PARSER, priority: 1 },
                ],
              },
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
