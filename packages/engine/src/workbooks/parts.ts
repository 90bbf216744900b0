import { buffer } from 'node:stream/consumers';
import yauzl from 'yauzl';
import { ZipFile } from 'yazl';

// Task of a worker process: the content is untrusted.

/** Parts of an Office document by path, in the order of its archive. */
export type Parts = Map<string, Buffer>;

/** Returns the parts of an archive. The caller has checked its unpacked size. */
export const readParts = async (content: Buffer): Promise<Parts> => {
  const archive = await yauzl.fromBufferPromise(content, { lazyEntries: true });
  const parts: Parts = new Map();
  try {
    for await (const entry of archive.eachEntry()) {
      if (entry.fileName.endsWith('/')) continue;
      parts.set(entry.fileName, await buffer(await archive.openReadStreamPromise(entry)));
    }
  } finally {
    archive.close();
  }
  return parts;
};

/** Writes an archive of parts, in order: programs recognise the file type by the first part. */
export const writeParts = (parts: Parts): Promise<Buffer> => {
  const zip = new ZipFile();
  for (const [path, content] of parts) zip.addBuffer(content, path);
  zip.end();
  return buffer(zip.outputStream as NodeJS.ReadableStream & AsyncIterable<Buffer>);
};
