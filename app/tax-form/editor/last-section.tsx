import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import { dependentNumber, type TaxFormAnswers } from '#domain/tax-form/answers.ts';
import type { Doubt } from '#domain/tax-form/doubts.ts';
import { fieldAt } from '#domain/tax-form/fields.ts';
import { isShown } from '../autosave/form-state.ts';
import { fieldId } from './question.tsx';

interface LastSectionProps {
  check: readonly string[];
  doubts: readonly Doubt[];
  answers: TaxFormAnswers;
  onGo: (path: string) => void;
}

/** Shown before the form is sent: unchecked answers, doubtful numbers, and the next step. */
export function LastSection({ check, doubts, answers, onGo }: LastSectionProps) {
  const { t } = useLingui();
  const unchecked = check.filter((path) => isShown(path, answers));
  return (
    <>
      {unchecked.length > 0 && (
        <Banner kind="warning" title={t`Please check these answers from last year`}>
          <ul className="flex flex-col items-start">
            {unchecked.map((path) => (
              <li key={path}>
                <Button variant="quiet" className="px-2" onPress={() => onGo(path)}>
                  {nameOf(path, t)}
                </Button>
              </li>
            ))}
          </ul>
        </Banner>
      )}
      <DoubtSummary doubts={doubts} onGo={onGo} />
      <Banner title={t`Step 2: upload your documents`}>
        <Trans>
          After this form, please upload your photo ID, your Social Security card or ITIN letter, your W-2 and
          1099 forms, and birth certificates for new dependents. We’ll show you a list based on your answers.
        </Trans>
      </Banner>
    </>
  );
}

function nameOf(path: string, t: Translate): string {
  const number = dependentNumber(path);
  const question = t(fieldAt(path).question);
  return number === undefined ? question : t(msg`Dependent ${{ number }}: ${{ question }}`);
}

/** Lists the doubtful answers that are not confirmed, before the form is sent. */
function DoubtSummary({ doubts, onGo }: { doubts: readonly Doubt[]; onGo: (path: string) => void }) {
  const { t } = useLingui();
  if (doubts.length === 0) return null;
  const hasDays = doubts.some(({ about }) => about === 'day');
  return (
    <Banner kind="warning" title={hasDays ? t`Please check these answers` : t`Please check these numbers`}>
      <p>{t`You can still submit the form. But a wrong digit may delay your return or refund.`}</p>
      <ul className="mt-1 flex flex-col">
        {doubts.map(({ path, name, reason }) => (
          <li key={path} className="py-1">
            <a
              href={`#${fieldId(path)}`}
              className="inline-flex min-h-8 items-center font-medium underline underline-offset-4"
              onClick={(event) => {
                event.preventDefault();
                onGo(path);
              }}
            >
              {t(name)}
            </a>
            <p className="text-sm">{t(reason)}</p>
          </li>
        ))}
      </ul>
    </Banner>
  );
}
