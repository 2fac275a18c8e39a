import { CreditCard } from 'lucide-react';
import type { MouseEvent } from 'react';
import { business } from '#app/business.ts';
import { pageMeta } from '#app/shared/meta.ts';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { PageHeading } from '#app/ui/layout/page-heading.tsx';
import { CallToAction, contact } from '../blocks/call-to-action.tsx';
import { arrangements, card, codes, due, heading, office } from './content.ts';
import { qrCode } from './qr-code.ts';
import { type WalletCode, Wallets } from './wallets.tsx';

const { payments } = business;

export const meta = () =>
  pageMeta({ title: heading.title, description: heading.description, path: '/payment' });

/** Runs in the build only, which prerenders the codes. */
export function loader(): { wallets: WalletCode[] } {
  return {
    wallets: payments.wallets.map((wallet) => ({ ...wallet, code: qrCode(wallet.url ?? wallet.handle) })),
  };
}

export default function Payment({ loaderData }: { loaderData: { wallets: WalletCode[] } }) {
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
          <Stages />
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
      <CallToAction
        title="A question about a bill? Ask before you pay."
        ways={[
          contact,
          { to: '/quote', label: 'Get Free Quote', signedIn: { to: '/account', label: 'Open my account' } },
        ]}
      />
    </>
  );
}

/** Numbered, not checked off, because this describes the general process. */
function Stages() {
  return (
    <ol className="figures flex flex-col gap-5">
      {due.map(({ id, title, detail, payNow }, i) => (
        <li
          key={id}
          className={classNames(
            'grid grid-cols-[2rem_1fr] gap-x-4',
            payNow && '-mx-4 rounded-control bg-accent-soft px-4 py-4',
          )}
        >
          <span aria-hidden="true" className="font-display text-2xl leading-none text-accent">
            {i + 1}
          </span>
          <div>
            <p className="font-semibold">{title}</p>
            <p className={classNames('mt-1 text-sm', payNow ? 'text-ink' : 'text-muted')}>{detail}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}

/** Opens the payment processor in a popup. Without JavaScript, or if popups are blocked, it is a plain link. */
function CardLink({ url }: { url: string }) {
  return (
    <LinkButton
      to={url}
      onClick={openPopup}
      variant="on-deep"
      size="large"
      icon={<CreditCard size={20} aria-hidden />}
    >
      {card.button}
    </LinkButton>
  );
}

function openPopup(event: MouseEvent<HTMLAnchorElement>): void {
  const height = Math.round(window.screen.height * 0.75);
  const popup = window.open(event.currentTarget.href, 'payment', `popup,width=500,height=${height}`);
  if (!popup) return;
  event.preventDefault();
  // "noopener" would hide whether the popup opened, so `opener` is removed before the other site has loaded.
  popup.opener = null;
  popup.focus();
}
