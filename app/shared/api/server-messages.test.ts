import { expect, test } from 'vitest';
import { i18nOf } from '#app/shared/language/words.ts';
import { english } from '#domain/language/english.ts';
import type { Translate } from '#domain/language/translate.ts';
import { messages } from '../../../locales/es/shared.po';
import { serverMessage } from './server-messages.ts';

const i18n = i18nOf('es', messages);
const spanish: Translate = (message) => i18n._(message);

test.each([
  ['New password should be different from the old password.', 'La contraseña nueva debe ser distinta'],
  ['Your list is full. Please call us.', 'Su lista está llena. Llámenos.'],
  ['Password should be at least 6 characters.', 'al menos 6 caracteres'],
  ['For security purposes, you can only request this after 59 seconds.', '59 segundos'],
  // Unknown: as the server says it.
  ['value too long for the column', 'value too long for the column'],
  ['', ''],
])('%j in Spanish says %j, and stays the same in English', (message, words) => {
  expect(serverMessage(message, spanish)).toContain(words);
  expect(serverMessage(message, english)).toBe(message);
});
