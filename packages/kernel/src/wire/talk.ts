import type { AttachedFile } from '../definition/field/categories.ts';

/** Letters of a remark, its files, and people whom it may name. */
export const maxRemarkLetters = 2000;
export const maxRemarkFiles = 10;
export const maxNamedPeople = 20;

/** A person who may be named in a remark: they may read the record. */
export interface NamedPerson {
  readonly id: string;
  readonly name: string;
  readonly department: string;
}

/** One line of a talk. */
export interface RemarkRow {
  readonly id: string;
  readonly author: string;
  /** `yyyy-MM-dd HH:mm:ss` in Asia/Shanghai. */
  readonly time: string;
  /** Empty where it was taken back. */
  readonly content: string;
  /** Names of the people whom it mentions. */
  readonly named: readonly string[];
  readonly files: readonly AttachedFile[];
  readonly isRemoved: boolean;
  /** Is it the reader's own? Then they may take it back. */
  readonly isOwn: boolean;
}

/** Remarks about one matter: `keyan/talk/list`. */
export interface ThreadRow {
  readonly id: string;
  readonly remarks: readonly RemarkRow[];
  /** Empty while it is open. */
  readonly settledBy: string;
  readonly settleTime: string;
}
