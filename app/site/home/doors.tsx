import { useLingui } from '@lingui/react/macro';
import { ArrowRight } from 'lucide-react';
import { useFormats } from '#app/language/language.tsx';
import { Link } from '#app/language/links.tsx';
import { PhoneAndForm } from '#app/shared/drawings/phone-and-form.tsx';
import type { SessionHint } from '#app/shared/session/session-hint.ts';
import { uploadPath } from '#app/shared/shell/navigation.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { inWords } from '#domain/language/translate.ts';
import { priceRange } from '../prices.ts';
import { services } from '../services/catalog.ts';
import { doors } from './content.ts';

/** The three main links: one large, two beside it. */
export function Doors({ hint }: { hint: SessionHint | null }) {
  const { t } = useLingui();
  return (
    <section aria-label={t(doors.label)} className="page grid gap-5 py-16 lg:grid-cols-12 lg:gap-6 lg:py-28">
      <UploadDoor hint={hint} />
      <PriceDoor />
      <ServicesDoor />
    </section>
  );
}

function UploadDoor({ hint }: { hint: SessionHint | null }) {
  const { t } = useLingui();
  return (
    <article className="flex flex-col justify-between gap-8 rounded-card bg-action-soft p-6 md:p-10 lg:col-span-7 lg:row-span-2">
      <PhoneAndForm className="w-full max-w-[26rem] text-action" />
      <div className="max-w-[30rem]">
        <h2 className="text-2xl">{t(doors.upload.title)}</h2>
        <p className="mt-3">{t(doors.upload.text)}</p>
        <LinkButton to={uploadPath(hint)} className="mt-6">
          {t(hint ? doors.upload.signedIn : doors.upload.visitor)}
        </LinkButton>
      </div>
    </article>
  );
}

function PriceDoor() {
  const { tiers } = useOffice().prices;
  const { t } = useLingui();
  const formats = useFormats();
  return (
    <article className="flex flex-col rounded-card border border-line bg-surface p-6 md:p-8 lg:col-span-5">
      <h2 className="text-xl">{t(doors.prices.title)}</h2>
      <dl className="figures mt-4">
        {tiers.map((tier) => (
          <div
            key={tier.id}
            className="flex items-baseline justify-between gap-4 border-b border-dashed border-line py-2.5"
          >
            <dt>{tier.name}</dt>
            <dd className="font-semibold whitespace-nowrap">{inWords(priceRange(tier, formats), t)}</dd>
          </div>
        ))}
      </dl>
      <More to="/fees">{t(doors.prices.more)}</More>
    </article>
  );
}

function ServicesDoor() {
  const office = useOffice();
  const { t } = useLingui();
  const formats = useFormats();
  return (
    <article className="flex flex-col rounded-card border border-line bg-surface p-6 md:p-8 lg:col-span-5">
      <h2 className="text-xl">{t(doors.services.title)}</h2>
      <ul className="mt-4 grid gap-x-6 sm:grid-cols-2">
        {services(office, formats).map((service) => (
          <li key={service.id} className="border-b border-dashed border-line py-2.5 leading-snug">
            {t(service.name)}
          </li>
        ))}
      </ul>
      <More to="/tax-preparation-services">{t(doors.services.more)}</More>
    </article>
  );
}

function More({ to, children }: { to: string; children: string }) {
  return (
    <Link
      to={to}
      className="link mt-auto inline-flex self-start pt-4 min-h-11 items-center gap-2 font-semibold"
    >
      {children}
      <ArrowRight size={18} aria-hidden />
    </Link>
  );
}
