import { business } from '#app/business.ts';
import { useSessionHint } from '#app/client/session-hint.ts';
import { LinkButton } from '#app/ui/link-button.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { SmartLink } from '#app/ui/smart-link.tsx';
import { VisuallyHidden } from '#app/ui/visually-hidden.tsx';
import { CallToAction } from '../call-to-action.tsx';
import { span } from '../facts.ts';
import { pageMeta } from '../meta.ts';
import { uploadPath } from '../navigation.ts';
import { services } from './catalog.ts';

export const meta = () =>
  pageMeta({
    title: 'Tax preparation and business services',
    description: `Personal and business tax returns, planning, bookkeeping, business formation and digital work, in ${business.state} and online.`,
    path: '/tax-preparation-services',
  });

const { service } = business;

const process = [
  {
    title: 'You send your papers',
    text: 'From home, by photo or PDF, or on our desk. You get a list of what is missing.',
  },
  {
    title: 'We prepare and ask',
    text: `A personal return usually takes ${span(service.personalReturnDays)} business days, a business return ${span(service.businessReturnDays)}.`,
  },
  {
    title: 'You approve, we e-file',
    text: 'You read it first. Then it goes to the IRS and your state.',
  },
];

export default function Services() {
  const hint = useSessionHint();
  return (
    <>
      <div className="page pt-12 pb-16 lg:pt-20 lg:pb-28">
        <PageHeading lead="One office for the return, the books and the business behind them. A person you know does the work, and answers the phone.">
          What we can take off your desk
        </PageHeading>
        <ul className="mt-12 grid border-t border-line md:grid-cols-2 lg:mt-16">
          {services.map((item) => (
            <li
              key={item.id}
              className="border-b border-line py-8 md:odd:border-r md:odd:pr-10 md:even:pl-10"
            >
              <h2 className="text-xl">{item.name}</h2>
              <p className="mt-2 text-muted">{item.summary}</p>
              <ul className="mt-4 flex flex-col gap-1.5">
                {item.includes.map((line) => (
                  <li key={line} className="flex gap-3">
                    <span aria-hidden="true" className="mt-[0.72em] h-px w-4 shrink-0 bg-accent" />
                    {line}
                  </li>
                ))}
              </ul>
              <SmartLink
                to={item.more.to}
                className="link mt-3 inline-flex min-h-11 items-center gap-2 font-semibold"
              >
                {item.more.label}
                <VisuallyHidden>: {item.name}</VisuallyHidden>
              </SmartLink>
            </li>
          ))}
        </ul>
      </div>
      <section aria-labelledby="process" className="bg-sunken">
        <div className="page py-16 lg:py-24">
          <h2 id="process" className="text-2xl">
            How the work goes
          </h2>
          <ol className="mt-8 grid gap-8 lg:grid-cols-3 lg:gap-10">
            {process.map(({ title, text }, i) => (
              <li key={title} className="border-t border-control pt-5">
                <p className="figures text-sm font-semibold text-accent">Step {i + 1}</p>
                <h3 className="mt-1 text-lg">{title}</h3>
                <p className="mt-2 text-muted">{text}</p>
              </li>
            ))}
          </ol>
        </div>
      </section>
      <CallToAction title="Not sure which one you need? Start with your papers; we will tell you.">
        <LinkButton to={uploadPath(hint)} variant="on-deep" size="large">
          {hint ? 'Upload Now' : 'How to upload'}
        </LinkButton>
        <LinkButton to="/fees" variant="secondary" size="large">
          See the prices
        </LinkButton>
      </CallToAction>
    </>
  );
}
