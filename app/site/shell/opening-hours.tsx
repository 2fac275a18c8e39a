import { Trans, useLingui } from '@lingui/react/macro';
import { useFormats } from '#app/language/language.tsx';
import { openDays } from '#app/shared/facts.ts';
import type { Office } from '#domain/business/office.ts';

/** "Monday, Tuesday, 8:00 AM to 8:00 PM". */
export function OpeningHours({ hours }: Pick<Office, 'hours'>) {
  const { t } = useLingui();
  const formats = useFormats();
  return (
    <Trans>
      {{ days: openDays(hours.days, formats, t) }}, {{ from: formats.clock(hours.open) }} to{' '}
      {{ until: formats.clock(hours.close) }}
    </Trans>
  );
}
