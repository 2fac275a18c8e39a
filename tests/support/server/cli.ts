import { execFile } from 'node:child_process';
import { root, settingsFor, type TestPortal } from './portal.ts';

export interface CliResult {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a command like `npm run portal -- ...` for a test portal. */
export function runCli(
  portal: Pick<TestPortal, 'dataDir' | 'database'>,
  args: string[],
  env: Record<string, string> = {},
): Promise<CliResult> {
  const environment = {
    PATH: process.env.PATH ?? '',
    ...settingsFor(portal.database),
    DATA_DIR: portal.dataDir,
    ...env,
  };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['server/cli/main.ts', ...args],
      { cwd: root, env: environment },
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}
