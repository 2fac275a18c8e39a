/** The actions that need a captcha. A pass is valid for one action only. */
export const captchaActions = ['appointment', 'contact', 'signup', 'login'] as const;
export type CaptchaAction = (typeof captchaActions)[number];

/** The header with the pass of appointments and contact messages. Sign-up and login send it as `captchaToken`. */
export const CAPTCHA_PASS_HEADER = 'x-captcha-pass';

/** The minimum score for a pass. */
export const CAPTCHA_MINIMUM_SCORE = 0.5;

/** A proof-of-work challenge of altcha-lib. */
export interface AltchaChallenge {
  parameters: {
    algorithm: string;
    nonce: string;
    salt: string;
    cost: number;
    keyLength: number;
    keyPrefix: string;
    keySignature?: string;
    expiresAt?: number;
    data?: Record<string, string | number | boolean | null>;
  };
  signature?: string;
}

/** `GET captcha-challenge?action=...`: what the page needs to get a token. */
export type CaptchaChallenge =
  /** The token is base64 of `{challenge, solution}` as JSON. */
  | { provider: 'embedded'; challenge: AltchaChallenge }
  /** The provider's script creates the token for this action. */
  | { provider: 'recaptcha' | 'turnstile'; siteKey: string }
  /** Any text is accepted as a token. */
  | { provider: 'off' };

/** `POST verify-recaptcha` with `{token, action?}`. If an action is given, the token must be for it. */
export interface CaptchaVerdict {
  success: boolean;
  score: number;
  /** The pass, valid for one request within ten minutes. Present if the score is high enough. */
  pass?: string;
}
