// React Router reloads the document if a page's script can't be loaded, as after a release. That shows the old page again,
// not the one that was clicked.

const MODULE = /\/react-router\/dist\/.*\/ssr\/routeModules\.m?js$/;
const RELOAD = 'window.location.reload()';
const OPEN = `{
  const { location } = window.__reactRouterDataRouter?.state.navigation ?? {};
  if (location) window.location.assign(location.pathname + location.search + location.hash);
  else ${RELOAD};
}`;

/** @param {string} code of React Router's module that loads a page's script */
export function withClickedPage(code) {
  if (code.split(RELOAD).length !== 2) {
    throw new Error('scripts/assets/open-clicked-page.mjs: React Router reloads in another way now');
  }
  return code.replace(`${RELOAD};`, OPEN);
}

/** @returns {import('vite').Plugin} */
export function openClickedPage() {
  return {
    name: 'open-clicked-page',
    enforce: 'pre',
    transform(code, id) {
      return MODULE.test(id) ? { code: withClickedPage(code), map: null } : undefined;
    },
  };
}
