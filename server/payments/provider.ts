/** A page of a processor where a client pays a bill by card. No card data reaches this server. */
export interface Checkout {
  readonly sessionId: string;
  readonly url: string;
  readonly expiresAt: Date;
}

export interface CheckoutRequest {
  readonly invoiceId: string;
  readonly number: number;
  readonly amountCents: number;
  readonly officeName: string;
  readonly email: string | null;
  readonly language: string;
  /** Where the processor sends the person afterwards. Says nothing about the outcome: the event does. */
  readonly paidUrl: string;
  readonly leftUrl: string;
  /** The same request twice within the hour gives one page. */
  readonly idempotencyKey: string;
}

/** What a processor tells the server, in its own words or not at all. */
export type PaymentEvent =
  | {
      readonly kind: 'paid';
      readonly eventId: string;
      readonly sessionId: string;
      readonly reference: string;
      /** Null if the processor names no bill of ours. */
      readonly invoiceId: string | null;
      readonly amount: number;
      /** "usd". */
      readonly currency: string;
    }
  | {
      readonly kind: 'refunded' | 'disputed';
      readonly eventId: string;
      readonly reference: string;
      readonly amount: number;
      readonly currency: string;
    }
  /** Nothing that concerns us. */
  | { readonly kind: 'other' };

/** Another processor is another one of these. */
export interface PaymentProvider {
  readonly name: string;
  /** Throws `ProviderError`. */
  openCheckout(request: CheckoutRequest, signal: AbortSignal): Promise<Checkout>;
  /** The event of a request whose raw body is signed; undefined if the signature is wrong or old. */
  readEvent(
    body: Buffer,
    headers: Readonly<Record<string, string | undefined>>,
    now: Date,
  ): PaymentEvent | undefined;
}

/** The processor can't be reached or refuses. The message is for the log. */
export class ProviderError extends Error {}
