import { business } from '#app/business.ts';
import { buttonStyle } from '#app/ui/actions/button-style.ts';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';

/** The error page, with the navigation still available. */
export function Failure() {
  return (
    <div className="page py-16 md:py-28">
      <h1 tabIndex={-1} className="max-w-text text-3xl">
        Something went wrong on our side
      </h1>
      <p className="mt-4 max-w-text text-lg text-muted">
        Your papers are safe. Load the page again; if it still fails, call us at{' '}
        <SmartLink to={`tel:${business.contact.phone.e164}`} className="link figures whitespace-nowrap">
          {business.contact.phone.display}
        </SmartLink>
        .
      </p>
      <button
        type="button"
        onClick={() => window.location.reload()}
        className={buttonStyle('primary', 'medium', 'mt-8')}
      >
        Load the page again
      </button>
    </div>
  );
}
