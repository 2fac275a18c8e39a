/** What a text from a client asks for. */
export type TextKeyword = 'stop' | 'start' | 'help';

/** The words of the carriers' rules (CTIA), those of the FCC (47 CFR 64.1200), and Spanish ones. */
const STOP = new Set([
  'STOP',
  'STOPALL',
  'UNSUBSCRIBE',
  'CANCEL',
  'END',
  'QUIT',
  'REVOKE',
  'OPTOUT',
  'ALTO',
  'PARAR',
  'CANCELAR',
]);
const START = new Set(['START', 'UNSTOP', 'INICIAR']);
const HELP = new Set(['HELP', 'INFO', 'AYUDA']);

/** These end texts also at the beginning of a short sentence: "Stop texting me". */
const FIRST_WORDS = new Set(['STOP', 'STOPALL', 'UNSUBSCRIBE']);
const SHORT = 5;
/** A text has 1,600 characters at most. */
const MAX_READ = 200;

/** The keyword of a text; undefined if it is none. When in doubt, it is STOP: that can be undone. */
export function keywordOf(body: string): TextKeyword | undefined {
  const words = body
    .slice(0, MAX_READ)
    .toUpperCase()
    .split(/\s+/)
    .map((word) => word.replace(/[^A-Z]/g, ''))
    .filter((word) => word !== '');
  // "OPT OUT" and "STOP ALL" are one word.
  const whole = words.join('');
  if (STOP.has(whole)) return 'stop';
  if (START.has(whole)) return 'start';
  if (HELP.has(whole)) return 'help';
  return words.length <= SHORT && FIRST_WORDS.has(words[0] ?? '') ? 'stop' : undefined;
}
