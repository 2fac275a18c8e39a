import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { PageHeading } from '#app/ui/layout/page-heading.tsx';

const setUp = '/account#second-factor';

/** In place of the staff area, for staff who have to set up their second factor first. */
export function FactorFirst() {
  return (
    <div className="page py-16 md:py-28">
      <PageHeading lead="You work with other people's papers, so a password alone is not enough. Set up an authenticator app: it takes two minutes, once.">
        One more step before the client list
      </PageHeading>
      <LinkButton to={setUp} size="large" className="mt-8">
        Set up my app
      </LinkButton>
    </div>
  );
}

/** Above the staff area, for as long as the second factor is only advised: one line, since that screen is full. */
export function FactorAdvice() {
  return (
    <div className="staff-page pt-4 print:hidden">
      <Banner kind="warning" className="py-2.5">
        Your account has no second factor yet.{' '}
        <SmartLink to={setUp} className="link">
          Set up my app
        </SmartLink>
      </Banner>
    </div>
  );
}
