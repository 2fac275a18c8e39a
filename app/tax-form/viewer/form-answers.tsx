import { Trans, useLingui } from '@lingui/react/macro';
import type { Translate } from '#domain/language/translate.ts';
import { type ReadItem, readOut } from '#domain/tax-form/read-out.ts';
import { sections } from '#domain/tax-form/sections.ts';

export interface FormAnswersProps {
  /** `form_data` of a row. */
  saved: unknown;
  /** `shown` only for the client. */
  sensitive: 'masked' | 'shown';
}

/** A form as questions and answers, for the screen and for print. */
export function FormAnswers({ saved, sensitive }: FormAnswersProps) {
  const { t } = useLingui();
  return (
    <div className="flex flex-col gap-8 print:gap-5">
      {readOut(saved, { sensitive }, t).map(({ section, items, dependents: people }) => (
        <section key={section} className="flex flex-col gap-2">
          <h3 className="text-lg">{titleOf(section, t)}</h3>
          <Answers items={items} />
          {people.map((person, at) => (
            <section key={person[0]?.path} className="mt-2 break-inside-avoid">
              <h4 className="text-sm font-semibold">{t`Dependent ${{ number: at + 1 }}`}</h4>
              <Answers items={person} />
            </section>
          ))}
        </section>
      ))}
    </div>
  );
}

function Answers({ items }: { items: ReadItem[] }) {
  return (
    <dl className="divide-y divide-line border-y border-line">
      {items.map((item) => (
        <div
          key={item.path}
          className="grid items-baseline gap-x-6 break-inside-avoid py-2.5 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] print:grid-cols-[2fr_3fr] print:py-1"
        >
          <dt className="text-sm text-muted">{item.question}</dt>
          <dd className="figures min-w-0 font-medium break-words whitespace-pre-line">
            {item.answer || <Trans>Not answered</Trans>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function titleOf(section: string, t: Translate): string {
  const found = sections.find(({ id }) => id === section);
  return found ? t(found.title) : '';
}
