import type { CaptchaAction, CaptchaChallenge } from '#contract/captcha.ts';

export interface Solved {
  score: number;
  /** What the token was made for; undefined where nobody can tell. */
  action: string | undefined;
  /** Makes the pass: the same token never makes two. */
  id: string;
}

export interface Asked {
  /** The visitor's. */
  address: string;
  /** What the visitor says that the token is for. */
  action: CaptchaAction | undefined;
}

/** Who tells people from robots. */
export interface CaptchaProvider {
  /** What the page needs in order to get a token. */
  challenge(action: CaptchaAction): Promise<CaptchaChallenge>;
  /** Undefined where the token is no proof. */
  check(token: string, asked: Asked): Promise<Solved | undefined>;
}
