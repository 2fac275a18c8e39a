import { useLingui } from '@lingui/react/macro';
import { Phone } from 'lucide-react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { useFormats } from '#app/language/language.tsx';
import { Street } from '#app/shared/drawings/street.tsx';
import { openDays } from '#app/shared/facts.ts';
import { pageMeta } from '#app/shared/meta.ts';
import { AddressLines } from '#app/shared/office-facts.tsx';
import { useSessionHint } from '#app/shared/session/session-hint.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { businessOf } from '#app/shared/site-source.ts';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { PageHeading } from '#app/ui/layout/page-heading.tsx';
import { msg } from '#domain/language/message.ts';
import { PageSection } from '../blocks/page-section.tsx';
import { officeData } from '../machine-readable/structured-data.ts';
import { StreetMapDrawing } from './street-map.tsx';

export const loader = (args: LoaderFunctionArgs) => businessOf(args).streetMap ?? null;

export const shouldRevalidate = () => false;

export const meta = pageMeta((site, _, { formats, t }) => {
  const { contact, hours, state } = site.office;
  const { city } = contact.address;
  const days = openDays(hours.days, formats, t);
  const [open, close] = [formats.clock(hours.open), formats.clock(hours.close)];
  return {
    title: msg`Location and directions`,
    description: hours.byAppointmentOnly
      ? msg`Our office in ${{ city }}, ${{ state }}: address, directions, and hours: ${{ days }}, ${{ open }} to ${{ close }}, by appointment.`
      : msg`Our office in ${{ city }}, ${{ state }}: address, directions, and hours: ${{ days }}, ${{ open }} to ${{ close }}.`,
    path: '/map-location-and-directions',
    data: [officeData(site)],
  };
});

export default function Location() {
  const hint = useSessionHint();
  const office = useOffice();
  const { contact, hours } = office;
  const { t } = useLingui();
  const formats = useFormats();
  return (
    <>
      <div className="page grid items-end gap-x-16 gap-y-10 pt-12 lg:grid-cols-[1fr_1.25fr] lg:pt-20">
        <div className="lg:pb-16">
          <PageHeading lead={t`Please book before you come so your preparer is free and the coffee is on.`}>
            {t`Find us`}
          </PageHeading>
          <div className="mt-8 flex flex-col gap-3 sm:flex-row sm:flex-wrap sm:whitespace-nowrap">
            <LinkButton
              to={`tel:${contact.phone.e164}`}
              size="large"
              icon={<Phone size={20} aria-hidden />}
              className="figures"
            >
              {t`Call ${{ phone: contact.phone.display }}`}
            </LinkButton>
            <LinkButton to={hint ? '/secured-files' : '/booking'} size="large" variant="secondary">
              {hint ? t`Upload Now` : t`Schedule Appointment`}
            </LinkButton>
          </div>
        </div>
        <Street className="w-full text-action" />
      </div>
      <div className="border-t border-control bg-surface">
        <dl className="page grid gap-x-12 gap-y-10 py-14 lg:grid-cols-[1fr_1fr_1.25fr] lg:py-20">
          <div>
            <dt className="text-sm text-muted">{t`Address`}</dt>
            <dd className="mt-2">
              <address className="font-display text-xl not-italic">
                {office.name}
                <AddressLines />
              </address>
              <SmartLink
                to={contact.address.mapUrl}
                className="link mt-3 inline-flex min-h-11 items-center font-semibold"
              >
                {t`Open in a map`}
              </SmartLink>
            </dd>
          </div>
          <div>
            <dt className="text-sm text-muted">{t`Hours`}</dt>
            <dd className="figures mt-2 font-display text-xl">
              {openDays(hours.days, formats, t)}
              <span className="block">
                {t`${{ open: formats.clock(hours.open) }} to ${{ close: formats.clock(hours.close) }}`}
              </span>
              {hours.byAppointmentOnly && (
                <span className="mt-2 block font-sans text-base text-accent">{t`By appointment only`}</span>
              )}
            </dd>
          </div>
          {contact.address.directions.length > 0 && (
            <div>
              <dt className="text-sm text-muted">{t`Getting to our door`}</dt>
              <dd>
                <ol>
                  {contact.address.directions.map((line, i) => (
                    <li key={line} className="grid grid-cols-[2rem_1fr] border-b border-line py-4">
                      <span className="figures font-display text-accent">{i + 1}</span>
                      {line}
                    </li>
                  ))}
                </ol>
              </dd>
            </div>
          )}
        </dl>
      </div>
      <Blocks />
      <PageSection
        id="bring"
        title={t`Bring your documents, or send them first`}
        className="grid gap-x-16 gap-y-4 py-14 lg:grid-cols-[1fr_1.25fr] lg:py-20"
      >
        <p className="max-w-text">
          {t`If you upload them the night before, we can spend the time on your return instead of sorting documents. The upload page lists what we need.`}{' '}
          <SmartLink to="/upload#papers" className="link">
            {t`What we need to see`}
          </SmartLink>
        </p>
      </PageSection>
    </>
  );
}

/** The streets around the office, if it has a drawing of them. */
function Blocks() {
  const streetMap = useLoaderData<typeof loader>();
  const { name } = useOffice();
  const { t } = useLingui();
  if (!streetMap) return null;
  return (
    <section
      aria-labelledby="blocks"
      className="page grid items-start gap-x-16 gap-y-6 pt-14 lg:grid-cols-[1fr_1.75fr] lg:pt-20"
    >
      <div>
        <h2 id="blocks" className="text-2xl">
          {t`The last blocks`}
        </h2>
        <p className="mt-3 text-muted">
          {streetMap.walk?.says} {t`Not to scale.`}
        </p>
      </div>
      <StreetMapDrawing map={streetMap} label={t`Map of the streets around ${{ office: name }}`} />
    </section>
  );
}
