import { business } from '#app/business.ts';
import { useSessionHint } from '#app/client/session-hint.ts';
import { LinkButton } from '#app/ui/link-button.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { Timeline, type TimelineStep } from '#app/ui/timeline.tsx';
import { CallToAction } from '../call-to-action.tsx';
import { pageMeta } from '../meta.ts';
import { CardLink } from './card-link.tsx';
import { arrangements, card, codes, due, heading, office } from './content.ts';
import { qrCode } from './qr-code.ts';
import { type WalletCode, Wallets } from './wallets.tsx';

const { payments } = business;

export const meta = () =>
  pageMeta({ title: heading.title, description: heading.description, path: '/payment' });

/** Runs in the build only, which draws the codes into the page. */
export function loader(): { wallets: WalletCode[] } {
  return {
    wallets: payments.wallets.map((wallet) => ({ ...wallet, code: qrCode(wallet.url ?? wallet.handle) })),
  };
}

const stages: TimelineStep[] = due.map((stage, i) => ({
  ...stage,
  state: stage.id === 'due' ? 'current' : i < due.findIndex(({ id }) => id === 'due') ? 'done' : 'ahead',
}));

export default function Payment({ loaderData }: { loaderData: { wallets: WalletCode[] } }) {
  const hint = useSessionHint();
  return (
    <>
      <div className="page grid items-start gap-x-20 gap-y-12 pt-12 pb-16 lg:grid-cols-[1.1fr_1fr] lg:pt-20 lg:pb-24">
        <div>
          <PageHeading lead={heading.lead}>{heading.title}</PageHeading>
          {payments.cardUrl && (
            <section
              aria-labelledby="by-card"
              className="mt-10 rounded-card bg-deep p-7 text-on-deep md:p-9 print:hidden"
            >
              <h2 id="by-card" className="text-xl">
                {card.title}
              </h2>
              <p className="mt-2 mb-6 text-on-deep-muted">{card.text}</p>
              <CardLink url={payments.cardUrl} />
            </section>
          )}
        </div>
        <section aria-labelledby="due" className="rounded-card border border-line bg-surface p-6 md:p-9">
          <h2 id="due" className="mb-6 text-xl">
            When payment is due
          </h2>
          <Timeline label="When payment is due" steps={stages} />
        </section>
      </div>
      <section aria-labelledby="apps" className="bg-sunken">
        <div className="page py-16 lg:py-24">
          <h2 id="apps" className="text-2xl">
            {codes.title}
          </h2>
          <p className="mt-3 max-w-text text-muted">{codes.text}</p>
          <Wallets wallets={loaderData.wallets} />
          <p className="mt-8 max-w-text">
            <strong>{office.title}.</strong> {office.text}
          </p>
        </div>
      </section>
      <section aria-label="Arrangements" className="page py-16 lg:py-24">
        {arrangements.map(({ id, title, paragraphs }) => (
          <div
            key={id}
            id={id}
            className="grid scroll-mt-28 gap-x-10 gap-y-3 border-t border-control py-8 lg:grid-cols-[18rem_1fr]"
          >
            <h2 className="text-xl">{title}</h2>
            <div className="max-w-text">
              {paragraphs.map((paragraph) => (
                <p key={paragraph} className="mb-3">
                  {paragraph}
                </p>
              ))}
            </div>
          </div>
        ))}
      </section>
      <CallToAction title="A question about a bill? Ask before you pay.">
        <LinkButton to="/contact-us" variant="on-deep" size="large">
          Contact Us
        </LinkButton>
        <LinkButton to={hint ? '/account' : '/quote'} variant="secondary" size="large">
          {hint ? 'Open my account' : 'Get Free Quote'}
        </LinkButton>
      </CallToAction>
    </>
  );
}
