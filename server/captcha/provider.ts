import type { CaptchaAction, CaptchaChallenge } from '#contract/captcha.ts';

/** A captcha service. */
export interface CaptchaProvider {
  /** What the page needs to get a token. */
  challenge(action: CaptchaAction): Promise<CaptchaChallenge>;
  /**
   * Undefined if the token is not valid. It gets the visitor's IP address and the action in the request. The answer's action
   * is that of the token, if the provider reports it. Its id is that of the pass, so that a token never gives two passes.
   */
  check(
    token: string,
    request: { address: string; action: CaptchaAction | undefined },
  ): Promise<{ score: number; action: string | undefined; id: string } | undefined>;
}
