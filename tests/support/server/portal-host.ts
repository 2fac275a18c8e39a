import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { serverEnvironment, serverProgram } from '../../../scripts/setup.mjs';
import { childEnvironment, prepareFolder, root, type Server, type ServerOptions } from './server-process.ts';

/** What the host is sent. */
export interface Command {
  id: number;
  /** Starts it with these settings. Without, it stops. */
  start?: { env: Record<string, string>; siteFolder: string | undefined };
}

/** What the host sends: lines of a portal's log, and that a command was carried out, or why not. */
export type Answer = { id: number; line: string } | { id: number; error: string | undefined };

interface Hosted {
  command: Required<Command>;
  printed: string;
  isUp: boolean;
}

/**
 * A host of servers: a process that starts with the first of them, and ends with this one.
 * @returns prepares a server in it, as `prepareServer` does. `end('SIGKILL')` kills the host, and starts its other servers
 *   again.
 */
export function createPortalHost(): (options: ServerOptions) => Promise<Server> {
  const all: Hosted[] = [];
  let host: ChildProcess | undefined;

  const send = async (command: Command) => {
    host ??= launch(all);
    const child = host;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const onExit = () => reject(new Error('the host of the portals ended'));
    const onMessage = (answer: Answer) => {
      if (answer.id !== command.id || 'line' in answer) return;
      if (answer.error === undefined) resolve();
      else reject(new Error(answer.error));
    };
    child.on('message', onMessage).once('exit', onExit);
    child.send(command);
    await promise.finally(() => child.off('message', onMessage).off('exit', onExit));
  };
  const start = async (one: Hosted) => {
    await send(one.command);
    one.isUp = true;
  };
  const stop = async (one: Hosted) => {
    one.isUp = false;
    await send({ id: one.command.id });
  };
  const kill = async (one: Hosted) => {
    const others = all.filter((other) => other.isUp && other !== one);
    one.isUp = false;
    const killed = host;
    // One that has already exited sends no second "exit".
    if (killed?.exitCode === null && killed.signalCode === null) {
      killed.kill('SIGKILL');
      await once(killed, 'exit');
    }
    host = undefined;
    await Promise.all(others.map(start));
  };

  return async ({ env, siteFolder }) => {
    const { url, dataDir, settings, removeFolder } = await prepareFolder();
    const command = { id: all.length, start: { env: { ...settings, ...env }, siteFolder } };
    const one: Hosted = { command, printed: '', isUp: false };
    all.push(one);
    const end = async (signal: NodeJS.Signals) => {
      if (one.isUp) await (signal === 'SIGKILL' ? kill(one) : stop(one));
      // The process goes on.
      return null;
    };
    const remove = async () => {
      await end('SIGTERM');
      await removeFolder();
    };
    return { url, dataDir, output: () => one.printed, start: () => start(one), end, remove };
  };
}

function launch(all: readonly Hosted[]): ChildProcess {
  const program = fileURLToPath(new URL('portal-host-process.ts', import.meta.url));
  const execArgv = serverProgram.filter((argument) => argument.startsWith('--'));
  const env = { ...serverEnvironment, ...childEnvironment({}) };
  return fork(program, { cwd: root, execArgv, env }).on('message', (answer: Answer) => {
    const one = all[answer.id];
    if (one && 'line' in answer) one.printed += answer.line;
  });
}
