import { execFile } from 'node:child_process';
import { root, settingsFor, type TestPortal } from './portal.ts';

export interface Ended {
  code: number;
  said: string;
  complained: string;
}

/** `npm run portal -- ...` beside a running portal of the tests, without npm. */
export function runCli(
  portal: Pick<TestPortal, 'dataDir' | 'database'>,
  args: string[],
  env: Record<string, string> = {},
): Promise<Ended> {
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
      (error, said, complained) => resolve({ code: Number(error?.code ?? 0), said, complained }),
    );
  });
}
