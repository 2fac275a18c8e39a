// Programs that tests need and npm can't install: browsers, PostgreSQL, an S3 store, proxies, and readers of PDF files.
import { access, readdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { run } from '../setup.mjs';

/** The Debian packages that bring a program, and how to tell that it is here. Tests skip what is missing. */
const packages = {
  'chromium-headless-shell': { isThere: async () => (await findChromium()) !== undefined },
  'poppler-utils': { isThere: () => isProgram('pdfsig') },
  qpdf: { isThere: () => isProgram('qpdf') },
  'firefox-esr': { isThere: () => isProgram('firefox-esr') },
  memcached: { isThere: () => isProgram('memcached') },
  pgbouncer: { isThere: () => isProgram('pgbouncer') },
  nginx: { isThere: () => isProgram('nginx') },
  caddy: { isThere: () => isProgram('caddy') },
  systemd: { isThere: () => isProgram('systemd-analyze') },
  postgresql: {
    isThere: async () => (await readdir('/usr/lib/postgresql').catch(() => [])).length > 0,
  },
  swift: {
    installs: ['swift-proxy', 'swift-account', 'swift-container', 'swift-object'],
    isThere: async () => {
      const parts = ['proxy', 'account', 'container', 'object'];
      return (await Promise.all(parts.map((part) => isProgram(`swift-${part}-server`)))).every(Boolean);
    },
  },
  webkit: {
    // The driver, a screen, and what its window is written with.
    installs: ['webkit2gtk-driver', 'xvfb', 'python3-gi', 'gir1.2-webkit2-4.1'],
    isThere: async () => {
      const programs = await Promise.all(['WebKitWebDriver', 'Xvfb'].map(isProgram));
      const bindings = await isFile('/usr/lib/python3/dist-packages/gi');
      return programs.every(Boolean) && bindings;
    },
  },
};

/** What every run needs. */
const always = ['chromium-headless-shell', 'poppler-utils', 'qpdf'];

/**
 * Installs the packages that are missing, if this is Debian and the user is root.
 * @param {string[]} wanted names of the table above, besides those that every run needs
 * @returns {Promise<string[]>} the Debian packages that are still missing
 */
export async function installPackages(wanted) {
  const names = [...new Set([...always, ...wanted])];
  const missing = await missingOf(names);
  if (missing.length === 0) return [];
  const canInstall = process.platform === 'linux' && process.getuid?.() === 0 && (await isProgram('apt-get'));
  if (!canInstall) return missing;
  console.log(`Installing ${missing.join(', ')} ...`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', ...missing],
  ]) {
    const { code, output } = await run('apt-get', args, { env, capture: true });
    if (code !== 0) console.log(output.trim());
  }
  return missingOf(names);
}

async function missingOf(names) {
  const lists = await Promise.all(
    names.map(async (name) => {
      const { isThere, installs = [name] } = packages[name];
      return (await isThere()) ? [] : installs;
    }),
  );
  return lists.flat();
}

/** The path of Chromium; undefined if there is none. */
export async function findChromium() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  const names = [
    // The same engine without its window: the tests take two thirds of the time.
    'chromium-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
  ];
  for (const name of names) {
    const path = await findProgram(name);
    if (path) return path;
  }
  const app = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
  return (await isFile(app)) ? app : undefined;
}

async function isProgram(name) {
  return (await findProgram(name)) !== undefined;
}

async function findProgram(name) {
  for (const folder of [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']) {
    const path = join(folder, name);
    if (await isFile(path)) return path;
  }
  return undefined;
}

function isFile(path) {
  return access(path).then(
    () => true,
    () => false,
  );
}
