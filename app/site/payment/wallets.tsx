import { useLingui } from '@lingui/react/macro';
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import type { QrCode } from '#app/shared/format/qr-code.ts';
import { buttonStyle } from '#app/ui/actions/button-style.ts';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { useWideScreen } from '#app/ui/layout/use-wide-screen.ts';
import type { Business } from '#domain/business/business.ts';
import { msg } from '#domain/language/message.ts';

export type WalletCode = Business['payments']['wallets'][number] & { code: QrCode };

/** On a phone, the link comes first, because people can't scan the phone's own screen. */
export function Wallets({ wallets }: { wallets: readonly WalletCode[] }) {
  return (
    <ul className="mt-8 grid gap-5 lg:grid-cols-3">
      {wallets.map((wallet) => (
        <Wallet key={wallet.id} wallet={wallet} />
      ))}
    </ul>
  );
}

function Wallet({ wallet: { id, name, handle, url, code } }: { wallet: WalletCode }) {
  const { t } = useLingui();
  const handleId = `handle-${id}`;
  return (
    <li className="flex flex-col rounded-card border border-line bg-surface p-5 md:p-7">
      <h3 className="text-xl">{name}</h3>
      <p id={handleId} className="figures mt-1 wrap-anywhere text-muted select-all">
        <Breakable address={handle} />
      </p>
      <div className="mt-4 flex flex-wrap gap-3 *:grow lg:*:grow-0">
        {url && <LinkButton to={url}>{t`Open ${{ wallet: name }}`}</LinkButton>}
        <CopyButton text={handle} of={handleId} label={t`Copy the ${{ wallet: name }} name`} />
      </div>
      <Code name={name} code={code} />
    </li>
  );
}

/** Collapsed on phones; always open on wide screens, with no button. */
function Code({ name, code }: Pick<WalletCode, 'name' | 'code'>) {
  const { t } = useLingui();
  const isWide = useWideScreen();
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      open={isWide || isOpen}
      onToggle={(event) => setOpen(!isWide && event.currentTarget.open)}
      className="mt-3 lg:order-first lg:mt-0 lg:mb-6"
    >
      <summary className="link flex min-h-11 w-fit cursor-pointer items-center text-sm lg:hidden">
        {t`Show the code`}
        <span className="sr-only"> {t`for ${{ wallet: name }}`}</span>
      </summary>
      <div className="mt-2 max-w-64 overflow-hidden rounded-control border border-line bg-code-paper lg:mt-0 lg:max-w-none">
        <svg
          viewBox={`0 0 ${code.size} ${code.size}`}
          shapeRendering="crispEdges"
          role="img"
          aria-label={t`QR code for ${{ wallet: name }}`}
          className="w-full fill-code-ink"
        >
          <path d={code.path} />
        </svg>
      </div>
    </details>
  );
}

/** An address may wrap after its @ sign. */
function Breakable({ address }: { address: string }) {
  const at = address.indexOf('@') + 1;
  if (at === 0) return address;
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  );
}

interface CopyButtonProps {
  text: string;
  /** The id of the element that shows the text. */
  of: string;
  /** What is copied, for screen readers, because a page has several of these buttons. */
  label: string;
}

type Outcome = 'copied' | 'selected' | null;

const words = { copied: msg`Copied`, selected: msg`Selected. Now copy it` };

/** If the browser denies clipboard access, the text is selected for manual copying. */
function CopyButton({ text, of, label }: CopyButtonProps) {
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
      <span aria-hidden="true">{outcome === null ? t`Copy` : t(words[outcome])}</span>
      <span className="sr-only">{label}</span>
      <span role="status" className="sr-only">
        {outcome !== null && t(words[outcome])}
      </span>
    </button>
  );
}
