import { useLingui } from '@lingui/react/macro';
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { buttonStyle } from '#app/ui/actions/button-style.ts';
import { msg } from '#domain/language/message.ts';

interface CopyButtonProps {
  text: string;
  /** The id of the element that shows the text. */
  of: string;
  /** What is copied, for screen readers, because a page has several of these buttons. */
  label: string;
}

type Outcome = 'copied' | 'selected' | null;

const copyIt = msg`Copy`;
const words = { copied: msg`Copied`, selected: msg`Selected. Now copy it` };

/** If the browser denies clipboard access, the text is selected for manual copying. */
export function CopyButton({ text, of, label }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<Outcome>(null);
  const { t } = useLingui();
  const Icon = outcome === 'copied' ? Check : Copy;

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
    } catch {
      const shown = document.getElementById(of);
      if (shown) window.getSelection()?.selectAllChildren(shown);
      setOutcome('selected');
    }
  }

  return (
    <button
      type="button"
      onClick={() => void copy()}
      className={buttonStyle('secondary', 'medium', 'noscript:hidden print:hidden')}
    >
      <Icon size={18} aria-hidden />
      <span aria-hidden="true">{t(outcome === null ? copyIt : words[outcome])}</span>
      <span className="sr-only">{label}</span>
      <span role="status" className="sr-only">
        {outcome !== null && t(words[outcome])}
      </span>
    </button>
  );
}
