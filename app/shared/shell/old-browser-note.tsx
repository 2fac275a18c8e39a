import { Trans } from '@lingui/react/macro';
import { OLD_BROWSER_NOTE, oldBrowserScript } from '../browser/old-browser.ts';
import { useHydrated } from '../browser/use-hydrated.ts';
import { useOffice } from '../site-data.tsx';
import { useHandles } from './use-handles.ts';

/**
 * What a browser sees that is older than ours (scripts/assets/oldest-browsers.mjs). Public pages stay, because they can be
 * read; the portal can't work.
 */
export function OldBrowserNote() {
  const hides = useHandles().some(({ needsScripts }) => needsScripts);
  // If it can run the scripts, they keep the note.
  const { phone } = useOffice().contact;
  const isOld = useHydrated() && Reflect.has(window, 'isOldBrowser');
  // No link for the phone: the first link of a page leads to its content.
  return (
    <>
      <div id={OLD_BROWSER_NOTE} hidden={!isOld} suppressHydrationWarning>
        <p className="page bg-warning-soft py-4">
          <Trans>
            Your browser is too old for our forms and the client portal. Please update it, or open this page
            in a current Chrome, Edge, Firefox, or Safari. You can also call us at {{ phone: phone.display }}.
          </Trans>
        </p>
      </div>
      <script
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own, without any data; it runs only from the page's HTML
        dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? oldBrowserScript(hides) : '' }}
        suppressHydrationWarning
      />
    </>
  );
}
