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

/** A file on its way. `run` again after a break or a pause goes on where it was. */
export interface FileUpload {
  run(options: UploadOptions): Promise<AttachedFile>;
  /** Gives up: the server deletes what it has. A failure does not matter: a cleanup job does it later. */
  drop(): void;
}

/** Bytes up to which a file goes in one request: beginning anew costs less than asking. */
const wholeBytes = 8 * 1024 * 1024;

/** Putting 100 MB together takes the server longer than an ordinary call. */
const finishTimeout = 60_000;

const at = (name: string): string => `/blade-resource/oss/endpoint/ext/${name}`;

const whole = (client: Client, file: File, to: UploadDestination): FileUpload => ({
  run: (options) => uploadFile(client, file, to, options),
  drop: () => undefined,
});

const byParts = (client: Client, file: File, to: UploadDestination): FileUpload => {
  let id: string | undefined;

  /** How much the server has; begins anew when it does not know the file (any more). */
  const locate = async (signal?: AbortSignal): Promise<UploadProgress> => {
    const quiet = { quiet: true, signal } as const;
    if (id !== undefined) {
      try {
        return await client.get<UploadProgress>(at('upload-progress'), { id }, quiet);
      } catch (fault) {
        if (!(fault instanceof ApiFault) || fault.kind !== 'missing') throw fault;
      }
    }
    const given = { name: file.name, size: file.size, catalog: to.catalog };
    const begun = await client.post<UploadProgress>(at('begin-upload'), given, quiet);
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
          `${at('put-part')}?id=${place.id}&offset=${offset}`,
          form,
          { signal, onProgress: (percent) => tell(offset + (part.size * percent) / 100) },
        );
      }
      const finished = await client.post<AttachedFile>(
        at('finish-upload'),
        { id: place.id },
        { quiet: true, signal, timeout: finishTimeout },
      );
      onProgress?.(100);
      return finished;
    },
    drop() {
      if (id === undefined) return;
      void client.post(at('drop-upload'), { id }, { quiet: true }).catch(() => undefined);
    },
  };
};

/** Sends a file in the way that suits its size. */
export const fileSendingOf = (client: Client, file: File, to: UploadDestination): FileUpload =>
  (file.size <= wholeBytes ? whole : byParts)(client, file, to);
