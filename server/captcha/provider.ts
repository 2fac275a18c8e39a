import type { CaptchaAction, CaptchaChallenge } from '#contract/captcha.ts';

export interface Solved {
  score: number;
  /** The action of the token; undefined if the provider does not report it. */
  action: string | undefined;
  /** The id of the pass, so that a token never gives two passes. */
  id: string;
}

export interface CheckContext {
  /** The visitor's IP address. */
  address: string;
  /** The action in the request. */
  action: CaptchaAction | undefined;
}

/** A captcha service. */
export interface CaptchaProvider {
  /** What the page needs to get a token. */
  challenge(action: CaptchaAction): Promise<CaptchaChallenge>;
  /** Undefined if the token is not valid. */
  check(token: string, context: CheckContext): Promise<Solved | undefined>;
}
