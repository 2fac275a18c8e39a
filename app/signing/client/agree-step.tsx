import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLanguage } from '#app/language/language.tsx';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Skeleton } from '#app/ui/feedback/skeleton.tsx';
import { Checkbox } from '#app/ui/fields/checkbox.tsx';
import { Card } from '#app/ui/layout/card.tsx';
import type { Disclosure } from '#contract/signing.ts';
import { disclosureQuery } from '../queries.ts';

interface AgreeStepProps {
  /** Whether this device has opened the PDF. */
  isOpened: boolean;
  busy: boolean;
  onAgree: (disclosure: Disclosure) => void;
}

/** What the law wants a person to know before an electronic signature. */
export function AgreeStep({ isOpened, busy, onAgree }: AgreeStepProps) {
  const { t } = useLingui();
  const { data: disclosure, error } = useQuery(disclosureQuery(useLanguage()));
  const [isAgreed, setAgreed] = useState(false);
  if (error) return <Banner kind="danger">{messageOf(error, t)}</Banner>;
  if (!disclosure) return <Skeleton className="h-80 rounded-card" />;
  return (
    <Card as="section" aria-labelledby="agree">
      <h2 id="agree" tabIndex={-1} className="text-xl outline-none">
        <Trans>Sign electronically</Trans>
      </h2>
      <ul className="mt-3 flex list-disc flex-col gap-2 pl-5">
        {disclosure.paragraphs.map((paragraph) => (
          <li key={paragraph}>{paragraph}</li>
        ))}
      </ul>
      <p role="status" className="mt-4 text-muted">
        {isOpened ? t`Your device has opened the PDF.` : t`We’re opening the PDF on your device...`}
      </p>
      <Checkbox isSelected={isAgreed} onChange={setAgreed} className="mt-2 font-semibold">
        {disclosure.statement}
      </Checkbox>
      <Button
        size="large"
        className="mt-4 max-sm:w-full"
        isDisabled={!isAgreed || !isOpened}
        busy={busy}
        onPress={() => onAgree(disclosure)}
      >
        <Trans>Agree and read the document</Trans>
      </Button>
    </Card>
  );
}
