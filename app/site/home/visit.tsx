import { Trans, useLingui } from '@lingui/react/macro';
import { useFormats } from '#app/language/language.tsx';
import { Sprig } from '#app/shared/drawings/sprig.tsx';
import { addressLines, openDays } from '#app/shared/facts.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { visit } from './content.ts';

export function Visit() {
  const office = useOffice();
  const { contact, hours } = office;
  const { t } = useLingui();
  const formats = useFormats();
  const words = visit(office);
  return (
    <section
      aria-labelledby="visit"
      className="page grid items-center gap-x-16 gap-y-10 py-16 lg:grid-cols-[1fr_minmax(0,20rem)] lg:py-28"
    >
      <div>
        <h2 id="visit" className="text-3xl">
          {t(words.title)}
        </h2>
        <p className="mt-4 max-w-[36rem] text-lg text-muted">
          {t(words.text)} {words.spanish && <span lang="es">{words.spanish}</span>}
        </p>
        <dl className="mt-8 grid max-w-[44rem] gap-x-10 gap-y-6 border-t border-line pt-6 sm:grid-cols-2">
          <div>
            <dt className="text-sm text-muted">{t(words.office)}</dt>
            <dd className="mt-1">
              {addressLines(office).map((line) => (
                <span key={line} className="block">
                  {line}
                </span>
              ))}
            </dd>
          </div>
          <div>
            <dt className="text-sm text-muted">{t(words.hours)}</dt>
            <dd className="figures mt-1">
              {openDays(hours.days, formats, t)}
              <span className="block">
                <Trans>
                  {{ open: formats.clock(hours.open) }} to {{ close: formats.clock(hours.close) }}
                </Trans>
              </span>
            </dd>
          </div>
        </dl>
        <div className="mt-8 flex flex-col gap-x-6 gap-y-3 sm:flex-row sm:items-center">
          <LinkButton to="/booking">{t(words.book)}</LinkButton>
          <SmartLink
            to={`tel:${contact.phone.e164}`}
            className="link figures inline-flex min-h-11 items-center justify-center font-semibold"
          >
            <Trans>Call {{ phone: contact.phone.display }}</Trans>
          </SmartLink>
        </div>
      </div>
      <Sprig className="hidden w-full text-action lg:block" />
    </section>
  );
}
