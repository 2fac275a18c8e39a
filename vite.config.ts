import { fileURLToPath } from 'node:url';
import { lingui } from '@lingui/vite-plugin';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { chunkGroups, plannedGroups } from './scripts/assets/chunks.mjs';
import { directIcons, keylessIcons } from './scripts/assets/direct-icons.mjs';
import { olderStyles } from './scripts/assets/older-styles.mjs';
import { buildTargets } from './scripts/assets/oldest-browsers.mjs';
import { openClickedPage } from './scripts/assets/open-clicked-page.mjs';
import { pdfAssetsPlugin } from './scripts/assets/pdf-assets.mjs';
import { compileMessages } from './scripts/language/compile-messages.mjs';
import { libraryTexts } from './scripts/language/library-texts.mjs';
import { pageWords } from './scripts/language/page-words.mjs';

const root = fileURLToPath(new URL('.', import.meta.url));
/** Which modules share a file. Only the second of two builds has it. */
const chunkPlan = process.env.CHUNK_PLAN;

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

export default defineConfig(({ command }) => {
  return {
    publicDir: 'app/public',
    // Lingui still supports React 17 with it.
    resolve: { alias: [{ find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' }] },
    plugins: [
      // English stays in the scripts, so a page in English needs nothing more.
      lingui({ macroTransform: { macro: { descriptorFields: 'message' } } }),
      compileMessages(),
      pageWords(root, { pseudo: process.env.WORDS === 'pseudo' }),
      libraryTexts(),
      directIcons(),
      keylessIcons(),
      openClickedPage(),
      tailwindcss(),
      reactRouter(),
      pdfAssetsPlugin(),
      olderStyles(),
    ],
    // The server renders with what the build made, so a release needs none of the app's packages.
    ...(command === 'build' ? { ssr: { noExternal: true } } : {}),
    environments: {
      // Without React's checks for developers. Vite leaves this to the server's environment, which nothing sets.
      ssr: { define: { 'process.env.NODE_ENV': '"production"' } },
      client: {
        build: {
          rolldownOptions: {
            output: {
              codeSplitting: {
                groups: chunkPlan ? plannedGroups(chunkPlan) : chunkGroups(root),
              },
            },
          },
        },
      },
    },
    build: {
      target: buildTargets,
      // Inlined files would need data: in the content security policy.
      assetsInlineLimit: 0,
      // Every page has loaded these: naming them again at each dynamic import would only cost bytes.
      modulePreload: {
        resolveDependencies: (_file, deps) =>
          deps.filter((dep) => !/^assets\/(helpers|rolldown-runtime|site)-/.test(dep)),
      },
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
