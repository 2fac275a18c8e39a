import type { Language } from './language.ts';

/** Makes a value for each language when it is first needed, and keeps it: formats are slow to create. */
export function perLanguage<Value>(make: (language: Language) => Value): (language: Language) => Value {
  const made = new Map<Language, Value>();
  return (language) => {
    const value = made.get(language) ?? make(language);
    made.set(language, value);
    return value;
  };
}
