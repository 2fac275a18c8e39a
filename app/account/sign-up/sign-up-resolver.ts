import { zodResolver } from '@hookform/resolvers/zod';
import { signUpSchema } from './sign-up-rules.ts';

export const resolver = zodResolver(signUpSchema);
