import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import { s3Place } from '#server/storage/blobs/stores/open-store.ts';
import { openBucket } from '#server/storage/blobs/stores/s3-bucket.ts';
import { SourceError } from './source.ts';

export interface HostedObject {
  bucket: string;
  name: string;
  version: string;
}

export interface FoundFile {
  size: number;
  open(): Promise<Readable>;
}

/** The files of the hosted service's objects. */
export interface ObjectFiles {
  /** Undefined if there is no such file. */
  find(object: HostedObject): Promise<FoundFile | undefined>;
}

type Look = (key: string) => Promise<FoundFile | undefined>;

/**
 * Opens a folder or `s3://...`. Three layouts exist: the hosted service's own (`BUCKET/NAME/VERSION` below the tenant),
 * a download (`BUCKET/NAME`), and its S3 protocol, where the URL names the bucket (`NAME`).
 */
export async function openObjectFiles(place: string): Promise<ObjectFiles> {
  if (!place.startsWith('s3://')) return inAnyLayout(await folder(place), layouts);
  const s3 = s3Place(new URL(place));
  return inAnyLayout(inBucket(openBucket(s3)), (object) => [
    ...(object.bucket === s3.bucket ? [object.name] : []),
    ...layouts(object),
  ]);
}

const layouts = ({ bucket, name, version }: HostedObject): string[] => [
  ...(version === '' ? [] : [`${bucket}/${name}/${version}`]),
  `${bucket}/${name}`,
];

/** The last matching layout is tried first, so only the first object needs several lookups. */
function inAnyLayout(look: Look, keysOf: (object: HostedObject) => string[]): ObjectFiles {
  let usual = 0;
  return {
    async find(object) {
      const keys = keysOf(object).map((key, at) => ({ key, at }));
      for (const { key, at } of keys.toSorted((a, b) => Number(b.at === usual) - Number(a.at === usual))) {
        const file = await look(key);
        if (file === undefined) continue;
        usual = at;
        return file;
      }
      return undefined;
    },
  };
}

function inBucket({ sizeOf, get }: ReturnType<typeof openBucket>): Look {
  return async (key) => {
    const size = await sizeOf(key);
    if (size === undefined) return undefined;
    const open = async () => (await get(key))?.bytes ?? Readable.from([]);
    return { size, open };
  };
}

async function folder(path: string): Promise<Look> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isDirectory()) throw new SourceError(`${path} is not a folder.`);
  return async (key) => {
    const file = join(path, ...key.split('/'));
    // Dangerous: a name must not lead out of the folder.
    const below = relative(path, file);
    if (below.startsWith(`..${sep}`) || below === '..' || isAbsolute(below)) return undefined;
    const at = await stat(file).catch((error: NodeJS.ErrnoException) => {
      if (['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].includes(error.code ?? '')) return undefined;
      throw error;
    });
    return at?.isFile() ? { size: at.size, open: async () => createReadStream(file) } : undefined;
  };
}
