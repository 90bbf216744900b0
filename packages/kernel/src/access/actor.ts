import type { Allowance } from './status.ts';

/** A data scope of a role: which rows of the resource behind a page. */
export interface RowLimit {
  /** The code of the page. */
  readonly page: string;
  /** All rows, the actor's own, or those of the departments of one of the actor's lists. */
  readonly rows: 'all' | 'own' | number;
  /** The field with the person or the department. */
  readonly field: string;
}

/** Rights that one role of the actor opens, where data scopes limit any of them. */
export interface RoleShare {
  /** The codes of its pages. */
  readonly pages: ReadonlySet<string>;
  /** The department scope of this role alone: all, or one of the actor's lists. */
  readonly reach: 'all' | number;
  readonly limits: readonly RowLimit[];
}

/**
 * Person who acts: resolved once per request from the session, never from what the client sends. It has everything
 * that decides access.
 */
export interface Actor {
  readonly id: string;
  readonly tenantId: string;
  readonly account: string;
  /** The person's real name, as timelines and histories print it. */
  readonly name: string;
  /** Departments of the account; the first is the main one. */
  readonly departments: readonly string[];
  /** Departments of the account and every department above them, for notices to a department and those below it. */
  readonly within?: readonly string[];
  /** The departments that name this person as their leader; none where it is left out. */
  readonly leads?: readonly string[];
  /** Aliases of the roles in force (all of them, or the one switched to). */
  readonly roles: readonly string[];
  /** Button and page codes that the roles grant: `paper`, `paper_add` (ruling 3). */
  readonly permissions: ReadonlySet<string>;
  /** The departments whose records the roles open: all, or these. */
  readonly departmentScope: 'all' | readonly string[];
  /** Rights that each role opens, where a data scope limits one of them; else left out. */
  readonly shares?: readonly RoleShare[];
  /** Paths of calls that only roles may call which the actor does not have. */
  readonly closed?: readonly string[];
  /** The departments that `shares` name by their place here. */
  readonly unitLists?: readonly (readonly string[])[];
  /** Allowances of the tenant beyond the table of statuses; none where it is left out. */
  readonly allowances?: readonly Allowance[];
  /** The name of an administrator who looks at this person's pages: nothing may be changed. */
  readonly viewedBy?: string;
  /** The id of that administrator: what names them stays closed to them, whose pages they may look at. */
  readonly viewerId?: string;
  /** The session that they act in; none where a call acts without one. */
  readonly sessionId?: string;
  /** The password is an initial one: only choosing another is allowed. */
  readonly passwordDue?: boolean;
}

/** Work without a person (seed data, timers); `system` names it in the history. */
export interface SystemActor {
  readonly system: string;
  readonly tenantId: string;
}

/** The author of rows without a person. */
export const nobody = '0';

export const isSystem = (actor: Actor | SystemActor): actor is SystemActor => 'system' in actor;
