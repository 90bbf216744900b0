import type { Commands } from '@keyan/engine/commands/port.ts';
import type { Engine } from '@keyan/engine/engine.ts';
import { anyOf, type Condition } from '@keyan/kernel/records/query.ts';
import type { WarnTarget } from './dictionaries.ts';

/** Something that a rule found. */
export interface WarningMatter {
  /** Key of the kind, and the record. */
  readonly resource: string;
  readonly id: string;
  readonly title: string;
  readonly department: string | null;
  /** The value that the rule looks at: another one warns again. */
  readonly basis: string;
  readonly rung: number;
  /** Accounts of those whom the record is about. */
  readonly people: readonly (string | null)[];
  /** Further people, looked up when somebody is told. */
  readonly others?: () => Promise<readonly (string | null)[]>;
  /** Person concerned, where several people have a matter about the same record. */
  readonly concerns?: string | null;
  /** Is it about a record under secrecy? Nothing of it is copied then. */
  readonly secret?: boolean;
  readonly values: Readonly<Record<string, string | number | null>>;
}

/** Context of a finder. */
export interface FinderContext {
  readonly engine: Pick<Engine, 'database' | 'resources'>;
  readonly commands: Commands;
  /** Keys of resources by the kinds of their approvals. */
  readonly kinds: ReadonlyMap<string, string>;
  readonly tenantId: string;
  /** Records that are asked about; null for all. */
  readonly only: readonly string[] | null;
  readonly today: string;
  readonly days: readonly number[];
  /** Percent, as decimal text. */
  readonly threshold: string;
}

/** Conditions that keep a search to the records that are asked about, by the field that names them. */
export const conditionsAbout = (
  { only }: Pick<FinderContext, 'only'>,
  field: string,
): readonly Condition[] => (only === null ? [] : [anyOf(field, only)]);

/** Function that finds the matters of a target. */
export type Finder = (looking: FinderContext) => Promise<readonly WarningMatter[]>;

/** Finders of some targets. */
export type FindersByTarget = Readonly<Partial<Record<WarnTarget, Finder>>>;
