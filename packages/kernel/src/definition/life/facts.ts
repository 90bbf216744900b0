import type { Label } from '../../label.ts';

/** Kind of a value, for the checks of conditions. */
export type FactKind =
  | 'boolean'
  | 'number'
  | 'text'
  | 'code'
  | 'date'
  | 'list'
  | 'person'
  | 'reference'
  | 'people'
  | 'group';

/** The type of a fact: a name that conditions of a kind may use. */
export interface FactType {
  readonly is: FactKind;
  /** May be without a value in a record that was submitted. */
  readonly nullable?: boolean;
  /** Dictionary of a code, and its codes where they are known. */
  readonly dictionary?: { readonly label: Label; readonly codes: ReadonlySet<string> | null };
  /** Facts in a group, by the name behind the dot. */
  readonly members?: FactTypes;
}

export type FactTypes = ReadonlyMap<string, FactType>;

/** Names of the process itself, which conditions of every kind may use. */
export const processFacts: FactTypes = new Map<string, FactType>([
  ['pass', { is: 'boolean' }],
  ['applyUser', { is: 'person' }],
  ['createUser', { is: 'person' }],
]);

/** Further facts that completion conditions may use. */
export const countFacts: FactTypes = new Map<string, FactType>(
  ['nrOfInstances', 'nrOfCompletedInstances', 'nrOfActiveInstances'].map((name) => [
    name,
    { is: 'number' },
  ]),
);
