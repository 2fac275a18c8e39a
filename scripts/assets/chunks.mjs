// Modules that pages load together, in one file: forty small files compress worse and cost a request each, and a phone
// on a slow network waits for each round of requests. Everything else is split as its pages import it.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { normalizePath } from 'vite';

/** Each has its modules and what they import, except what an earlier group has. */
const groups = {
  /** Every page. */
  site: [
    'app/root.tsx',
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
  /** Every page that a person can do something on. */
  controls: [
    'app/env.ts',
    'app/shared/api/error-wording.ts',
    'app/shared/forms/submit-button.tsx',
    'app/ui/actions/button.tsx',
    'app/ui/feedback/banner.tsx',
    'node_modules/lucide-react/dist/esm/icons/chevron-right.mjs',
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
    'app/ui/feedback/skeleton.tsx',
    'domain/contact/phone.ts',
    'domain/office-time/days.ts',
    'domain/office-time/office-time.ts',
    'domain/office-time/zoned.ts',
    'domain/text/unicode.ts',
  ],
  /** Text fields, on public pages and before the login. */
  texts: ['app/ui/fields/error-summary.tsx', 'app/ui/fields/text-field.tsx'],
  /** Forms of public pages, and before the login. */
  forms: [
    'app/shared/forms/form-field.tsx',
    'app/shared/forms/form-issues.ts',
    'app/shared/forms/use-prefill.ts',
  ],
  /** Every portal page. */
  session: [
    'app/shared/drafts/unfinished-work.ts',
    'app/shared/session/guards/portal-layout.tsx',
    'app/shared/session/origin.ts',
    'app/shared/session/session.tsx',
  ],
  /** Pages before the login. */
  entry: ['app/account/entry/entry-layout.tsx', 'app/account/entry/entry-state.ts'],
  /** Short messages, for everyone who is logged in. */
  toasts: ['app/ui/feedback/toast-queue.ts'],
  /** Every page behind the login. */
  'signed-in': [
    'app/documents/queries.ts',
    'app/returns/queries.ts',
    'app/shared/browser/on-demand.tsx',
    'app/shared/format/dates.ts',
    'app/shared/session/guards/protected-route.tsx',
    'app/shared/session/guards/require-signed-in.tsx',
    'app/shared/session/supabase-session.ts',
    'app/tax-form/queries.ts',
  ],
};

/** Reads messages with values, which the editor of the office's own words checks. */
const messageParser = /node_modules\/(@lingui\/message-utils|@messageformat|js-sha256|moo)\//;

/**
 * The groups for the bundler. A file that was moved or renamed stops the build.
 * @param {string} root
 */
export function chunkGroups(root) {
  const named = Object.entries(groups).map(([name, files], i) => {
    const ids = new Set(files.map((file) => idOf(root, file, name)));
    return { name, test: (id) => ids.has(id), priority: Object.keys(groups).length - i };
  });
  // Before `site`, which has Lingui: that needs the parser in development only, and the staff's pages always.
  return [{ name: 'message-parser', test: messageParser, priority: named.length + 1 }, ...named];
}

function idOf(root, file, group) {
  const path = join(root, file);
  if (!existsSync(path)) throw new Error(`scripts/assets/chunks.mjs: there is no ${file} (${group})`);
  return normalizePath(path);
}
