import type { AttachedFile } from '../definition/field/categories.ts';

/** Maximum number of characters of a remark, of its files, and of people named in it. */
export const maxRemarkLetters = 2000;
export const maxRemarkFiles = 10;
export const maxNamedPeople = 20;

/** Person who may be named in a remark, since they may read the record. */
export interface NamedPerson {
  readonly id: string;
  readonly name: string;
  readonly department: string;
}

/** Remark in a talk. */
export interface RemarkRow {
  readonly id: string;
  readonly author: string;
  /** Time of the remark, `yyyy-MM-dd HH:mm:ss` in Asia/Shanghai. */
  readonly time: string;
  /** Text; empty if the remark was withdrawn. */
  readonly content: string;
  /** Names of the people mentioned. */
  readonly named: readonly string[];
  readonly files: readonly AttachedFile[];
  readonly isRemoved: boolean;
  /** True for the reader's own remark, which they may withdraw. */
  readonly isOwn: boolean;
}

/** Remarks about one matter: `keyan/talk/list`. */
export interface ThreadRow {
  readonly id: string;
  readonly remarks: readonly RemarkRow[];
  /** Name of the person who settled the matter; empty while it is open. */
  readonly settledBy: string;
  readonly settleTime: string;
}
