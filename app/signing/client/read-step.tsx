import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { focusStep } from '#app/shared/focus/focus-on-mount.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Sheet } from '../document/sheet.tsx';
import type { Pdf } from '../document/use-document.ts';

interface ReadStepProps {
  pdf: Pdf;
  busy: boolean;
  onRead: () => void;
}

/** The whole document. It goes on when the end of each page was shown. */
export function ReadStep({ pdf, busy, onRead }: ReadStepProps) {
  const { t } = useLingui();
  const [seen, setSeen] = useState<ReadonlySet<number>>(new Set());
  const list = useRef<HTMLDivElement>(null);
  const count = pdf.numPages;
  const left = count - seen.size;
  const next = Array.from({ length: count }, (_, i) => i + 1).find((number) => !seen.has(number));

  function showNext(): void {
    const sheet = next === undefined ? undefined : list.current?.children[next - 1];
    sheet?.scrollIntoView({ block: 'end' });
  }

  return (
    <section aria-labelledby="read" className="flex flex-col gap-4">
      <h2 id="read" ref={focusStep} tabIndex={-1} className="text-xl outline-none">
        <Trans>Read the document</Trans>
      </h2>
      <div ref={list} className="flex flex-col gap-4">
        {Array.from({ length: count }, (_, i) => (
          <Sheet
            // biome-ignore lint/suspicious/noArrayIndexKey: pages don't move
            key={i}
            pdf={pdf}
            number={i + 1}
            onEnd={() => setSeen((all) => (all.has(i + 1) ? all : new Set(all).add(i + 1)))}
          />
        ))}
      </div>
      <div className="sticky bottom-(--bottom-bar) z-10 -mx-4 flex flex-wrap items-center justify-between gap-3 border-t border-line bg-paper px-4 py-3 low:static">
        <p role="status">
          {left > 0 ? (
            <Plural value={left} one="# page left to read" other="# pages left to read" />
          ) : (
            <Trans>You’ve reached the end.</Trans>
          )}
        </p>
        {left > 0 ? (
          <Button variant="secondary" className="max-sm:w-full" onPress={showNext}>
            {t`Show the next page`}
          </Button>
        ) : (
          <Button className="max-sm:w-full" busy={busy} onPress={onRead}>
            <Trans>I’ve read it. Sign now</Trans>
          </Button>
        )}
      </div>
    </section>
  );
}
