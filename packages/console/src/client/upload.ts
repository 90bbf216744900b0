import type { ApiFault } from './fault.ts';

/** The largest upload: 100 MB (spec §5, §9). */
export const maxUploadBytes = 100 * 1024 * 1024;

export interface UploadOptions {
  /** Percent, whole numbers; at most 98 until the server has answered, then 100 (spec §4, §9). */
  readonly onProgress?: (percent: number) => void;
  readonly signal?: AbortSignal;
}

const cap = 98;

/** Sends a form with XMLHttpRequest, because fetch tells nothing about progress. */
export const uploadForm = (
  address: string,
  form: FormData,
  headers: Readonly<Record<string, string>>,
  { onProgress, signal }: UploadOptions,
  fault: (kind: 'network' | 'aborted') => ApiFault,
): Promise<{ status: number; body: unknown }> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', address);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.responseType = 'text';
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) onProgress?.(Math.min(cap, Math.floor((loaded / total) * 100)));
    };
    request.onerror = () => reject(fault('network'));
    request.onabort = () => reject(fault('aborted'));
    request.onload = () => {
      if (request.status < 300) onProgress?.(100);
      resolve({ status: request.status, body: parse(request.responseText) });
    };
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    if (signal?.aborted) reject(fault('aborted'));
    else request.send(form);
  });

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
