import { Trans, useLingui } from '@lingui/react/macro';
import { accessDenied } from '#app/shared/session/guards/access-denied.ts';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { PageHeading } from '#app/ui/layout/page-heading.tsx';

/** Shown to people without the required role, or who have just lost it. */
export function AccessDenied() {
  const { t } = useLingui();
  return (
    <div className="page py-16 md:py-28">
      <PageHeading lead={t(accessDenied.text)}>{t(accessDenied.title)}</PageHeading>
      <LinkButton to="/account" className="mt-8">
        <Trans>Go to Account</Trans>
      </LinkButton>
    </div>
  );
}
