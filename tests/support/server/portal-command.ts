import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { type SharedPortal, settingsFor } from './portal.ts';
import { childEnvironment, root } from './server-process.ts';

export interface CommandRun {
  /** Null if a signal ended it. */
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Starts a command of the portal's command line with only these settings in its environment. */
export function startCommand(args: string[], settings: Record<string, string>, input = '') {
  const child = spawn(process.execPath, ['server/operate/cli/main.ts', ...args], {
    cwd: root,
    env: childEnvironment(settings),
  });
  // A command that does not read its input may exit before it is written.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const run = async (): Promise<CommandRun> => {
    const [stdout, stderr, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit'),
    ]);
    return { code, stdout, stderr };
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

/** Runs a command on the database and the data folder of a test portal. */
export function runPortalCommand(
  portal: Pick<SharedPortal, 'dataDir' | 'database'>,
  args: string[],
  env: Record<string, string> = {},
): Promise<CommandRun> {
  return runCommand(args, { ...settingsFor(portal.database), DATA_DIR: portal.dataDir, ...env });
}
