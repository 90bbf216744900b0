import type { Label } from '@keyan/kernel/label.ts';
import type { FieldRequest } from './fields.ts';

/** Sorts of kinds that the command generates, with their folders below `packages/product/src/`. */
export const folders = {
  achievement: 'achievement',
  project: 'project',
  person: 'people',
  office: 'office',
} as const;

export type KindSort = keyof typeof folders;

export const isSort = (text: string): text is KindSort => Object.hasOwn(folders, text);

/** Kind to be generated. */
export interface KindRequest {
  readonly sort: KindSort;
  /** Name of folder, file, constant, table and page code: `concert`. */
  readonly name: string;
  /** Key of the resource, also the kind of its process: `concertapp`. */
  readonly key: string;
  readonly label: Label;
  readonly plural: string;
  /** Path of its calls. */
  readonly path: string;
  /** Number of its process in the dictionary `flow`. */
  readonly flow: number;
  readonly fields: readonly FieldRequest[];
}

/** Folder of a kind below `packages/product/src/`. */
export const folderOfKind = ({ sort, name }: Pick<KindRequest, 'sort' | 'name'>): string =>
  `${folders[sort]}/${name}`;
