import { zodResolver } from '@hookform/resolvers/zod';
import { z } from '#app/shared/forms/zod.ts';

const schema = z.object({
  email: z.string().trim().min(1, 'Email is required'),
  password: z.string().min(1, 'Password is required'),
});

export type LoginForm = z.infer<typeof schema>;
export const resolver = zodResolver(schema);
