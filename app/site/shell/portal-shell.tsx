import type { ReactNode } from 'react';
import { firstScreen } from '#app/shared/browser/first-screen.ts';
import { PageFrame } from '#app/shared/shell/page-frame.tsx';
import { later } from '../blocks/later.tsx';
import { Header } from './header.tsx';
import { PromoBanner } from './promo-banner.tsx';

/** Drawn by the server. Its script must not take the connection from what the page asks for. */
const footer = later(async () => {
  await firstScreen();
  return (await import('./portal-footer.tsx')).PortalFooter;
}, 'footer');

/** The layout around a client's pages: on a phone, a low header, and the offers in the footer. */
export function PortalShell({ children }: { children: ReactNode }) {
  return (
    <PageFrame
      header={
        <>
          <PromoBanner className="max-lg:hidden" />
          <Header isLow />
        </>
      }
      footer={footer}
    >
      {children}
    </PageFrame>
  );
}
