import type { TextKind } from '#domain/texts/wording.ts';

/** A text to be handed over. */
export interface OutgoingText {
  /** The queue row's id. */
  id: string;
  /** "+12035550142". */
  number: string;
  kind: TextKind;
  body: string;
  createdAt: Date;
}

export type TextFailure =
  | 'bad_number'
  | 'refused'
  | 'busy'
  | 'unreachable'
  | 'login'
  | 'outbox'
  | 'unknown'
  | 'unwritable';

export interface TextTransport {
  /** Whether a second copy replaces the first: a text may be sent again when it is not known whether it was. */
  repeatable: boolean;
  /** Resolves when the text was accepted. Throws `TextError`. */
  send(text: OutgoingText, signal: AbortSignal): Promise<void>;
}

/** Why a text was not handed over. */
export class TextError extends Error {
  /** The kind of failure, for staff and for the log. */
  readonly failure: TextFailure;
  /** Another attempt would fail too, or could send the text twice. */
  readonly permanent: boolean;
  /** The gateway says that the number has opted out. */
  readonly hasOptedOut: boolean;

  /** `message` may contain a number, so it is stored but not logged. */
  constructor(message: string, { failure, permanent = false, hasOptedOut = false, cause }: Details) {
    super(message, { cause });
    this.failure = failure;
    this.permanent = permanent;
    this.hasOptedOut = hasOptedOut;
  }
}

interface Details {
  failure: TextFailure;
  permanent?: boolean;
  hasOptedOut?: boolean;
  cause?: unknown;
}
