import { Trans, useLingui } from '@lingui/react/macro';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { PageHeading } from '#app/ui/layout/page-heading.tsx';

/** In place of a page that reception doesn't open. `to`: a page that it does. */
export function PapersClosed({ to = '/manage' }: { to?: string }) {
  const { t } = useLingui();
  return (
    <div className="page py-16 md:py-28">
      <PageHeading
        lead={t`You see clients, the calendar, the inbox, and what a client still has to send. You don’t open documents, forms, or returns. Ask a preparer if you need something from them.`}
      >
        <Trans>Reception doesn’t open this page</Trans>
      </PageHeading>
      <LinkButton to={to} className="mt-8">
        {to === '/manage' ? t`Go to the client list` : t`Go to the client`}
      </LinkButton>
    </div>
  );
}
