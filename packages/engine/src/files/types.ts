import { open } from 'node:fs/promises';
import type yauzl from 'yauzl';

/** File type that may be uploaded: its content type, and the allowed content. */
interface FileKind {
  readonly mime: string;
  /** Detected content types that fit the extension; empty means plain text. */
  readonly content: readonly string[];
  /** First bytes of a type that the detection cannot recognise. */
  readonly begins?: readonly string[];
}

const zip = 'application/zip';
const compound = 'application/x-cfb';
const office = 'application/vnd.openxmlformats-officedocument';

/**
 * Allowed file types by extension. Other extensions are refused, and so is content that does not match its extension.
 */
const fileKinds: Readonly<Record<string, FileKind>> = {
  pdf: { mime: 'application/pdf', content: ['application/pdf'] },
  jpg: { mime: 'image/jpeg', content: ['image/jpeg'] },
  jpeg: { mime: 'image/jpeg', content: ['image/jpeg'] },
  png: { mime: 'image/png', content: ['image/png', 'image/apng'] },
  gif: { mime: 'image/gif', content: ['image/gif'] },
  bmp: { mime: 'image/bmp', content: ['image/bmp'] },
  tif: { mime: 'image/tiff', content: ['image/tiff'] },
  tiff: { mime: 'image/tiff', content: ['image/tiff'] },
  heic: { mime: 'image/heic', content: ['image/heic', 'image/heif'] },
  webp: { mime: 'image/webp', content: ['image/webp'] },
  doc: { mime: 'application/msword', content: [compound] },
  xls: { mime: 'application/vnd.ms-excel', content: [compound] },
  ppt: { mime: 'application/vnd.ms-powerpoint', content: [compound] },
  et: { mime: 'application/vnd.ms-excel', content: [compound, zip] },
  dps: { mime: 'application/vnd.ms-powerpoint', content: [compound, zip] },
  wps: { mime: 'application/vnd.ms-works', content: [compound, zip] },
  docx: {
    mime: `${office}.wordprocessingml.document`,
    content: [`${office}.wordprocessingml.document`, zip],
  },
  xlsx: {
    mime: `${office}.spreadsheetml.sheet`,
    content: [`${office}.spreadsheetml.sheet`, zip],
  },
  pptx: {
    mime: `${office}.presentationml.presentation`,
    content: [`${office}.presentationml.presentation`, zip],
  },
  // The file is sent as a download, never shown: its styles could run in a browser.
  xml: { mime: 'application/xml', content: ['application/xml'] },
  ofd: { mime: 'application/ofd', content: [zip] },
  // Format of articles from CNKI; some files with this extension are PDF.
  caj: {
    mime: 'application/octet-stream',
    content: ['application/pdf'],
    begins: ['CAJ', 'HN', 'KDH ', 'TEB'],
  },
  zip: { mime: zip, content: [zip] },
  rar: { mime: 'application/x-rar-compressed', content: ['application/x-rar-compressed'] },
  '7z': { mime: 'application/x-7z-compressed', content: ['application/x-7z-compressed'] },
  mp3: { mime: 'audio/mpeg', content: ['audio/mpeg'] },
  mp4: { mime: 'video/mp4', content: ['video/mp4', 'video/x-m4v', 'video/quicktime'] },
  txt: { mime: 'text/plain; charset=utf-8', content: [] },
  csv: { mime: 'text/csv; charset=utf-8', content: [] },
  bib: { mime: 'text/plain; charset=utf-8', content: [] },
  ris: { mime: 'text/plain; charset=utf-8', content: [] },
};

/** Extensions that the page previews. */
const previewable: ReadonlySet<string> = new Set(['pdf', 'jpg', 'jpeg', 'png', 'gif']);

export const isPreviewable = (suffix: string): boolean => previewable.has(suffix);

export const mimeOf = (suffix: string): string =>
  fileKinds[suffix]?.mime ?? 'application/octet-stream';

/** Returns the lower-case extension: `论文全文.PDF` → `pdf`; empty for none. */
export const suffixOf = (fileName: string): string => {
  const dot = fileName.lastIndexOf('.');
  return dot < 0 ? '' : fileName.slice(dot + 1).toLowerCase();
};

/** Returns the extensions that may be uploaded, as a list in a sentence. */
export const allowedSuffixes = (): string => Object.keys(fileKinds).join('、');

export const isAllowedSuffix = (suffix: string): boolean => Object.hasOwn(fileKinds, suffix);

const headLength = 64 * 1024;

const headOf = async (path: string): Promise<Buffer> => {
  const handle = await open(path, 'r');
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(headLength), 0, headLength, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
};

/** True if the first bytes contain no NUL, and no markup that a browser would run. */
const isPlainText = (head: Buffer): boolean =>
  !head.includes(0) && !/^\s*<(?:!doctype|html|script|svg|\?xml)/i.test(head.toString('latin1'));

/** True if the bytes of the file match its extension; the content type that the client sent is ignored. */
export const contentMatchesSuffix = async (path: string, suffix: string): Promise<boolean> => {
  const kind = fileKinds[suffix];
  if (!kind) return false;
  const head = await headOf(path);
  if (head.length === 0) return false;
  if (kind.begins?.some((bytes) => head.toString('latin1', 0, bytes.length) === bytes)) return true;
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(head);
  return kind.content.length === 0
    ? found === undefined && isPlainText(head)
    : found !== undefined && kind.content.includes(found.mime);
};

/** Maximum sum of unpacked sizes of an archive, in bytes. */
const maxUnpacked = 1024 ** 3;
const maxEntries = 20_000;

const isZip = (head: Buffer): boolean => head.subarray(0, 4).equals(Buffer.from('PK\x03\x04'));

/** True if an archive, in a file or in memory, would unpack to more than `most` bytes (ASVS 5.2.3). */
export const isBomb = async (source: string | Buffer, most = maxUnpacked): Promise<boolean> => {
  if (!isZip(typeof source === 'string' ? await headOf(source) : source)) return false;
  const { default: zip } = await import('yauzl');
  return new Promise((resolve) => {
    const look = (error: Error | null, archive: yauzl.ZipFile): void => {
      // A damaged archive is no bomb: code that opens it reports the damage.
      if (error) {
        resolve(false);
        return;
      }
      let total = 0;
      let entries = 0;
      const judge = (bomb: boolean): void => {
        archive.close();
        resolve(bomb);
      };
      archive.on('error', () => judge(false));
      archive.on('end', () => resolve(false));
      archive.on('entry', (entry: yauzl.Entry) => {
        total += entry.uncompressedSize;
        entries += 1;
        if (total > most || entries > maxEntries) judge(true);
        else archive.readEntry();
      });
      archive.readEntry();
    };
    const options = { lazyEntries: true, autoClose: true };
    if (typeof source === 'string') zip.open(source, options, look);
    else zip.fromBuffer(source, options, look);
  });
};
