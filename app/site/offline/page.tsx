import { Trans } from '@lingui/react/macro';
import { Envelope } from '#app/shared/drawings/envelope.tsx';
import { unlistedMeta } from '#app/shared/meta.ts';
import { Logo } from '#app/shared/shell/logo.tsx';
import { SupportPhone } from '#app/shared/support-phone.tsx';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { msg } from '#domain/language/message.ts';

export const meta = unlistedMeta('/offline', {
  title: msg`You’re offline`,
  description: msg`This page needs an internet connection.`,
});

/** Without scripts, because the page appears under the URL of another one, which would confuse the router. */
export const handle = { bare: true, withoutScript: true };

export default function Offline() {
  return (
    <main className="page py-10 md:py-16">
      <p className="text-action">
        <Logo />
      </p>
      <div className="mt-12 grid items-center gap-x-16 lg:mt-16 lg:grid-cols-[minmax(0,1fr)_minmax(0,22rem)]">
        <div>
          <h1 tabIndex={-1} className="max-w-text text-3xl">
            <Trans>You’re offline</Trans>
          </h1>
          <p className="mt-4 max-w-[34rem] text-lg text-muted">
            <Trans>
              The portal needs an internet connection. To keep you safe, we never store your account, files,
              or forms on this device. Everything you’ve sent is safe with us.
            </Trans>
          </p>
          <p className="mt-4 max-w-[34rem] text-muted">
            <Trans>
              When you’re back online, reload this page. Public pages you’ve opened on this device before
              still work.
            </Trans>
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            {/* An empty URL is the requested page. */}
            <LinkButton to="">
              <Trans>Try again</Trans>
            </LinkButton>
            <LinkButton to="/" variant="secondary">
              <Trans>Go to the home page</Trans>
            </LinkButton>
          </div>
          <p className="mt-8 text-muted">
            <Trans>
              In a hurry? Call us at <SupportPhone />.
            </Trans>
          </p>
        </div>
        <Envelope className="hidden w-full text-action lg:block" />
      </div>
    </main>
  );
}
