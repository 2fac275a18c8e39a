import { Phone } from 'lucide-react';
import { business } from '#app/business.ts';
import { Street } from '#app/shared/drawings/street.tsx';
import { addressLines, formatClock, openDays } from '#app/shared/facts.ts';
import { pageMeta } from '#app/shared/meta.ts';
import { useSessionHint } from '#app/shared/session/session-hint.ts';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { PageHeading } from '#app/ui/layout/page-heading.tsx';
import facts from '#business/street-map';
import type { Business } from '#domain/business/business.ts';
import { officeData } from '../machine-readable/structured-data.ts';
import { heading, labels } from './content.ts';
import { StreetMapDrawing } from './street-map.tsx';

const { streetMap } = facts as Business;

const { contact, hours } = business;

export const meta = () => [
  ...pageMeta({
    title: heading.title,
    description: heading.description,
    path: '/map-location-and-directions',
  }),
  officeData(),
];

export default function Location() {
  const hint = useSessionHint();
  return (
    <>
      <div className="page grid items-end gap-x-16 gap-y-10 pt-12 lg:grid-cols-[1fr_1.25fr] lg:pt-20">
        <div className="lg:pb-16">
          <PageHeading lead={heading.lead}>{heading.headline}</PageHeading>
          <div className="mt-8 flex flex-col gap-3 whitespace-nowrap sm:flex-row sm:flex-wrap">
            <LinkButton
              to={`tel:${contact.phone.e164}`}
              size="large"
              icon={<Phone size={20} aria-hidden />}
              className="figures"
            >
              Call {contact.phone.display}
            </LinkButton>
            <LinkButton to={hint ? '/secured-files' : '/booking'} size="large" variant="secondary">
              {hint ? 'Upload Now' : 'Schedule Appointment'}
            </LinkButton>
          </div>
        </div>
        <Street className="w-full text-action" />
      </div>
      <div className="border-t border-control bg-surface">
        <dl className="page grid gap-x-12 gap-y-10 py-14 lg:grid-cols-[1fr_1fr_1.25fr] lg:py-20">
          <div>
            <dt className="text-sm text-muted">{labels.address}</dt>
            <dd className="mt-2">
              <address className="font-display text-xl not-italic">
                {business.name}
                {addressLines.map((line) => (
                  <span key={line} className="block">
                    {line}
                  </span>
                ))}
              </address>
              <SmartLink
                to={contact.address.mapUrl}
                className="link mt-3 inline-flex min-h-11 items-center font-semibold"
              >
                {labels.map}
              </SmartLink>
            </dd>
          </div>
          <div>
            <dt className="text-sm text-muted">{labels.hours}</dt>
            <dd className="figures mt-2 font-display text-xl">
              {openDays()}
              <span className="block">
                {formatClock(hours.open)} to {formatClock(hours.close)}
              </span>
              {hours.byAppointmentOnly && (
                <span className="mt-2 block font-sans text-base text-accent">{labels.appointment}</span>
              )}
            </dd>
          </div>
          <div>
            <dt className="text-sm text-muted">{labels.directions}</dt>
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
        </dl>
      </div>
      {streetMap && (
        <section
          aria-labelledby="blocks"
          className="page grid items-start gap-x-16 gap-y-6 pt-14 lg:grid-cols-[1fr_1.75fr] lg:pt-20"
        >
          <div>
            <h2 id="blocks" className="text-2xl">
              {labels.blocks}
            </h2>
            <p className="mt-3 text-muted">
              {streetMap.walk?.says} {labels.notToScale}
            </p>
          </div>
          <StreetMapDrawing map={streetMap} label={labels.drawing(business.name)} />
        </section>
      )}
      <section
        aria-labelledby="bring"
        className="page grid gap-x-16 gap-y-4 py-14 lg:grid-cols-[1fr_1.25fr] lg:py-20"
      >
        <h2 id="bring" className="text-2xl">
          {labels.bring}
        </h2>
        <p className="max-w-text">
          {labels.bringText}{' '}
          <SmartLink to="/upload#papers" className="link">
            What we need to see
          </SmartLink>
        </p>
      </section>
    </>
  );
}
