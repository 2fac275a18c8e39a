import type { CaptchaSettings } from './captcha.ts';

/** From where a page may load and call, beside its own origin. */
export interface PageSources {
  script: string[];
  frame: string[];
  connect: string[];
}

const RECAPTCHA = 'https://www.google.com/recaptcha/';
const TURNSTILE = 'https://challenges.cloudflare.com';

/** What the outside providers' scripts need, as their documentation has it; nothing where there is none. */
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
