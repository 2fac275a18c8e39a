import { Check } from 'lucide-react';
import { useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { business } from '#app/business.ts';
import { isAnswered, type ListedItem } from '#domain/checklist/state.ts';
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
  return createPortal(
    <div>
      <section data-print-alone className="hidden print:block">
        <p className="font-semibold">
          {business.name}, {business.contact.phone.display}
        </p>
        <h1 className="mt-4 text-2xl">Documents we need for your {year} return</h1>
        <ul className="mt-6">
          {items.map((item) => (
            <li key={item.item} className="flex break-inside-avoid gap-3 border-b border-line py-2">
              <span className="mt-1 flex size-4 shrink-0 items-center justify-center border border-ink">
                {isAnswered(item) && <Check size={14} strokeWidth={3} aria-hidden />}
              </span>
              <span className="min-w-0">
                <span className="font-semibold wrap-anywhere">{item.title}</span>
                {item.state !== 'open' && <span> ({clientStateLabel(item.state)})</span>}
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
  return (
    <>
      {why && (
        <span className="block">
          {ifAny && 'Only if you have one. '}
          {why}
        </span>
      )}
      {note && <span className="block wrap-anywhere">We wrote: {note}</span>}
    </>
  );
}
