import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const iconImport = /import\s*\{([^}]*)\}\s*from\s*'lucide-react';/g;

/**
 * Imports each icon from its own module instead of the module of all icons. Through that one, every file would need
 * every icon, and the bundler couldn't tell which pages need which.
 * @returns {import('vite').Plugin}
 */
export function directIcons() {
  const modules = readModules();
  return {
    name: 'direct-icons',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/app\/.*\.tsx?$/, code: "'lucide-react'" },
      handler: (code) => ({ code: withDirectIcons(code, modules), map: null }),
    },
  };
}

/**
 * Drops the keys of the parts of icons: random letters, which hardly compress. React needs keys only for parts that move.
 * Drops a statement without effect, too, which no minifier dares to.
 * @returns {import('vite').Plugin}
 */
export function keylessIcons() {
  return {
    name: 'keyless-icons',
    apply: 'build',
    transform: {
      filter: { id: /\/lucide-react\/dist\/esm\/icons\// },
      handler: (code) => ({ code: code.replaceAll(/,\s*key: "\w+"|^__iconData\.node;$/gm, ''), map: null }),
    },
  };
}

/**
 * @param {string} code
 * @param {Map<string, string>} modules the module of each icon, by its name
 */
export function withDirectIcons(code, modules) {
  return code.replace(iconImport, (_, list) =>
    list
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one && !one.startsWith('type '))
      .map((one) => {
        const [name, local = name] = one.split(/\s+as\s+/);
        const module = modules.get(name);
        if (!module) throw new Error(`lucide-react has no icon ${name}.`);
        return `import ${local} from 'lucide-react/icons/${module}';`;
      })
      .join(' '),
  );
}

/** The names in `export { default as Eye, default as EyeIcon } from './icons/eye.mjs';`, with the module's. */
function readModules() {
  const barrel = createRequire(import.meta.url)
    .resolve('lucide-react')
    .replace('cjs/lucide-react.js', 'esm/lucide-react.mjs');
  const modules = new Map();
  for (const [, names, module] of readFileSync(barrel, 'utf8').matchAll(
    /export \{([^}]*)\} from '\.\/icons\/([\w-]+)\.mjs'/g,
  )) {
    for (const [, name] of names.matchAll(/default as (\w+)/g)) modules.set(name, module);
  }
  return modules;
}
