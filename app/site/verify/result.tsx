import { useLingui } from '@lingui/react/macro';
import { useDates } from '#app/shared/format/dates.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import type { SealedFile } from '#contract/signing.ts';

/** What the server says of a file. */
export function Result({ answer: { result, sealedAt } }: { answer: SealedFile }) {
  const { t } = useLingui();
  const office = useOffice();
  const { dateAndTime } = useDates();
  switch (result) {
    case 'genuine':
      return (
        <Banner kind="success" title={t`Genuine and unchanged`}>
          {t`${{ office: office.name }} sealed this file on ${{ time: dateAndTime(sealedAt ?? '') }}.`}
        </Banner>
      );
    case 'changed':
      return (
        <Banner kind="danger" title={t`Changed`}>
          {t`This file has a seal of ${{ office: office.name }}, but it isn’t the file that was sealed. Don’t rely on it.`}
        </Banner>
      );
    case 'unknown':
      return (
        <Banner kind="warning" title={t`Not sealed by us`}>
          {t`${{ office: office.name }} hasn’t sealed this file. A printed and scanned copy has no seal either.`}
        </Banner>
      );
  }
}
