import type { ApiFault } from './fault.ts';

/** Maximum percentage before the server responds. */
export const progressCap = 98;

/** Milliseconds without a byte after which the connection counts as broken. */
const stallTime = 60_000;

export interface UploadOptions {
  /** Called with whole percents; at most 98 until the server responds, then 100. */
  readonly onProgress?: (percent: number) => void;
  readonly signal?: AbortSignal;
}

/** Sends a form with XMLHttpRequest, because fetch reports no upload progress. */
export const uploadForm = (
  address: string,
  form: FormData,
  headers: Readonly<Record<string, string>>,
  { onProgress, signal }: UploadOptions,
  fault: (kind: 'network' | 'aborted') => ApiFault,
): Promise<{ status: number; body: unknown }> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(fault('aborted'));
    const request = new XMLHttpRequest();
    const stop = (): void => request.abort();
    let stalled: ReturnType<typeof setTimeout>;
    const watch = (): void => {
      clearTimeout(stalled);
      stalled = setTimeout(stop, stallTime);
    };
    request.open('POST', address);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.responseType = 'text';
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      watch();
      if (lengthComputable) onProgress?.(Math.min(progressCap, Math.floor((loaded / total) * 100)));
    };
    request.onerror = () => reject(fault('network'));
    request.onabort = () => reject(fault(signal?.aborted ? 'aborted' : 'network'));
    request.onload = () => {
      if (request.status < 300) onProgress?.(100);
      resolve({ status: request.status, body: parse(request.responseText) });
    };
    request.onloadend = () => {
      clearTimeout(stalled);
      signal?.removeEventListener('abort', stop);
    };
    signal?.addEventListener('abort', stop, { once: true });
    watch();
    request.send(form);
  });

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
