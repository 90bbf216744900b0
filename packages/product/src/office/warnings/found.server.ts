import type { Commands } from '@keyan/engine/commands/port.ts';
import type { Engine } from '@keyan/engine/engine.ts';
import { anyOf, type Condition } from '@keyan/kernel/records/query.ts';
import type { WarnTarget } from './dictionaries.ts';

/** Matter that a rule found. */
export interface WarningMatter {
  /** Key of the resource and id of the record. */
  readonly resource: string;
  readonly id: string;
  readonly title: string;
  readonly department: string | null;
  /** Value that the rule checks, such as a date; a changed value causes a new warning. */
  readonly basis: string;
  readonly rung: number;
  /** Account ids of the people concerned. */
  readonly people: readonly (string | null)[];
  /** Loads further people, only when a warning is sent. */
  readonly others?: () => Promise<readonly (string | null)[]>;
  /** Person concerned, if several people have a matter about one record. */
  readonly concerns?: string | null;
  /** True for a secret record; nothing of its content is copied then. */
  readonly secret?: boolean;
  readonly values: Readonly<Record<string, string | number | null>>;
}

/** Input of a finder. */
export interface FinderContext {
  readonly engine: Pick<Engine, 'database' | 'resources'>;
  readonly commands: Commands;
  /** Resource keys by kind of approval. */
  readonly kinds: ReadonlyMap<string, string>;
  readonly tenantId: string;
  /** Ids of the records to check; null for all. */
  readonly only: readonly string[] | null;
  readonly today: string;
  readonly days: readonly number[];
  /** Threshold in percent, decimal text. */
  readonly threshold: string;
}

/** Conditions that limit a search to the records to check, by the field with their id. */
export const conditionsAbout = (
  { only }: Pick<FinderContext, 'only'>,
  field: string,
): readonly Condition[] => (only === null ? [] : [anyOf(field, only)]);

/** Finds the matters of a target. */
export type Finder = (looking: FinderContext) => Promise<readonly WarningMatter[]>;

/** Finders by target. */
export type FindersByTarget = Readonly<Partial<Record<WarnTarget, Finder>>>;
