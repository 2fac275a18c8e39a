import type { Command } from '../command.ts';

/** All commands, a line each. */
export function help(commands: Record<string, Command>): string {
  const all = Object.values(commands);
  const width = Math.max(...all.map(({ usage }) => usage.length));
  return [
    'npm run portal -- <command>',
    '',
    ...all.map(({ usage, says }) => `  ${usage.padEnd(width)}  ${says}`),
    '',
    'The settings are those of the server: environment variables such as DATA_DIR and DATABASE_URL.',
  ].join('\n');
}
