import { useLingui } from '@lingui/react/macro';
import { CreditCard } from 'lucide-react';
import type { MouseEvent } from 'react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { useFormats } from '#app/language/language.tsx';
import { qrCode } from '#app/shared/format/qr-code.ts';
import { pageMeta } from '#app/shared/meta.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { businessOf } from '#app/shared/site-source.ts';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { PageHeading } from '#app/ui/layout/page-heading.tsx';
import { CallToAction, contact } from '../blocks/call-to-action.tsx';
import { PageSection } from '../blocks/page-section.tsx';
import { arrangements, atTheOffice, card, codes, due, heading } from './content.ts';
import { type WalletCode, Wallets } from './wallets.tsx';

export const meta = pageMeta(({ office }, _, { formats, t }) => ({
  ...heading(office, formats, t),
  path: '/payment',
}));

/** Draws the codes on the server, so that visitors don't download the encoder. */
export function loader(args: LoaderFunctionArgs): WalletCode[] {
  const { wallets } = businessOf(args).payments;
  return wallets.map((wallet) => ({ ...wallet, code: qrCode(wallet.url ?? wallet.handle) }));
}

export const shouldRevalidate = () => false;

export default function Payment() {
  const office = useOffice();
  const { payments } = office;
  const { t } = useLingui();
  const formats = useFormats();
  const { title, lead } = heading(office, formats, t);
  return (
    <>
      <div className="page grid items-start gap-x-20 gap-y-12 pt-12 pb-16 lg:grid-cols-[1.1fr_1fr] lg:pt-20 lg:pb-24">
        <div>
          <PageHeading lead={t(lead)}>{t(title)}</PageHeading>
          {payments.cardUrl && (
            <section
              aria-labelledby="by-card"
              className="mt-10 rounded-card bg-deep p-7 text-on-deep md:p-9 print:hidden"
            >
              <h2 id="by-card" className="text-xl">
                {t(card.title)}
              </h2>
              <p className="mt-2 mb-6 text-on-deep-muted">{t(card.text)}</p>
              <CardLink url={payments.cardUrl} />
            </section>
          )}
        </div>
        <section aria-labelledby="due" className="rounded-card border border-line bg-surface p-6 md:p-9">
          <h2 id="due" className="mb-6 text-xl">
            {t`When payment is due`}
          </h2>
          <Stages />
        </section>
      </div>
      <WithoutCard />
      <section aria-label={t`Other ways to pay`} className="page py-16 lg:py-24">
        {arrangements(office, formats).map(({ id, title, paragraphs }) => (
          <div
            key={id}
            id={id}
            className="grid scroll-mt-28 gap-x-10 gap-y-3 border-t border-control py-8 lg:grid-cols-[18rem_1fr]"
          >
            <h2 className="text-xl">{t(title)}</h2>
            <div className="max-w-text">
              {paragraphs.map((paragraph) => (
                <p key={paragraph.id} className="mb-3">
                  {t(paragraph)}
                </p>
              ))}
            </div>
          </div>
        ))}
      </section>
      <CallToAction
        title={t`Have a question about a bill? Ask before you pay.`}
        ways={[
          contact,
          { to: '/quote', label: t`Get Free Quote`, signedIn: { to: '/account', label: t`Open my account` } },
        ]}
      />
    </>
  );
}

/** With an app, or at the office. */
function WithoutCard() {
  const wallets = useLoaderData<typeof loader>();
  const office = useOffice();
  const { t } = useLingui();
  const { title, text } = atTheOffice(office, useFormats());
  const takesOther = office.payments.atTheOffice.length > 0;
  if (wallets.length === 0 && !takesOther) return null;
  return (
    <PageSection id="apps" title={t(wallets.length > 0 ? codes.title : title)} sunken>
      {wallets.length > 0 ? (
        <>
          <p className="mt-3 max-w-text text-muted">{t(codes.text)}</p>
          <Wallets wallets={wallets} />
          {takesOther && (
            <p className="mt-8 max-w-text">
              <strong>{t(title)}.</strong> {t(text)}
            </p>
          )}
        </>
      ) : (
        <p className="mt-3 max-w-text text-muted">{t(text)}</p>
      )}
    </PageSection>
  );
}

/** Numbered, not checked off, because this describes the general process. */
function Stages() {
  const { t } = useLingui();
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
            <p className="font-semibold">{t(title)}</p>
            <p className={classNames('mt-1 text-sm', payNow ? 'text-ink' : 'text-muted')}>{t(detail)}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}

/** Opens the payment processor in a popup. Without JavaScript, or if popups are blocked, it is a plain link. */
function CardLink({ url }: { url: string }) {
  const { t } = useLingui();
  return (
    <LinkButton
      to={url}
      onClick={openPopup}
      variant="on-deep"
      size="large"
      icon={<CreditCard size={20} aria-hidden />}
    >
      {t(card.button)}
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
