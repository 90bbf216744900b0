import type { AttachedFile } from '@keyan/kernel/definition/field/categories.ts';
import type { UploadProgress } from '@keyan/kernel/wire/files.ts';
import type { Client } from '../client/client.ts';
import { ApiFault } from '../client/fault.ts';
import { progressCap, type UploadOptions } from '../client/upload.ts';
import { uploadFile } from './calls.ts';

/** Destination of an upload: an attachment category of a resource. */
export interface UploadDestination {
  readonly catalog: string;
  readonly resource: string;
}

/** A file being uploaded. Calling `run` again after a failure or a pause resumes it. */
export interface FileUpload {
  run(options: UploadOptions): Promise<AttachedFile>;
  /**
   * Cancels the upload: the server deletes the received part. A failure is ignored: a cleanup job
   * deletes it later.
   */
  drop(): void;
}

/**
 * Maximum bytes of a file sent in one request: sending it again costs less than asking where to
 * resume.
 */
const maxSingleRequestBytes = 8 * 1024 * 1024;

/**
 * Milliseconds for the closing call: assembling 100 MB takes the server longer than an ordinary
 * call.
 */
const finishTimeout = 60_000;

const endpointPath = (name: string): string => `/blade-resource/oss/endpoint/ext/${name}`;

const uploadInOneRequest = (client: Client, file: File, to: UploadDestination): FileUpload => ({
  run: (options) => uploadFile(client, file, to, options),
  drop: () => undefined,
});

const uploadInParts = (client: Client, file: File, to: UploadDestination): FileUpload => {
  let id: string | undefined;

  /**
   * Returns how much the server has received; starts a new upload if the server does not know the
   * file.
   */
  const locate = async (signal?: AbortSignal): Promise<UploadProgress> => {
    const quiet = { quiet: true, signal } as const;
    if (id !== undefined) {
      try {
        return await client.get<UploadProgress>(endpointPath('upload-progress'), { id }, quiet);
      } catch (fault) {
        if (!(fault instanceof ApiFault) || fault.kind !== 'missing') throw fault;
      }
    }
    const given = { name: file.name, size: file.size, catalog: to.catalog };
    const begun = await client.post<UploadProgress>(endpointPath('begin-upload'), given, quiet);
    id = begun.id;
    return begun;
  };

  return {
    async run({ onProgress, signal }) {
      const tell = (bytes: number) =>
        onProgress?.(Math.min(progressCap, Math.floor((bytes / file.size) * 100)));
      let place = await locate(signal);
      while (place.offset < file.size) {
        const { offset, partSize } = place;
        const part = file.slice(offset, offset + partSize);
        const form = new FormData();
        form.append('file', part, file.name);
        tell(offset);
        place = await client.upload<UploadProgress>(
          `${endpointPath('put-part')}?id=${place.id}&offset=${offset}`,
          form,
          { signal, onProgress: (percent) => tell(offset + (part.size * percent) / 100) },
        );
      }
      const finished = await client.post<AttachedFile>(
        endpointPath('finish-upload'),
        { id: place.id },
        { quiet: true, signal, timeout: finishTimeout },
      );
      onProgress?.(100);
      return finished;
    },
    drop() {
      if (id === undefined) return;
      void client.post(endpointPath('drop-upload'), { id }, { quiet: true }).catch(() => undefined);
    },
  };
};

/** Returns the upload of a file: in one request, or in parts if it is large. */
export const fileSendingOf = (client: Client, file: File, to: UploadDestination): FileUpload =>
  (file.size <= maxSingleRequestBytes ? uploadInOneRequest : uploadInParts)(client, file, to);
