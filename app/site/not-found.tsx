import { Trans, useLingui } from '@lingui/react/macro';
import { Street } from '#app/shared/drawings/street.tsx';
import { unlistedMeta } from '#app/shared/meta.ts';
import { SupportPhone } from '#app/shared/support-phone.tsx';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { msg } from '#domain/language/message.ts';

export const meta = unlistedMeta('/', {
  title: msg`Page not found`,
  description: msg`This page doesn’t exist.`,
});

/** Popular pages for visitors with a broken link. */
const ways = [
  { to: '/tax-preparation-services', label: msg`Services` },
  { to: '/fees', label: msg`Prices` },
  { to: '/upload', label: msg`How to upload` },
  { to: '/frequently-asked-questions', label: msg`Questions and answers` },
  { to: '/contact-us', label: msg`Contact` },
];

export default function NotFound() {
  const { t } = useLingui();
  return (
    <div className="page grid items-center gap-x-16 gap-y-12 py-16 md:py-24 lg:grid-cols-[minmax(0,1fr)_minmax(0,24rem)]">
      <div>
        <p className="figures mb-2 text-sm font-semibold text-accent">404</p>
        <h1 tabIndex={-1} className="max-w-text text-3xl">
          <Trans>We can’t find that page</Trans>
        </h1>
        <p className="mt-4 max-w-[34rem] text-lg text-muted">
          <Trans>The address may have a typo, or the page may have moved.</Trans>
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          <LinkButton to="/">{t`Go to the home page`}</LinkButton>
          <LinkButton to="/account" variant="secondary">
            <Trans>Open my account</Trans>
          </LinkButton>
        </div>
        <nav aria-labelledby="other-ways" className="mt-10 border-t border-line pt-6">
          <h2 id="other-ways" className="font-sans text-base font-semibold">
            <Trans>Were you looking for one of these?</Trans>
          </h2>
          <ul className="mt-1 flex flex-wrap gap-x-6">
            {ways.map(({ to, label }) => (
              <li key={to}>
                <SmartLink to={to} className="link inline-flex min-h-11 items-center">
                  {t(label)}
                </SmartLink>
              </li>
            ))}
          </ul>
        </nav>
        <p className="mt-4 text-muted">
          <Trans>
            Stuck? Call us at <SupportPhone />.
          </Trans>
        </p>
      </div>
      <Street className="hidden w-full text-action lg:block" />
    </div>
  );
}
