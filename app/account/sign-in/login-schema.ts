import { zodResolver } from '@hookform/resolvers/zod';
import { z } from '#app/shared/forms/zod.ts';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';

const schema = (t: Translate) =>
  z.object({
    email: z.string().trim().min(1, t(msg`Email is required`)),
    password: z.string().min(1, t(msg`Password is required`)),
  });

export type LoginForm = z.infer<ReturnType<typeof schema>>;
export const loginResolver = (t: Translate) => zodResolver(schema(t));
