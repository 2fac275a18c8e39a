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
import type { Office } from '#domain/business/office.ts';
import type { Formats } from '#domain/language/formats.ts';
import { msg } from '#domain/language/message.ts';
import { CallToAction, contact } from '../blocks/call-to-action.tsx';
import { PageSection } from '../blocks/page-section.tsx';
import { type WalletCode, Wallets } from './wallets.tsx';

export const meta = pageMeta(({ office: { payments } }, _, { formats: { orList }, t }) => {
  const ways = orList([
    ...(payments.cardUrl ? [t(msg`card`)] : []),
    ...payments.wallets.map((wallet) => wallet.name),
  ]);
  return {
    title: msg`Ways to pay`,
    description:
      ways === ''
        ? msg`Pay for your tax return. When payment is due, payment plans, and paying from your refund.`
        : msg`Pay for your tax return by ${{ ways }}. When payment is due, payment plans, and paying from your refund.`,
    path: '/payment',
  };
});

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
  return (
    <>
      <div className="page grid items-start gap-x-20 gap-y-12 pt-12 pb-16 lg:grid-cols-[1.1fr_1fr] lg:pt-20 lg:pb-24">
        <div>
          <PageHeading
            lead={t`You pay when your return is complete and you know the exact amount. Not a dollar before.`}
          >
            {t`Ways to pay`}
          </PageHeading>
          {payments.cardUrl && (
            <section
              aria-labelledby="by-card"
              className="mt-10 rounded-card bg-deep p-7 text-on-deep md:p-9 print:hidden"
            >
              <h2 id="by-card" className="text-xl">
                {t`By card`}
              </h2>
              <p className="mt-2 mb-6 text-on-deep-muted">{t`A secure page from our payment processor opens in its own window. Your card number goes to them and never touches our computers.`}</p>
              <LinkButton
                to={payments.cardUrl}
                onClick={openPopup}
                variant="on-deep"
                size="large"
                icon={<CreditCard size={20} aria-hidden />}
              >
                {t`Pay by card`}
              </LinkButton>
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
  const { atTheOffice } = useOffice().payments;
  const { t } = useLingui();
  const { orList } = useFormats();
  const takesOther = atTheOffice.length > 0;
  const title = t`At our office`;
  const text = t`We take ${{ ways: orList(atTheOffice) }} at your appointment, and you’ll get a receipt on the spot.`;
  if (wallets.length === 0 && !takesOther) return null;
  return (
    <PageSection id="apps" title={wallets.length > 0 ? t`From an app on your phone` : title} sunken>
      {wallets.length > 0 ? (
        <>
          <p className="mt-3 max-w-text text-muted">{t`Open the app and paste our name, or scan the code with your camera. Put your name in the note so we know the payment is yours.`}</p>
          <Wallets wallets={wallets} />
          {takesOther && (
            <p className="mt-8 max-w-text">
              <strong>{title}.</strong> {text}
            </p>
          )}
        </>
      ) : (
        <p className="mt-3 max-w-text text-muted">{text}</p>
      )}
    </PageSection>
  );
}

/** Numbered, not checked off, because this describes the general process. */
function Stages() {
  const { t } = useLingui();
  return (
    <ol className="figures flex flex-col gap-5">
      {due.map(({ title, detail, payNow }, i) => (
        <li
          key={title.id}
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
function openPopup(event: MouseEvent<HTMLAnchorElement>): void {
  const height = Math.round(window.screen.height * 0.75);
  const popup = window.open(event.currentTarget.href, 'payment', `popup,width=500,height=${height}`);
  if (!popup) return;
  event.preventDefault();
  // "noopener" would hide whether the popup opened, so `opener` is removed before the other site has loaded.
  popup.opener = null;
  popup.focus();
}

/** When payment is due, as the stages of a return. */
const due = [
  {
    title: msg`You send your documents`,
    detail: msg`Nothing to pay. You know your price range.`,
  },
  { title: msg`We prepare your return`, detail: msg`Still nothing to pay.` },
  {
    title: msg`Your return is complete`,
    detail: msg`You read it and approve it. Then payment is due, before we e-file. We tell you the exact amount.`,
    payNow: true,
  },
  { title: msg`We e-file`, detail: msg`Your copies stay in your account.` },
];

const arrangements = ({ prices }: Office, { dollars }: Formats) => [
  {
    id: 'plans',
    title: msg`In installments`,
    paragraphs: [
      msg`Business returns over ${{ amount: dollars(prices.plans.overAmount) }} can be split into ${{ from: prices.plans.installmentsFrom }} to ${{ to: prices.plans.installmentsTo }} installments. The first is due before we e-file.`,
      msg`Ask us before your return is complete. We’ll write down the dates and give you a copy.`,
    ],
  },
  {
    id: 'from-your-refund',
    title: msg`From your refund`,
    paragraphs: [
      msg`If you’re getting a refund, we can often take our fee out of it, so you pay nothing up front. A bank gets the refund, pays us, and sends you the rest.`,
      msg`The bank charges its own fee for this. You’ll see it before you decide. Ask us before we e-file your return. We can’t change it after that.`,
    ],
  },
  {
    id: 'money-back',
    title: msg`Your money back`,
    paragraphs: [
      msg`If we haven’t started your return, you get all of it back. If we have, you get back the part we haven’t done yet. After we e-file, we don’t refund our fee.`,
      msg`If we made a mistake, we fix it for free, no matter when you find it.`,
    ],
  },
];
