import { Trans, useLingui } from '@lingui/react/macro';
import { useFormats } from '#app/language/language.tsx';
import { addressLines, openDays } from '#app/shared/facts.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';

/** Where and when: address, hours, languages. */
export function OfficeFacts() {
  const office = useOffice();
  const { contact, hours, languages } = office;
  const { t } = useLingui();
  const formats = useFormats();
  return (
    <dl className="grid gap-6">
      <div>
        <dt className="text-sm text-muted">{t`Office`}</dt>
        <dd className="mt-1">
          <AddressLines />
          <SmartLink
            to={contact.address.mapUrl}
            className="link mt-1 inline-flex min-h-11 items-center text-sm font-semibold"
          >
            <Trans>See it on a map</Trans>
          </SmartLink>
        </dd>
      </div>
      <div>
        <dt className="text-sm text-muted">
          {hours.byAppointmentOnly ? t`Hours, by appointment only` : t`Hours`}
        </dt>
        <dd className="figures mt-1">
          {openDays(hours.days, formats, t)}
          <span className="block">
            <Trans>
              {{ from: formats.clock(hours.open) }} to {{ until: formats.clock(hours.close) }}
            </Trans>
          </span>
        </dd>
      </div>
      <div>
        <dt className="text-sm text-muted">{t`Languages`}</dt>
        <dd className="mt-1 first-letter:uppercase">{formats.andList(languages)}</dd>
      </div>
    </dl>
  );
}

/** The street, then the city. */
export const AddressLines = () =>
  addressLines(useOffice()).map((line) => (
    <span key={line} className="block">
      {line}
    </span>
  ));
