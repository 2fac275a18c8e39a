// Files that pdf.js loads at run time: character maps, fonts for documents without embedded ones, and decoders for
// scanned pages. Copied from the package at each build.
import { createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);
const folders = {
  cmaps: /\.bcmap$/,
  standard_fonts: /\.(pfb|ttf)$/,
  // Without the engine for scripts in documents, and the decoders for browsers without WebAssembly.
  wasm: /^(jbig2|openjpeg)\.wasm$/,
};
const license = /^LICENSE_?(JBIG2|OPENJPEG|PDFJS_JBIG2|PDFJS_OPENJPEG|FOXIT|LIBERATION)?$/;

/** The folder's name has the version, so that browsers may cache its files for a year. */
async function pdfAssets() {
  const manifest = require.resolve('pdfjs-dist/package.json');
  const { version } = JSON.parse(await readFile(manifest, 'utf8'));
  const lists = await Promise.all(
    Object.entries(folders).map(async ([folder, wanted]) => {
      const names = await readdir(join(dirname(manifest), folder));
      return names
        .filter((name) => wanted.test(name) || license.test(name))
        .map((name) => ({
          fileName: `assets/pdfjs-${version}/${folder}/${name}`,
          path: join(dirname(manifest), folder, name),
        }));
    }),
  );
  const heif = require.resolve('libheif-js/package.json');
  // The HEIC decoder is bundled into a worker's script; its license must be next to it.
  const heifLicense = { fileName: 'assets/libheif-LICENSE.txt', path: join(dirname(heif), 'LICENSE') };
  return [...lists.flat(), heifLicense];
}

/** @returns {import('vite').Plugin} */
export function pdfAssetsPlugin() {
  return {
    name: 'pdf-assets',
    applyToEnvironment: ({ name }) => name === 'client',
    async generateBundle() {
      for (const { fileName, path } of await pdfAssets()) {
        this.emitFile({ type: 'asset', fileName, source: await readFile(path) });
      }
    },
    async configureServer(server) {
      const files = new Map((await pdfAssets()).map(({ fileName, path }) => [`/${fileName}`, path]));
      server.middlewares.use((request, response, next) => {
        const path = files.get(request.url ?? '');
        if (path === undefined) next();
        else createReadStream(path).pipe(response);
      });
    },
  };
}
