import { business } from '#app/business.ts';
import { Envelope } from '#app/shared/drawings/envelope.tsx';
import { pageMeta } from '#app/shared/meta.ts';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { Logo } from '../shell/logo.tsx';

export const meta = () =>
  pageMeta({
    title: 'You are offline',
    description: 'This page needs a connection.',
    path: '/offline',
    index: false,
  });

/**
 * The fallback page of the service worker. The build keeps only its main element and no script
 * (scripts/assets/service-worker.mjs), because it appears under the URL of another page, which would confuse the
 * router.
 */
export default function Offline() {
  return (
    <div className="page py-10 md:py-16">
      <p className="text-action">
        <Logo />
      </p>
      <div className="mt-12 grid items-center gap-x-16 lg:mt-16 lg:grid-cols-[minmax(0,1fr)_minmax(0,22rem)]">
        <div>
          <h1 tabIndex={-1} className="max-w-text text-3xl">
            You are offline
          </h1>
          <p className="mt-4 max-w-[34rem] text-lg text-muted">
            The portal needs a connection: your account, your files and your forms are never kept on this
            device for later. What you have sent is safe with us.
          </p>
          <p className="mt-4 max-w-[34rem] text-muted">
            Once you are connected again, load this page again. Public pages that you have opened before on
            this device still open.
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            {/* An empty URL is the requested page. */}
            <LinkButton to="">Try again</LinkButton>
            <LinkButton to="/" variant="secondary">
              Go to the home page
            </LinkButton>
          </div>
          <p className="mt-8 text-muted">
            In a hurry? Call us at{' '}
            <SmartLink to={`tel:${business.contact.phone.e164}`} className="link figures whitespace-nowrap">
              {business.contact.phone.display}
            </SmartLink>
            .
          </p>
        </div>
        <Envelope className="hidden w-full text-action lg:block" />
      </div>
    </div>
  );
}
