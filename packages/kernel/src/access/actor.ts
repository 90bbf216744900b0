import type { Allowance } from './status.ts';

/** Data scope of a role: limits which records of the resource behind a page the role sees. */
export interface RowLimit {
  /** Code of the page. */
  readonly page: string;
  /**
   * All rows; the actor's own; or the rows of a list of departments, by its index in `unitLists`.
   */
  readonly rows: 'all' | 'own' | number;
  /** Field of the row with the person or the department. */
  readonly field: string;
}

/** Rights of one role of the actor, kept apart if a data scope limits any role. */
export interface RoleShare {
  /** Page codes that the role grants. */
  readonly pages: ReadonlySet<string>;
  /** Department scope of this role alone: all, or an index in `unitLists`. */
  readonly reach: 'all' | number;
  readonly limits: readonly RowLimit[];
}

/**
 * Person who acts, with all data that decides access. Resolved once per request from the session,
 * never from the request.
 */
export interface Actor {
  readonly id: string;
  readonly tenantId: string;
  readonly account: string;
  /** Real name of the person, as timelines and histories print it. */
  readonly name: string;
  /** Departments of the account; the first is the main one. */
  readonly departments: readonly string[];
  /** Departments of the account and every department above them, for notices to a department and those below it. */
  readonly within?: readonly string[];
  /** Departments whose record names this person as their leader; none if omitted. */
  readonly leads?: readonly string[];
  /** Aliases of the roles in force (all of them, or the one switched to). */
  readonly roles: readonly string[];
  /** Button and page codes that the roles grant, such as `paper`, `paper_add` (ruling 3). */
  readonly permissions: ReadonlySet<string>;
  /** Departments whose records the roles open: all, or a list of ids. */
  readonly departmentScope: 'all' | readonly string[];
  /** Rights by role, if a data scope limits any of them; otherwise omitted. */
  readonly shares?: readonly RoleShare[];
  /** Paths of calls that API scopes reserve for roles that the actor does not have. */
  readonly closed?: readonly string[];
  /** Lists of department ids, to which `shares` refer by index. */
  readonly unitLists?: readonly (readonly string[])[];
  /** Allowances of the tenant beyond the table of statuses; none if omitted. */
  readonly allowances?: readonly Allowance[];
  /** Name of an administrator who views this person's pages; if set, every change is refused. */
  readonly viewedBy?: string;
  /** Id of that administrator: records hidden from them stay hidden while they view the pages. */
  readonly viewerId?: string;
  /** Session of the request; omitted for work without a session. */
  readonly sessionId?: string;
  /** True while the password is an initial one: only a few calls, such as its change, are allowed. */
  readonly passwordDue?: boolean;
}

/** Actor of work without a person (seed data, timers); `system` is its name in the history. */
export interface SystemActor {
  readonly system: string;
  readonly tenantId: string;
}

/** Id of the author of rows without a person. */
export const nobody = '0';

export const isSystem = (actor: Actor | SystemActor): actor is SystemActor => 'system' in actor;
