import { accessDenied } from '#app/shared/session/guards/access-denied.ts';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { PageHeading } from '#app/ui/layout/page-heading.tsx';

/** Shown to people without the required role, or who have just lost it. */
export function AccessDenied() {
  return (
    <div className="page py-16 md:py-28">
      <PageHeading lead={accessDenied.text}>{accessDenied.title}</PageHeading>
      <LinkButton to="/account" className="mt-8">
        Go to Account
      </LinkButton>
    </div>
  );
}
