/** Menu code of the page 权限追踪, which explains who may open a page and why a person sees a record. */
export const explainCode = 'explain';
export const explainPath = '/system/explain';

/** Role with access to a page or button. */
export interface RoleWithRight {
  readonly id: string;
  readonly alias: string;
  readonly name: string;
  /** Description of the records that the role gives access to. */
  readonly width: string;
  /** Names of the data scopes that limit the role on the page. */
  readonly limits: readonly string[];
  readonly people: number;
}

/** Person with access to a page or button. */
export interface PersonWithRight {
  readonly id: string;
  readonly name: string;
  readonly department: string;
  /** Names of the roles that give access. */
  readonly roles: readonly string[];
}

export interface PageAnswer {
  readonly roles: readonly RoleWithRight[];
  readonly people: readonly PersonWithRight[];
  readonly total: number;
}

/** Explanation of what one role of a person contributes to seeing a record. */
export interface RoleAnswer {
  readonly id: string;
  readonly name: string;
  readonly width: string;
  /** Pages of the record's resource that the role has; if empty, the role gives no access. */
  readonly pages: readonly string[];
  readonly limits: readonly string[];
  /** Rules by which the role gives access to the record; if empty, it gives none. */
  readonly rules: readonly string[];
}

export interface RecordAnswer {
  readonly title: string;
  readonly kind: string;
  readonly person: string;
  readonly sees: boolean;
  readonly roles: readonly RoleAnswer[];
}
