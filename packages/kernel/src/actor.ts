import type { Allowance } from './status.ts';

/**
 * Who acts: resolved once per request from the signed-in session, never from what the
 * client says. Everything that decides access is here, so that scopes are data.
 */
export interface Actor {
  readonly id: string;
  readonly tenantId: string;
  readonly account: string;
  /** The person's real name, as timelines and histories print it. */
  readonly name: string;
  /** Departments of the account; the first is the main one. */
  readonly departments: readonly string[];
  /** The same and every department above them, for what is meant for a department and all below. */
  readonly within?: readonly string[];
  /** Aliases of the roles in force (all of them, or the one switched to). */
  readonly roles: readonly string[];
  /** Button and page codes that the roles grant: `paper`, `paper_add` (decisions 3). */
  readonly permissions: ReadonlySet<string>;
  /** Whose records the roles' data scopes open: everybody's, or those of these departments. */
  readonly departmentScope: 'all' | readonly string[];
  /** What the person's tenant allows beyond the table of statuses; nothing where it is left out. */
  readonly allowances?: readonly Allowance[];
  /** Their password is one that somebody gave them: before all else they choose their own. */
  readonly passwordDue?: boolean;
}

/** Work that no person asked for (seed, import job, timer): it names its reason and is audited. */
export interface SystemActor {
  readonly system: string;
  readonly tenantId: string;
}

/** The writer of rows that nobody in person wrote. */
export const nobody = '0';

export const isSystem = (actor: Actor | SystemActor): actor is SystemActor => 'system' in actor;
