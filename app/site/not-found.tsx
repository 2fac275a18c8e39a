import { business } from '#app/business.ts';
import { LinkButton } from '#app/ui/link-button.tsx';
import { SmartLink } from '#app/ui/smart-link.tsx';
import { pageMeta } from './meta.ts';

export const meta = () =>
  pageMeta({ title: 'Page not found', description: 'This page does not exist.', path: '/', index: false });

export function NotFound() {
  return (
    <div className="page py-16 md:py-28">
      <p className="figures mb-2 text-sm font-semibold text-accent">404</p>
      <h1 tabIndex={-1} className="max-w-text text-3xl">
        We can’t find that page
      </h1>
      <p className="mt-4 max-w-text text-lg text-muted">
        The address may have a typing error, or the page has moved. Nothing of yours is lost.
      </p>
      <div className="mt-8 flex flex-wrap gap-3">
        <LinkButton to="/">Go to the home page</LinkButton>
        <LinkButton to="/account" variant="secondary">
          Open my account
        </LinkButton>
      </div>
      <p className="mt-8 text-muted">
        Stuck? Call us at{' '}
        <SmartLink to={`tel:${business.contact.phone.e164}`} className="link figures whitespace-nowrap">
          {business.contact.phone.display}
        </SmartLink>
        .
      </p>
    </div>
  );
}

export default NotFound;
