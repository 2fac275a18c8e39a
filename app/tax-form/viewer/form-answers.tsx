import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { classNames } from '#app/ui/class-names.ts';
import type { Translate } from '#domain/language/translate.ts';
import { type ReadItem, readOut } from '#domain/tax-form/read-out.ts';
import { sections } from '#domain/tax-form/sections.ts';

export interface FormAnswersProps {
  /** `form_data` of a row. */
  saved: unknown;
  dependents?: 'brief' | 'whole';
  /** `shown` only for the client. */
  sensitive?: 'masked' | 'shown';
  upperCase?: boolean;
  /** Less space, for staff. */
  dense?: boolean;
  /** Content beside an answer, such as a button. */
  beside?: (item: ReadItem) => ReactNode;
  /** Answers by path that replace the masked ones. */
  revealed?: Readonly<Record<string, string>>;
}

/** A form as questions and answers, for the screen and for print. */
export function FormAnswers({
  saved,
  dependents = 'whole',
  sensitive = 'masked',
  ...look
}: FormAnswersProps) {
  const { t } = useLingui();
  return (
    <div className={classNames('flex flex-col', look.dense ? 'gap-5' : 'gap-8 print:gap-5')}>
      {readOut(saved, { dependents, sensitive }, t).map(({ section, items, dependents: people }) => (
        <section key={section} className="flex flex-col gap-2">
          <h3 className={look.dense ? 'text-base' : 'text-lg'}>{titleOf(section, t)}</h3>
          <Answers items={items} {...look} />
          {people.map((person, at) => (
            <section key={person[0]?.path} className="mt-2 break-inside-avoid">
              <h4 className="text-sm font-semibold">{t`Dependent ${{ number: at + 1 }}`}</h4>
              <Answers items={person} {...look} />
            </section>
          ))}
        </section>
      ))}
    </div>
  );
}

type Look = Pick<FormAnswersProps, 'upperCase' | 'dense' | 'beside' | 'revealed'>;

function Answers({
  items,
  upperCase = false,
  dense = false,
  beside,
  revealed = {},
}: Look & { items: ReadItem[] }) {
  return (
    <dl className="divide-y divide-line border-y border-line">
      {items.map((item) => (
        <div
          key={item.path}
          className={classNames(
            'grid items-baseline gap-x-6 break-inside-avoid sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] print:grid-cols-[2fr_3fr] print:py-1',
            dense ? 'py-1.5' : 'py-2.5',
          )}
        >
          <dt className={classNames('text-muted', upperCase ? 'text-xs uppercase' : 'text-sm')}>
            {item.question}
          </dt>
          <dd className="flex flex-wrap items-center gap-x-3 font-medium">
            <span className="figures min-w-0 break-words whitespace-pre-line">
              {revealed[item.path] ?? (item.answer || <Trans>Not answered</Trans>)}
            </span>
            {beside?.(item)}
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
