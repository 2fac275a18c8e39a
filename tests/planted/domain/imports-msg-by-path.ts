import { msg } from '../../../domain/language/message.ts';

export const text = msg`This text is not extracted.`;
