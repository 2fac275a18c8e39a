import type { CaptchaSettings } from './captcha.ts';

/** The sources that a page may load from, in addition to its own origin (Content-Security-Policy). */
export interface PageSources {
  script: string[];
  frame: string[];
  connect: string[];
}

const RECAPTCHA = 'https://www.google.com/recaptcha/';
const TURNSTILE = 'https://challenges.cloudflare.com';

/** The sources that the captcha provider's script needs, from the provider's documentation. */
export function pageSourcesOf({ provider }: CaptchaSettings): PageSources {
  switch (provider) {
    case 'recaptcha':
      return {
        script: [RECAPTCHA, 'https://www.gstatic.com/recaptcha/'],
        frame: [RECAPTCHA, 'https://recaptcha.google.com/recaptcha/'],
        connect: [RECAPTCHA],
      };
    case 'turnstile':
      return { script: [TURNSTILE], frame: [TURNSTILE], connect: [] };
    default:
      return { script: [], frame: [], connect: [] };
  }
}
