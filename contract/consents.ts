/**
 * Consents to use or to disclose tax return information.
 *
 * `POST consent-ask` (domain/signing/consents/consent.ts, `NewConsent`), for staff: `{ id }`.
 * `POST consent-act` with `ConsentAct`: `{ status }`. Staff cancel; the rest is for the person who was asked.
 *
 * Refusals as in signing.ts. Acts may be repeated with the same id.
 */
interface Act {
  consentId: string;
  actId: string;
}

export type ConsentAct =
  | (Act & {
      act: 'given';
      /** Of the text that the page has shown. */
      bodySha256: string;
      signedName: string;
      /** "2027-03-31"; null for one year. */
      lastDay: string | null;
    })
  | (Act & { act: 'declined' | 'withdrawn' | 'canceled' });
