import type { Readable } from 'node:stream';
import { DataStore, Metadata, Upload } from '@tus/server';
import { StorageError } from '../../errors.ts';
import { bucketOf } from '../../objects/objects.ts';
import { sizeLimit } from '../upload-limits.ts';
import { type KnownBeginner, ownUpload } from './beginners.ts';
import { begin } from './beginning.ts';
import { forgetUpload } from './forgetting.ts';
import type { ResumableParts, Visit } from './parts.ts';
import { receive } from './receiving.ts';
import { declareLength, findUpload, type UploadRow } from './upload-rows.ts';

/** As in the table's default. The hosted service's day is too short for somebody who scans on weekends. */
const EXPIRES_MS = 7 * 24 * 60 * 60 * 1000;

interface Known {
  upload: UploadRow;
  beginner: KnownBeginner;
}

/**
 * Where the protocol's library finds uploads, for one request of one visitor. The bytes come from the request
 * itself: on the library's way through streams of the web they would be copied several times.
 */
export class UploadStore extends DataStore {
  override extensions = [
    'creation',
    'creation-with-upload',
    'creation-defer-length',
    'termination',
    'expiration',
  ];
  readonly #parts: ResumableParts;
  readonly #visit: Visit;
  #known: Known | undefined;

  constructor(parts: ResumableParts, visit: Visit) {
    super();
    this.#parts = parts;
    this.#visit = visit;
  }

  override getExpiration(): number {
    return EXPIRES_MS;
  }

  override async create(upload: Upload): Promise<Upload> {
    const { id, size: length, metadata } = upload;
    const { upload: begun, beginner } = await begin(this.#parts, this.#visit, { id, length, metadata });
    // Nothing more will come.
    if (length === 0) await receive(this.#parts, { upload: begun, beginner }, NOTHING);
    this.#known = { beginner, upload: { ...begun, isFinished: length === 0 } };
    return upload;
  }

  /** Read once more, since an earlier request may have come to its end while this one waited for it. */
  override async getUpload(id: string): Promise<Upload> {
    const { beginner } = this.#known ?? (await this.find(id));
    const upload = await findUpload(this.#parts.database, id);
    if (upload === undefined) throw new StorageError('NoSuchUpload');
    this.#known = { upload, beginner };
    const { received: offset, length, tusMetadata, createdAt } = upload;
    return new Upload({
      id,
      offset,
      creation_date: createdAt.toISOString(),
      ...(length === undefined ? {} : { size: length }),
      ...(tusMetadata === '' ? {} : { metadata: Metadata.parse(tusMetadata) }),
    });
  }

  override async write(unused: Readable, _id: string, _offset: number): Promise<number> {
    unused.resume();
    if (this.#known === undefined) throw new Error('no upload to write to');
    this.#visit.takeStream();
    return receive(this.#parts, this.#known, this.#visit.body);
  }

  override async declareUploadLength(id: string, length: number): Promise<void> {
    const { upload, beginner } = this.#known ?? (await this.find(id));
    const bucket = await bucketOf(this.#parts.database, upload.bucketId);
    if (length > sizeLimit(bucket)) throw new StorageError('EntityTooLarge');
    if (!(await declareLength(this.#parts.database, id, length))) throw new StorageError('NoSuchUpload');
    this.#known = { upload: { ...upload, length }, beginner };
  }

  override async remove(id: string): Promise<void> {
    if (this.#known === undefined) await this.find(id);
    await forgetUpload(this.#parts, id);
  }

  /** As it is now, for whoever began it only. */
  async find(id: string): Promise<Known> {
    const { database } = this.#parts;
    this.#known = await ownUpload((known) => findUpload(database, known), this.#visit.begunBy, id);
    return this.#known;
  }
}

const NOTHING = {
  async *bytes(): AsyncIterable<Buffer> {},
  announced: 0,
  isWhole: () => true,
};
