import { business } from '#app/business.ts';
import { dollars } from '#app/shared/facts.ts';
import { LinkButton } from '#app/ui/actions/link-button.tsx';

export function ReferralBanner() {
  return (
    <section
      aria-labelledby="referral"
      className="flex flex-wrap items-center justify-between gap-5 rounded-card bg-accent-soft p-5 md:p-7"
    >
      <div>
        <h2 id="referral" className="text-lg">
          Get {dollars(business.referral.reward)} for each friend you send us
        </h2>
        <p className="mt-1 text-muted">They tell us your name. There is no limit.</p>
      </div>
      <LinkButton to="/referrals" variant="secondary">
        How referrals work
      </LinkButton>
    </section>
  );
}
