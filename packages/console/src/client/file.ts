/** Returns the file name of Content-Disposition: `filename*` of RFC 6266 first, then `filename`. */
export const fileNameOf = (headers: Headers): string | undefined => {
  const disposition = headers.get('Content-Disposition') ?? '';
  const extended = /filename\*\s*=\s*UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (extended) {
    try {
      return decodeURIComponent(extended);
    } catch {
      return extended;
    }
  }
  const plain = /filename\s*=\s*("([^"]*)"|[^;]+)/i.exec(disposition);
  return (plain?.[2] ?? plain?.[1])?.trim();
};

/** Saves a blob as a download of the browser. */
export const saveBlob = (blob: Blob, name: string): void => {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the object URL after this task; a minute is enough.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
};
