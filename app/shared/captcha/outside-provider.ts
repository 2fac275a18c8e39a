import type { CaptchaAction } from '#contract/captcha.ts';

/** The part of the providers' scripts that is used here. */
interface Recaptcha {
  ready(then: () => void): void;
  execute(siteKey: string, options: { action: string }): Promise<string>;
}
interface Turnstile {
  render(
    place: HTMLElement,
    options: {
      sitekey: string;
      action: string;
      appearance: 'interaction-only';
      callback: (token: string) => void;
      'error-callback': () => void;
    },
  ): string;
  remove(id: string): void;
}
declare global {
  interface Window {
    grecaptcha?: Recaptcha;
    turnstile?: Turnstile;
  }
}

/** reCAPTCHA v3, invisible. */
export async function recaptchaToken(siteKey: string, action: CaptchaAction): Promise<string> {
  await loadScript(`https://www.google.com/recaptcha/api.js?render=${encodeURIComponent(siteKey)}`);
  const { grecaptcha } = window;
  if (!grecaptcha) throw new Error('reCAPTCHA did not load');
  await new Promise<void>((done) => grecaptcha.ready(done));
  return grecaptcha.execute(siteKey, { action });
}

/** Turnstile: visible only if it needs an interaction. */
export async function turnstileToken(siteKey: string, action: CaptchaAction): Promise<string> {
  await loadScript('https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit');
  const { turnstile } = window;
  if (!turnstile) throw new Error('Turnstile did not load');
  const place = document.createElement('div');
  place.className = 'fixed right-4 bottom-4 z-50';
  document.body.append(place);
  let widget: string | undefined;
  try {
    return await new Promise<string>((done, fail) => {
      widget = turnstile.render(place, {
        sitekey: siteKey,
        action,
        appearance: 'interaction-only',
        callback: done,
        'error-callback': () => fail(new Error('Turnstile gave no token')),
      });
    });
  } finally {
    if (widget !== undefined) turnstile.remove(widget);
    place.remove();
  }
}

const scripts = new Map<string, Promise<void>>();

function loadScript(src: string): Promise<void> {
  const loading =
    scripts.get(src) ??
    new Promise<void>((done, fail) => {
      const script = document.createElement('script');
      script.src = src;
      script.async = true;
      script.onload = () => done();
      script.onerror = () => {
        // The next attempt loads it again.
        scripts.delete(src);
        script.remove();
        fail(new Error('The captcha library is not loaded'));
      };
      document.head.append(script);
    });
  scripts.set(src, loading);
  return loading;
}
