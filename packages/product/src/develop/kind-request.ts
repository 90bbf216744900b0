import type { Label } from '@keyan/kernel/label.ts';
import type { FieldRequest } from './fields.ts';

/** Sorts of kinds that the command writes, with the folder of `packages/product/src/` in which each stands. */
export const folders = {
  achievement: 'achievement',
  project: 'project',
  person: 'people',
  office: 'office',
} as const;

export type KindSort = keyof typeof folders;

export const isSort = (text: string): text is KindSort => Object.hasOwn(folders, text);

/** A kind to be written. */
export interface KindRequest {
  readonly sort: KindSort;
  /** Name of its folder, file, constant, table and page code: `concert`. */
  readonly name: string;
  /** Key of the resource, also the kind of its process: `concertapp`. */
  readonly key: string;
  readonly label: Label;
  readonly plural: string;
  /** Address of its calls. */
  readonly path: string;
  /** Number of its process in the dictionary `flow`. */
  readonly flow: number;
  readonly fields: readonly FieldRequest[];
}

/** Folder of a kind below `packages/product/src/`. */
export const folderOfKind = ({ sort, name }: Pick<KindRequest, 'sort' | 'name'>): string =>
  `${folders[sort]}/${name}`;
