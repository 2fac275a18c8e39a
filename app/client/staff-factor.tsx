import { Banner } from '#app/ui/banner.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';

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

/** Above the staff area, for as long as the second factor is only advised. */
export function FactorAdvice() {
  return (
    <div className="page pt-5">
      <Banner
        kind="warning"
        title="Your account has no second factor"
        actions={
          <LinkButton to={setUp} variant="secondary">
            Set up my app
          </LinkButton>
        }
      >
        Here it is optional, since this server runs on plain localhost. With a public address it is required
        of everybody who works with other people's papers.
      </Banner>
    </div>
  );
}
