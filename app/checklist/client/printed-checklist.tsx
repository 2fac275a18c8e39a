import { Trans, useLingui } from '@lingui/react/macro';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { useOffice } from '#app/shared/site-data.tsx';
import { isAnswered, type ListedItem } from '#domain/checklist/state.ts';
import { inWords } from '#domain/language/translate.ts';
import { clientStateLabel } from '../state-badge.tsx';

/** Prints the list. It is in the page only while the browser prints. */
export function usePrinting(): { isPrinting: boolean; print: () => void } {
  const [isPrinting, setIsPrinting] = useState(false);
  function print(): void {
    flushSync(() => setIsPrinting(true));
    window.addEventListener('afterprint', () => setIsPrinting(false), { once: true });
    window.print();
  }
  return { isPrinting, print };
}

/** The whole list, with a box before each document that is checked if the document was answered. */
export function PrintedChecklist({ items, year }: { items: readonly ListedItem[]; year: number }) {
  const { t } = useLingui();
  const office = useOffice();
  return createPortal(
    <div>
      <section data-print-alone className="hidden print:block">
        <p className="font-semibold">
          {office.name}, {office.contact.phone.display}
        </p>
        <h1 className="mt-4 text-2xl">
          <Trans>Documents we need for your {year} return</Trans>
        </h1>
        <ul className="mt-6">
          {items.map((item) => (
            <li key={item.item} className="flex break-inside-avoid gap-3 border-b border-line py-2">
              <span className="mt-1 flex size-4 shrink-0 items-center justify-center border border-ink">
                {isAnswered(item) && <Check size={14} strokeWidth={3} aria-hidden />}
              </span>
              <span className="min-w-0">
                <span className="font-semibold wrap-anywhere">{inWords(item.title, t)}</span>
                {item.state !== 'open' && <span> ({t(clientStateLabel(item))})</span>}
                {!isAnswered(item) && <Details {...item} />}
              </span>
            </li>
          ))}
        </ul>
      </section>
    </div>,
    document.body,
  );
}

function Details({ note, why, ifAny }: ListedItem) {
  const { t } = useLingui();
  return (
    <>
      {why && (
        <span className="block">
          {ifAny && <Trans>Only if you have one.</Trans>} {inWords(why, t)}
        </span>
      )}
      {note && <span className="block wrap-anywhere">{t`We wrote: ${note}`}</span>}
    </>
  );
}
