import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { EmbeddedPostgresError } from './error.ts';

const run = promisify(execFile);

/** PostgreSQL refuses to run as root. This describes the account for its programs, and how to start them. */
export interface Account {
  /** The required owner of the cluster's files; undefined if it is the current account. */
  owner: { uid: number; gid: number } | undefined;
  command(program: string, args: string[]): { file: string; args: string[]; uid?: number; gid?: number };
}

interface Places {
  /** The cluster's folder, which may not exist yet, and its parent, which does. */
  cluster: string;
  around: string;
  postgres: string;
}

const ownName = 'nutmeg';

/** Chooses the account: the current one or, for root, an unprivileged one. */
export async function chooseAccount(places: Places): Promise<Account> {
  if (process.getuid?.() !== 0) {
    return { owner: undefined, command: (file, args) => ({ file, args }) };
  }
  const owner = (await ownerOf(places.cluster)) ?? (await unprivileged());
  for (const command of ways(owner)) {
    if (await canReach(command, places)) return { owner, command };
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL does not run as root, and the account that it runs as can't enter ${places.around} or the program's folder. ` +
      'Move both out of closed folders (the home of root is one), or start as a user other than root.',
  );
}

/**
 * Other accounts can't read a checkout below a private home such as root's. PostgreSQL then keeps one capability of
 * root: to read through closed folders or, if that is insufficient or unavailable (containers), the wider one.
 */
function ways({ uid, gid }: Ids): Account['command'][] {
  const keeping = (capability: string): Account['command'] => {
    const ids = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
    // PostgreSQL calls access() on its own files, which ignores the capability without that bit.
    const right = [
      `--inh-caps=+${capability}`,
      `--ambient-caps=+${capability}`,
      '--securebits=+no_setuid_fixup',
    ];
    return (file, args) => ({ file: 'setpriv', args: [...ids, ...right, '--', file, ...args] });
  };
  return [(file, args) => ({ file, args, uid, gid }), keeping('dac_read_search'), keeping('dac_override')];
}

type Ids = NonNullable<Account['owner']>;

/** A cluster stays with the account that created it. */
async function ownerOf(cluster: string): Promise<Ids | undefined> {
  const found = await stat(cluster).catch(() => undefined);
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : undefined;
}

/** Our own account, or that of an installed PostgreSQL. If neither exists, ours is created. */
async function unprivileged(): Promise<Ids> {
  const known = (await idsOf(ownName)) ?? (await idsOf('postgres'));
  if (known) return known;
  await run('useradd', [
    '--system',
    '--user-group',
    '--no-create-home',
    '--home-dir',
    '/nonexistent',
    '--shell',
    '/usr/sbin/nologin',
    ownName,
  ]).catch((cause: Error) => {
    throw new EmbeddedPostgresError(
      `PostgreSQL does not run as root, and the account "${ownName}" could not be made for it: ${cause.message.trim()}. ` +
        'Make it by hand, or start as a user other than root.',
      { cause },
    );
  });
  const made = await idsOf(ownName);
  if (!made) throw new EmbeddedPostgresError(`The account "${ownName}" was made and can't be found.`);
  return made;
}

async function idsOf(name: string): Promise<Ids | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined;
  }
}

/** Tested by trying, because access lists and mount options matter too. */
async function canReach(command: Account['command'], { around, postgres }: Places): Promise<boolean> {
  const { file, args, ...ids } = command('/bin/sh', [
    '-c',
    'cd "$1" && exec "$2" --version',
    'sh',
    around,
    postgres,
  ]);
  return run(file, args, { ...ids, cwd: '/', env: {} }).then(
    () => true,
    () => false,
  );
}
