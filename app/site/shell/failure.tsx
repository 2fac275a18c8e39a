import { Trans } from '@lingui/react/macro';
import { SupportPhone } from '#app/shared/support-phone.tsx';
import { buttonStyle } from '#app/ui/actions/button-style.ts';

/** The error page, with the navigation still available. */
export function Failure() {
  return (
    <div className="page py-16 md:py-28">
      <h1 tabIndex={-1} className="max-w-text text-3xl">
        <Trans>Something went wrong on our end</Trans>
      </h1>
      <p className="mt-4 max-w-text text-lg text-muted">
        <Trans>
          Your documents are safe. Reload the page. If it still doesn’t work, call us at <SupportPhone />.
        </Trans>
      </p>
      <button
        type="button"
        onClick={() => window.location.reload()}
        className={buttonStyle('primary', 'medium', 'mt-8')}
      >
        <Trans>Reload the page</Trans>
      </button>
    </div>
  );
}
