// Modules that pages load together, in one file: forty small files compress worse and cost a request each, and a phone
// on a slow network waits for each round of requests. The first build splits everything else by the pages that import it,
// and the second one merges that by plan (first-build.mjs).
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { normalizePath } from 'vite';

/** Each has its modules and what they import, except what an earlier group has. */
const groups = {
  /** Every page. */
  site: [
    'app/root.tsx',
    'app/shared/browser/load-online.ts',
    'app/shared/browser/use-early-input.ts',
    'app/shared/browser/use-history-state.ts',
    'app/shared/browser/use-hydrated.ts',
    'app/shared/browser/without-script.tsx',
    'app/shared/drawings/drawing.tsx',
    'app/shared/meta.ts',
    'app/site/blocks/call-to-action.tsx',
    'app/site/shell/shell.tsx',
    'app/ui/actions/link-button.tsx',
    'app/ui/feedback/badge.tsx',
    'app/ui/fields/control-style.ts',
    'app/ui/layout/card.tsx',
    'app/ui/layout/page-heading.tsx',
    'domain/language/english.ts',
    'node_modules/lucide-react/dist/esm/icons/arrow-right.mjs',
    'node_modules/lucide-react/dist/esm/icons/check.mjs',
    'node_modules/lucide-react/dist/esm/icons/circle-exclamation-point.mjs',
    'node_modules/lucide-react/dist/esm/icons/file-text.mjs',
    'node_modules/react-dom/client.js',
    'node_modules/react-router/dist/production/dom-export.js',
    'node_modules/react-router/dist/production/index.js',
  ],
  /** Every page that talks to the server. */
  messages: [
    'app/env.ts',
    'app/shared/api/error-wording.ts',
    'app/ui/feedback/banner.tsx',
    'node_modules/lucide-react/dist/esm/icons/chevron-right.mjs',
  ],
  /** Every page that has fields, lists, or menus. */
  controls: [
    'app/shared/forms/submit-button.tsx',
    'app/ui/actions/button.tsx',
    'node_modules/lucide-react/dist/esm/icons/eye.mjs',
    'node_modules/react-aria/dist/private/i18n/I18nProvider.mjs',
  ],
  /** Every form, and lists with boxes to check. */
  fields: [
    'node_modules/react-aria-components/dist/private/Autocomplete.mjs',
    'node_modules/react-aria-components/dist/private/FieldError.mjs',
    'node_modules/react-aria-components/dist/private/Form.mjs',
    'node_modules/react-aria-components/dist/private/Group.mjs',
    'node_modules/react-aria-components/dist/private/Input.mjs',
    'node_modules/react-aria-components/dist/private/Label.mjs',
    'node_modules/react-aria-components/dist/private/Text.mjs',
    'node_modules/react-aria/dist/private/form/useFormValidation.mjs',
    'node_modules/react-aria/dist/private/textfield/useTextField.mjs',
    'node_modules/react-stately/dist/private/form/useFormValidationState.mjs',
  ],
  /** Behind the login, and in public forms and calendars. */
  rules: [
    'app/shared/format/dates.ts',
    'app/ui/feedback/skeleton.tsx',
    'domain/office-time/days.ts',
    'domain/office-time/office-time.ts',
    'domain/office-time/zoned.ts',
  ],
  /** Forms that ask for a name or a number, and lists that show them. */
  names: ['domain/contact/phone.ts', 'domain/text/unicode.ts'],
  /** Text fields, on public pages and before the login. */
  texts: ['app/ui/fields/error-summary.tsx', 'app/ui/fields/text-field.tsx'],
  /** Forms of public pages, and before the login. */
  forms: [
    'app/shared/forms/form-field.tsx',
    'app/shared/forms/form-issues.ts',
    'app/shared/forms/use-prefill.ts',
  ],
  /** Every portal page, and those before the login. */
  session: [
    'app/shared/session/guards/login-layout.tsx',
    'app/shared/session/origin.ts',
    'app/shared/session/session.tsx',
  ],
  /** Pages before the login. */
  entry: [
    'app/account/entry/delayed-redirect.tsx',
    'app/account/entry/entry-layout.tsx',
    'app/account/entry/entry-state.ts',
  ],
  /** Short messages, for everyone who is logged in. */
  toasts: ['app/ui/feedback/toast-queue.ts'],
  /** Every page behind the login. */
  'signed-in': [
    'app/shared/api/use-action.ts',
    'app/shared/drafts/unfinished-work.ts',
    'app/shared/portal-paths.ts',
    'app/documents/sent-documents.ts',
    'app/pages/client-layout.tsx',
    'app/account/session/signed-in.tsx',
    'app/returns/queries.ts',
    'app/shared/parts/on-demand.tsx',
    'app/shared/office-year.ts',
    'app/shared/session/clients/current-client.tsx',
    'app/shared/session/fetch-profile.ts',
    'app/shared/session/guards/access-denied.ts',
    'app/shared/session/guards/portal-layout.tsx',
    'app/shared/session/guards/require-signed-in.tsx',
    'app/tax-form/queries.ts',
    'domain/clients/membership.ts',
    'node_modules/lucide-react/dist/esm/icons/download.mjs',
  ],
  /** Lists of clients. */
  desk: ['app/desk/document-lists/document-lists-query.ts', 'app/desk/inbox/inbox-params.ts'],
  /** Lists of documents, of clients and for staff. */
  documents: [
    'app/ui/feedback/empty-state.tsx',
    'app/ui/feedback/progress-bar.tsx',
    'app/ui/fields/checkbox.tsx',
    'app/ui/layout/dock.tsx',
    'node_modules/lucide-react/dist/esm/icons/file-up.mjs',
    'node_modules/react-aria-components/dist/private/FileTrigger.mjs',
    'node_modules/react-aria-components/dist/private/Toolbar.mjs',
  ],
};

/** Before `site`, which has Lingui: in production, only the editor of the office's own words uses Lingui's parser. */
const early = [
  // What the compiler adds for older browsers. Every page needs it; without this, every page would load the hashes too.
  { name: 'helpers', test: /@oxc-project\+runtime/ },
  // The parser needs them, and uploads do.
  { name: 'hashes', test: /node_modules\/@noble\/hashes\// },
  { name: 'message-parser', test: /node_modules\/(@lingui\/message-utils|@messageformat|js-sha256|moo)\// },
];
/** Chunks that no plan merges with others. */
export const alone = [...early.map(({ name }) => name), 'rolldown-runtime', 'realtime'];

/**
 * The groups of the first build. A file that was moved or renamed stops the build.
 * @param {string} root
 */
export function chunkGroups(root) {
  const named = Object.entries(groups).map(([name, files]) => {
    const ids = new Set(files.map((file) => idOf(root, file, name)));
    return { name, test: (id) => ids.has(id) };
  });
  return inOrder([...early, ...named]);
}

/**
 * The groups of the second build, as the first one planned them. What a group imports comes before it.
 * @param {string} file the plan (first-build.mjs)
 */
export function plannedGroups(file) {
  const planned = JSON.parse(readFileSync(file, 'utf8')).map(({ name, modules }) => {
    const ids = new Set(modules);
    return { name, test: (id) => ids.has(id) };
  });
  return inOrder([...early, ...planned]);
}

/** A group also takes what its modules import, unless an earlier group has it. */
function inOrder(all) {
  return all.map((group, i) => ({ ...group, priority: all.length - i }));
}

function idOf(root, file, group) {
  const path = join(root, file);
  if (!existsSync(path)) throw new Error(`scripts/assets/chunks.mjs: there is no ${file} (${group})`);
  return normalizePath(path);
}
