import { SmartLink } from '#app/ui/smart-link.tsx';
import type { QrCode } from './qr-code.ts';

export interface WalletCode {
  id: string;
  name: string;
  handle: string;
  url: string | null;
  code: QrCode;
}

export function Wallets({ wallets }: { wallets: readonly WalletCode[] }) {
  return (
    <ul className="mt-8 grid gap-5 md:grid-cols-3">
      {wallets.map(({ id, name, handle, url, code }) => (
        <li
          key={id}
          className="flex items-center gap-5 rounded-card border border-line bg-surface p-5 md:flex-col md:items-stretch md:p-7"
        >
          <span className="block w-28 shrink-0 overflow-hidden rounded-control border border-line bg-code-paper md:w-full">
            <svg
              viewBox={`0 0 ${code.size} ${code.size}`}
              shapeRendering="crispEdges"
              role="img"
              aria-label={`QR code for ${name}`}
              className="w-full fill-code-ink"
            >
              <path d={code.path} />
            </svg>
          </span>
          <span className="min-w-0">
            <h3 className="text-xl">{name}</h3>
            <p className="figures mt-1 wrap-anywhere text-sm text-muted select-all lg:text-base">
              <Breakable address={handle} />
            </p>
            {url && (
              <SmartLink to={url} className="link mt-1 inline-flex min-h-11 items-center font-semibold">
                Open {name}
              </SmartLink>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** An address may go on in the next line after its @ sign, before it has to break anywhere. */
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
