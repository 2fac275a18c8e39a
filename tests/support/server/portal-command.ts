import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { root } from './server-process.ts';

export interface CommandRun {
  /** Null: a signal ended it. */
  code: number | null;
  said: string;
  complained: string;
}

/** Starts one command of the portal's own command line, with nothing in its environment but the settings. */
export function startCommand(args: string[], settings: Record<string, string>, input = '') {
  const child = spawn(process.execPath, ['server/cli/main.ts', ...args], {
    cwd: root,
    env: { PATH: process.env.PATH ?? '', ...settings },
  });
  // A command that does not read its input may be gone before it was written.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const run = async (): Promise<CommandRun> => {
    const [said, complained, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit'),
    ]);
    return { code, said, complained };
  };
  return { child, ended: run() };
}

export function runCommand(
  args: string[],
  settings: Record<string, string>,
  input?: string,
): Promise<CommandRun> {
  return startCommand(args, settings, input).ended;
}
