import { business } from '#app/business.ts';
import { Street } from '#app/shared/drawings/street.tsx';
import { pageMeta } from '#app/shared/meta.ts';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';

export const meta = () =>
  pageMeta({ title: 'Page not found', description: 'This page does not exist.', path: '/', index: false });

/** Popular pages for visitors with a broken link. */
const ways = [
  { to: '/tax-preparation-services', label: 'Services' },
  { to: '/fees', label: 'Prices' },
  { to: '/upload', label: 'How to upload' },
  { to: '/frequently-asked-questions', label: 'Questions and answers' },
  { to: '/contact-us', label: 'Contact' },
];

export default function NotFound() {
  return (
    <div className="page grid items-center gap-x-16 gap-y-12 py-16 md:py-24 lg:grid-cols-[minmax(0,1fr)_minmax(0,24rem)]">
      <div>
        <p className="figures mb-2 text-sm font-semibold text-accent">404</p>
        <h1 tabIndex={-1} className="max-w-text text-3xl">
          We can’t find that page
        </h1>
        <p className="mt-4 max-w-[34rem] text-lg text-muted">
          The address may have a typo, or the page may have moved. Nothing is lost.
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          <LinkButton to="/">Go to the home page</LinkButton>
          <LinkButton to="/account" variant="secondary">
            Open my account
          </LinkButton>
        </div>
        <nav aria-labelledby="other-ways" className="mt-10 border-t border-line pt-6">
          <h2 id="other-ways" className="font-sans text-base font-semibold">
            Were you looking for one of these?
          </h2>
          <ul className="mt-1 flex flex-wrap gap-x-6">
            {ways.map(({ to, label }) => (
              <li key={to}>
                <SmartLink to={to} className="link inline-flex min-h-11 items-center">
                  {label}
                </SmartLink>
              </li>
            ))}
          </ul>
        </nav>
        <p className="mt-4 text-muted">
          Stuck? Call us at{' '}
          <SmartLink to={`tel:${business.contact.phone.e164}`} className="link figures whitespace-nowrap">
            {business.contact.phone.display}
          </SmartLink>
          .
        </p>
      </div>
      <Street className="hidden w-full text-action lg:block" />
    </div>
  );
}
