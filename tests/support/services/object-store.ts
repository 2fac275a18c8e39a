import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { eventually, freePort } from '../waiting.ts';
import { swiftFiles } from './object-store-files.ts';

const run = promisify(execFile);
const BUCKET = 'nutmeg-files';
const CREDENTIALS = { accessKeyId: 'test:tester', secretAccessKey: 'testing' };

export interface ObjectStore {
  /** The STORAGE_URL of a new bucket. */
  url: string;
  stop(): Promise<void>;
}

/**
 * Starts a real S3 store: OpenStack Swift with s3api, one device and one replica, on loopback. Takes some seconds, so start
 * one per test file.
 */
export async function startObjectStore(): Promise<ObjectStore> {
  const folder = await mkdtemp(join(tmpdir(), 'nutmeg-object-store-'));
  const [proxy = 0, account = 0, container = 0, object = 0, memcached = 0] = await distinctPorts(5);
  await mkdir(join(folder, 'devices', 'one'), { recursive: true });
  const files = swiftFiles({
    folder,
    user: userInfo().username,
    proxy,
    account,
    container,
    object,
    memcached,
  });
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  await Promise.all(
    Object.entries({ account, container, object }).map(([kind, port]) => buildRing(folder, kind, port)),
  );

  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    await Promise.all(stops.map((end) => end()));
    await rm(folder, { recursive: true, force: true });
  };
  const start = async (program: string, args: string[]) =>
    void stops.push(await daemon(folder, program, args));
  try {
    await start('memcached', [
      '-l',
      '127.0.0.1',
      '-p',
      String(memcached),
      '-m',
      '32',
      '-u',
      userInfo().username,
    ]);
    for (const kind of ['account', 'container', 'object', 'proxy']) {
      await start(`swift-${kind}-server`, [join(folder, `${kind}-server.conf`)]);
    }
    for (const port of [memcached, account, container, object, proxy]) await listening(port);
    const endpoint = `http://127.0.0.1:${proxy}`;
    await createBucket(endpoint);
    const query = new URLSearchParams({ endpoint, region: 'us-east-1', ...CREDENTIALS });
    return { url: `s3://${BUCKET}?${query}`, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function distinctPorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await freePort());
  return [...ports];
}

/** Builds a ring with a single device. */
async function buildRing(folder: string, kind: string, port: number): Promise<void> {
  const ring = (...args: string[]) => run('swift-ring-builder', [join(folder, `${kind}.builder`), ...args]);
  await ring('create', '2', '1', '1');
  await ring(
    'add',
    '--region',
    '1',
    '--zone',
    '1',
    '--ip',
    '127.0.0.1',
    '--port',
    String(port),
    '--device',
    'one',
    '--weight',
    '1',
  );
  // 1 is a warning: nothing to balance with a single device.
  await ring('rebalance').catch((error: { code?: number }) => {
    if (error.code !== 1) throw error;
  });
}

/** Starts a program in a new process group, since Swift's servers have children. Returns a function that stops it. */
async function daemon(folder: string, program: string, args: string[]): Promise<() => Promise<void>> {
  const log = await open(join(folder, `${program}.log`), 'a');
  const child = spawn(program, args, {
    detached: true,
    cwd: folder,
    env: { PATH: process.env.PATH, SWIFT_DIR: folder },
    stdio: ['ignore', log.fd, log.fd],
  });
  await once(child, 'spawn');
  const ended = once(child, 'exit');
  return async () => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
      process.kill(-child.pid, 'SIGKILL');
      await ended;
    }
    await log.close();
  };
}

function listening(port: number): Promise<boolean> {
  return eventually(
    () =>
      new Promise<boolean>((resolve) => {
        const socket = connect(port, '127.0.0.1');
        socket.once('connect', () => resolve(true));
        socket.once('error', () => resolve(false));
        socket.once('connect', () => socket.destroy());
      }),
    60_000,
  );
}

async function createBucket(endpoint: string): Promise<void> {
  const client = new S3Client({
    endpoint,
    region: 'us-east-1',
    // The client changes this object.
    credentials: { ...CREDENTIALS },
    forcePathStyle: true,
  });
  // The proxy listens before the servers behind it answer.
  await eventually(
    () =>
      client.send(new CreateBucketCommand({ Bucket: BUCKET })).then(
        () => true,
        () => false,
      ),
    60_000,
  );
  client.destroy();
}
