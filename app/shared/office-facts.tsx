import { business } from '#app/business.ts';
import { addressLines, formatClock, openDays } from '#app/shared/facts.ts';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';

const { contact, hours, languages } = business;

/** Where and when: address, hours, languages. */
export function OfficeFacts() {
  return (
    <dl className="grid gap-6">
      <div>
        <dt className="text-sm text-muted">Office</dt>
        <dd className="mt-1">
          {addressLines.map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
          <SmartLink
            to={contact.address.mapUrl}
            className="link mt-1 inline-flex min-h-11 items-center text-sm font-semibold"
          >
            See it on a map
          </SmartLink>
        </dd>
      </div>
      <div>
        <dt className="text-sm text-muted">Hours{hours.byAppointmentOnly && ', by appointment only'}</dt>
        <dd className="figures mt-1">
          {openDays()}
          <span className="block">
            {formatClock(hours.open)} to {formatClock(hours.close)}
          </span>
        </dd>
      </div>
      <div>
        <dt className="text-sm text-muted">Languages</dt>
        <dd className="mt-1">{languages.join(' and ')}</dd>
      </div>
    </dl>
  );
}
