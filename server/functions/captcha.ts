import { z } from 'zod';
import { captchaActions } from '#contract/captcha.ts';
import type { Captcha } from '#server/captcha/captcha.ts';
import { jsonOf, refusal } from './answers.ts';
import type { Functions } from './service.ts';

const action = z.enum(captchaActions, `action must be one of: ${captchaActions.join(', ')}`);
const question = z.object({
  token: z.string('token is missing').min(1, 'token is missing').max(10_000, 'token is too long'),
  action: action.optional(),
});

/** The two steps to a pass. Public. */
export function captchaFunctions(captcha: Pick<Captcha, 'challenge' | 'verdict'>): Functions {
  return {
    'captcha-challenge': {
      method: 'GET',
      answer: async (request) => {
        const wanted = action.safeParse(new URL(request.url).searchParams.get('action'));
        if (!wanted.success) return badRequest(wanted.error);
        return Response.json(await captcha.challenge(wanted.data));
      },
    },
    'verify-recaptcha': {
      method: 'POST',
      answer: async (request, { address }) => {
        const asked = question.safeParse(await jsonOf(request));
        if (!asked.success) return badRequest(asked.error);
        const { token, action } = asked.data;
        return Response.json(await captcha.verdict({ token, ...(action && { action }) }, address));
      },
    },
  };
}

function badRequest({ issues }: z.ZodError): Response {
  return refusal(400, issues[0]?.message ?? 'Bad request');
}
