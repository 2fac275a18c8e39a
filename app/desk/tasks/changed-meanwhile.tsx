import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';

export interface FieldVersions {
  label: string;
  mine: string;
  theirs: string;
}

interface ChangedMeanwhileProps {
  fields: readonly FieldVersions[];
  onUse: () => void;
}

/** A colleague saved the same thing first. What the reader typed stays in the form below. */
export function ChangedMeanwhile({ fields, onUse }: ChangedMeanwhileProps) {
  const { t } = useLingui();
  return (
    <Banner
      kind="warning"
      announce
      title={t`A colleague has changed this`}
      actions={
        <Button variant="secondary" size="small" onPress={onUse} className="max-lg:min-h-11">
          <Trans>Use the colleague’s version</Trans>
        </Button>
      }
    >
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
        {fields
          .filter(({ mine, theirs }) => mine !== theirs)
          .map(({ label, theirs }) => (
            <div key={label} className="contents">
              <dt className="text-muted">{label}</dt>
              <dd className="whitespace-pre-line wrap-anywhere">{theirs || t`Empty`}</dd>
            </div>
          ))}
      </dl>
      <p className="mt-1">
        <Trans>What you typed is still below. Save again to replace the colleague’s version.</Trans>
      </p>
    </Banner>
  );
}
