import type { RouteConfigEntry } from '@react-router/dev/routes';
import routes from '#app/routes.ts';

/** The people who may open a page. */
export type Access = 'everybody' | 'signed-in' | 'staff';

export interface PageRoute {
  /** The path in app/routes.ts: "account/returns/:id"; "" for the home page. */
  pattern: string;
  access: Access;
}

const guards: Record<string, Access> = {
  'account/session/signed-in.tsx': 'signed-in',
  'desk/shell/staff-layout.tsx': 'staff',
};

/** Guards found so far. If a guard file moves, its pages must not count as public. */
const found = new Set<string>();

/** Every page of app/routes.ts. Routes that only send data (robots.txt, the web manifest) are .ts files: left out. */
export const pageRoutes: readonly PageRoute[] = pagesOf(routes, 'everybody');

const missing = Object.keys(guards).filter((file) => !found.has(file));
if (missing.length > 0) throw new Error(`app/routes.ts does not use ${missing.join(', ')}`);

function pagesOf(entries: readonly RouteConfigEntry[], inherited: Access): PageRoute[] {
  return entries.flatMap(({ file, path, children }) => {
    found.add(file);
    const access = guards[file] ?? inherited;
    if (children) return pagesOf(children, access);
    if (!file.endsWith('.tsx')) return [];
    return withLanguages(path ?? '').map((pattern) => ({ pattern, access }));
  });
}

/** The page in each language, if it has an address in each: "es?/fees" is "fees" and "es/fees". */
function withLanguages(path: string): string[] {
  const [first = '', ...rest] = path.split('/');
  return first.endsWith('?') ? [rest.join('/'), [first.slice(0, -1), ...rest].join('/')] : [path];
}

/** The address of a route. Throws for a parameter without an example, so a new route can't be left out. */
export function addressOf({ pattern }: PageRoute, examples: Record<string, string>): string {
  const filled = pattern.replace(/:\w+|\*/g, () => {
    const example = examples[pattern];
    if (example === undefined) throw new Error(`no example for the route "${pattern}"`);
    return example;
  });
  return `/${filled}`;
}
