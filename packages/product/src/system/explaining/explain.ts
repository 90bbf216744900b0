/** 权限追踪: whose rights open a page, and why somebody sees a record. */
export const explainCode = 'explain';
export const explainPath = '/system/explain';

/** A role that holds a page or a button. */
export interface RoleWithRight {
  readonly id: string;
  readonly alias: string;
  readonly name: string;
  /** Range of records that it opens, in words. */
  readonly width: string;
  /** The data scopes that narrow it on this page. */
  readonly limits: readonly string[];
  readonly people: number;
}

/** Somebody who has it. */
export interface PersonWithRight {
  readonly id: string;
  readonly name: string;
  readonly department: string;
  /** Names of the roles that give it. */
  readonly roles: readonly string[];
}

export interface PageAnswer {
  readonly roles: readonly RoleWithRight[];
  readonly people: readonly PersonWithRight[];
  readonly total: number;
}

/** Answer of one role of a person about a record. */
export interface RoleAnswer {
  readonly id: string;
  readonly name: string;
  readonly width: string;
  /** Pages of the record that the role has; without one it opens nothing by itself. */
  readonly pages: readonly string[];
  readonly limits: readonly string[];
  /** The rules by which it opens the record; none: it does not. */
  readonly rules: readonly string[];
}

export interface RecordAnswer {
  readonly title: string;
  readonly kind: string;
  readonly person: string;
  readonly sees: boolean;
  readonly roles: readonly RoleAnswer[];
}
