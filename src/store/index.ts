/**
 * Where the archive of a crawl by many machines is kept: a folder that all have mounted, or a bucket of an S3 store.
 *
 *   openStore('s3://bucket/brasil', process.env)          the store that an address names
 *   new ArchiveUploader({ store, folder, worker, … })     keeps the archive folder of a worker in it
 *   readStoredRecord(store, name, offset)                 a record of it, by its place
 */
export type { ArchiveStore } from './archive-store.ts';
export {
  ArchiveUploader,
  type UploadLag,
} from './archive-uploader.ts';
export { openStore } from './open-store.ts';
export { readStoredRecord, storedWarc } from './stored-records.ts';
