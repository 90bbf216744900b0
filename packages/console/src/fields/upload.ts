import type {
  AttachedFile,
  AttachmentCategory,
} from '@keyan/kernel/definition/field/categories.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';

/** Maximum megabytes of a file, unless the server states another limit. */
export const defaultMaxMegabytes = 100;

/** Texts of uploads, word for word from the specification. */
export const uploadTexts = {
  failed: ['【{name}】上传失败!', 'Uploading {name} failed'],
  done: ['【{name}】上传成功!', '{name} was uploaded'],
  tooLarge: ['上传文件大小不能超过【{max}】MB!', 'Files must not exceed {max} MB'],
  tooMany: ['【{category}】最多上传 {limit} 个文件', '{category} takes at most {limit} files'],
  remove: ['确定将【{name}】文件移除?', 'Remove {name}?'],
  removed: ['操作成功!', 'Done'],
  offline: ['网络异常!', 'Network error!'],
  unfinished: [
    '附件还没有传完，请等待、继续或放弃',
    'Attachments are still uploading: wait, resume or discard them',
  ],
} as const satisfies Record<string, Label>;

/** Splits files into those that may be uploaded, and messages about the rest. */
export const admitFiles = (
  files: readonly File[],
  category: AttachmentCategory,
  present: number,
): { readonly accepted: readonly File[]; readonly refusals: readonly Label[] } => {
  const { megabytes: max = defaultMaxMegabytes } = category;
  const small = files.filter((file) => file.size <= max * 1024 * 1024);
  const room = Math.max(0, category.limit - present);
  const refusals: Label[] = [];
  if (small.length < files.length) refusals.push(fill(uploadTexts.tooLarge, { max }));
  if (small.length > room) {
    refusals.push(fill(uploadTexts.tooMany, { category: category.label, limit: category.limit }));
  }
  return { accepted: small.slice(0, room), refusals };
};

/** Returns `318 kB`, `2.4 MB`: powers of ten, as in file managers. */
export const sizeText = (bytes: number): string => {
  const units = ['B', 'kB', 'MB', 'GB'];
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
  const value = bytes / 1000 ** step;
  return `${value >= 10 || step === 0 ? Math.round(value) : value.toFixed(1)} ${units[step]}`;
};

/** Returns the category for pasted or dropped files: the first required category without a file. */
export const nextCategory = (
  categories: readonly AttachmentCategory[],
  files: readonly AttachedFile[],
): AttachmentCategory | undefined =>
  categories.find(
    ({ required, code }) => required && !files.some((file) => file.catalog === code),
  ) ?? categories[0];
