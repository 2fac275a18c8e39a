import { Trans } from '@lingui/react/macro';
import { useFormats } from '#app/language/language.tsx';
import { useOffice } from '#app/shared/site-data.tsx';
import { LinkButton } from '#app/ui/actions/link-button.tsx';

export function ReferralBanner() {
  const office = useOffice();
  const { dollars } = useFormats();
  return (
    <section
      aria-labelledby="referral"
      className="flex flex-wrap items-center justify-between gap-5 rounded-card bg-accent-soft p-5 md:p-7"
    >
      <div>
        <h2 id="referral" className="text-lg">
          <Trans>Get {{ reward: dollars(office.referral.reward) }} for each friend you send us</Trans>
        </h2>
        <p className="mt-1 text-muted">
          <Trans>Ask them to give us your name. There’s no limit.</Trans>
        </p>
      </div>
      <LinkButton to="/referrals" variant="secondary">
        <Trans>How referrals work</Trans>
      </LinkButton>
    </section>
  );
}
