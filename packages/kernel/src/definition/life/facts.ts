import type { Label } from '../../label.ts';

/** Type of a value, for checking conditions. */
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

/** Type of a name that conditions of a kind may use. */
export interface FactType {
  readonly is: FactKind;
  /** True if the value may be empty in a submitted record. */
  readonly nullable?: boolean;
  /** Dictionary of a code; its codes are null if unknown. */
  readonly dictionary?: { readonly label: Label; readonly codes: ReadonlySet<string> | null };
  /** Types of the members of a group, by the name after the dot. */
  readonly members?: FactTypes;
}

export type FactTypes = ReadonlyMap<string, FactType>;

/** Facts of the process itself, available in conditions of every kind. */
export const processFacts: FactTypes = new Map<string, FactType>([
  ['pass', { is: 'boolean' }],
  ['applyUser', { is: 'person' }],
  ['createUser', { is: 'person' }],
]);

/** Further facts, available in completion conditions. */
export const countFacts: FactTypes = new Map<string, FactType>(
  ['nrOfInstances', 'nrOfCompletedInstances', 'nrOfActiveInstances'].map((name) => [
    name,
    { is: 'number' },
  ]),
);
