import type { Command } from '../command.ts';

/** Lists all commands, one per line. */
export function help(commands: Record<string, Command>): string {
  const all = Object.values(commands);
  const width = Math.max(...all.map(({ usage }) => usage.length));
  return [
    'npm run portal -- <command>',
    '',
    ...all.map(({ usage, summary }) => `  ${usage.padEnd(width)}  ${summary}`),
    '',
    'The settings are those of the server: environment variables such as DATA_DIR and DATABASE_URL.',
  ].join('\n');
}
