import { buffer } from 'node:stream/consumers';
import yauzl from 'yauzl';
import { ZipFile } from 'yazl';

// Runs in a worker process: the content is what a person sent.

/** Parts of a document of an office program by their paths, in the order of its archive. */
export type Parts = Map<string, Buffer>;

/** The parts of an archive. The caller has judged how much it unpacks to. */
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

/** An archive of parts, in their order: programs read the first one to tell what the file is. */
export const writeParts = (parts: Parts): Promise<Buffer> => {
  const zip = new ZipFile();
  for (const [path, content] of parts) zip.addBuffer(content, path);
  zip.end();
  return buffer(zip.outputStream as NodeJS.ReadableStream & AsyncIterable<Buffer>);
};
