/**
 * The oldest browsers in which everything works: Vite compiles scripts and styles for them, check-browsers.mjs finds what
 * they lack, and README.md names them. What an older one sees: app/shared/shell/old-browser-note.tsx.
 */
export const oldestBrowsers = { safari: '15.4', chrome: '100', firefox: '105' };

/** As Vite wants them. */
export const buildTargets = Object.entries(oldestBrowsers).map(([name, version]) => name + version);
