import { business } from '#app/business.ts';
import { Sprig } from '#app/shared/drawings/sprig.tsx';
import { addressLines, formatClock, openDays } from '#app/shared/facts.ts';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { visit } from './content.ts';

const { contact, hours } = business;

export function Visit() {
  return (
    <section
      aria-labelledby="visit"
      className="page grid items-center gap-x-16 gap-y-10 py-16 lg:grid-cols-[1fr_minmax(0,20rem)] lg:py-28"
    >
      <div>
        <h2 id="visit" className="text-3xl">
          {visit.title}
        </h2>
        <p className="mt-4 max-w-[36rem] text-lg text-muted">
          {visit.text} {visit.spanish && <span lang="es">{visit.spanish}</span>}
        </p>
        <dl className="mt-8 grid max-w-[44rem] gap-x-10 gap-y-6 border-t border-line pt-6 sm:grid-cols-2">
          <div>
            <dt className="text-sm text-muted">{visit.office}</dt>
            <dd className="mt-1">
              {addressLines.map((line) => (
                <span key={line} className="block">
                  {line}
                </span>
              ))}
            </dd>
          </div>
          <div>
            <dt className="text-sm text-muted">{visit.hours}</dt>
            <dd className="figures mt-1">
              {openDays()}
              <span className="block">
                {formatClock(hours.open)} to {formatClock(hours.close)}
              </span>
            </dd>
          </div>
        </dl>
        <div className="mt-8 flex flex-col gap-x-6 gap-y-3 sm:flex-row sm:items-center">
          <LinkButton to="/booking">{visit.book}</LinkButton>
          <SmartLink
            to={`tel:${contact.phone.e164}`}
            className="link figures inline-flex min-h-11 items-center justify-center font-semibold"
          >
            Call {contact.phone.display}
          </SmartLink>
        </div>
      </div>
      <Sprig className="hidden w-full text-action lg:block" />
    </section>
  );
}
