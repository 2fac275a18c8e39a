import { Trans, useLingui } from '@lingui/react/macro';
import { Check, Printer } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { storedJson } from '#app/shared/drafts/stored-value.ts';
import { buttonStyle } from '#app/ui/actions/button-style.ts';
import { msg } from '#domain/language/message.ts';
import { inWords } from '#domain/language/translate.ts';

const neededDocuments = [
  {
    id: 'photo-id',
    name: msg`Photo ID`,
    explained: msg`A driver’s license, state ID, or passport, for you and your spouse.`,
  },
  {
    id: 'ssn-card',
    name: msg`Social Security card or ITIN letter`,
    explained: msg`For everyone on the return, including children.`,
  },
  {
    id: 'birth-certificates',
    name: msg`Birth certificates`,
    explained: msg`For children you’re claiming for the first time.`,
  },
  { id: 'w2', name: 'W-2', explained: msg`The wage form each employer sends in January.` },
  {
    id: '1099',
    name: msg`1099 forms`,
    explained: msg`For side jobs, interest, dividends, pensions, unemployment, and Social Security.`,
  },
  { id: '1095-a', name: '1095-A', explained: msg`If your health insurance came from the Marketplace.` },
  { id: 'last-return', name: msg`Last year’s return`, explained: msg`If someone else prepared it.` },
  {
    id: 'bank-details',
    name: msg`Bank details`,
    explained: msg`Your routing and account numbers, for direct deposit of your refund.`,
  },
];

/**
 * The documents to bring, as a checklist for the screen or paper. Checks are stored in the browser, so other pages
 * show them too.
 */
export function DocumentList() {
  const { t } = useLingui();
  const list = useRef<HTMLFormElement>(null);

  // The checkboxes are uncontrolled, so ticks from before this script loaded are kept, and saved now.
  useEffect(() => {
    const form = list.current;
    if (!form) return;
    for (const id of stored.read() ?? []) {
      const box = form.elements.namedItem(id);
      if (box instanceof HTMLInputElement) box.checked = true;
    }
    saveTicked(form);
  }, []);

  return (
    <form ref={list} onChange={(event) => saveTicked(event.currentTarget)}>
      <ul className="grid gap-x-12 md:grid-cols-2">
        {neededDocuments.map(({ id, name, explained }) => (
          <li key={id} className="border-b border-line print:break-inside-avoid">
            <label className="flex cursor-pointer gap-4 py-4 outline-offset-2 outline-focus has-focus-visible:outline-3">
              <span className="relative mt-1 flex size-5 shrink-0 text-on-action print:text-ink">
                <input
                  type="checkbox"
                  name={id}
                  autoComplete="off"
                  aria-describedby={`${id}-explained`}
                  className="peer size-5 cursor-pointer appearance-none rounded-[4px] border-[1.5px] border-control bg-surface outline-none checked:border-action checked:bg-action"
                />
                <Check
                  size={16}
                  strokeWidth={3}
                  aria-hidden
                  className="pointer-events-none invisible absolute inset-0 m-auto peer-checked:visible"
                />
              </span>
              <span>
                <span className="block font-semibold">{inWords(name, t)}</span>
                <span id={`${id}-explained`} aria-hidden="true" className="text-sm text-muted">
                  {t(explained)}
                </span>
              </span>
            </label>
          </li>
        ))}
      </ul>
      <div className="mt-5 flex flex-wrap items-center gap-x-5 gap-y-3 noscript:hidden print:hidden">
        <button type="button" onClick={() => window.print()} className={buttonStyle('secondary')}>
          <Printer size={18} aria-hidden />
          <Trans>Print this list</Trans>
        </button>
        <button type="reset" onClick={stored.clear} className={buttonStyle('quiet')}>
          <Trans>Clear all</Trans>
        </button>
        <p className="text-sm text-muted">{t`What you check stays on this device.`}</p>
      </div>
    </form>
  );
}

/** The ids of the documents that the visitor has ready. Stored in this browser only. */
const stored = storedJson('local', 'nutmeg.papers-ready', (value) =>
  Array.isArray(value) ? value.filter((id) => typeof id === 'string') : null,
);

function saveTicked(form: HTMLFormElement): void {
  const ticked = [...new FormData(form).keys()];
  if (ticked.length === 0) stored.clear();
  else stored.save(ticked);
}
