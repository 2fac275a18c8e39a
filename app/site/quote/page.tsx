import { business } from '#app/business.ts';
import { pageMeta } from '#app/shared/meta.ts';
import { PageHeading } from '#app/ui/layout/page-heading.tsx';
import { heading, withoutScript } from './content.ts';
import { LateWizard } from './late-wizard.tsx';

export const meta = () =>
  pageMeta({ title: heading.title, description: heading.description, path: '/quote' });

const { phone } = business.contact;

export default function Quote() {
  return (
    <div className="group/quote page pt-6 pb-16 md:pt-10 lg:pt-16 lg:pb-24">
      {/* With a result, the price comes first, and the heading is for screen readers only. */}
      <div className="group-has-data-result/quote:sr-only">
        <PageHeading lead={heading.lead}>{heading.headline}</PageHeading>
      </div>
      <noscript>
        <p className="mt-6 max-w-text">
          {withoutScript}{' '}
          <a href={`tel:${phone.e164}`} className="link figures">
            {phone.display}
          </a>
        </p>
      </noscript>
      <LateWizard />
    </div>
  );
}
