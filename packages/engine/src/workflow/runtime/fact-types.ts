import type { Face, FieldSpec, Fields, FieldType } from '@keyan/kernel/definition/field/field.ts';
import type { Fact, FactOrigin, FactOrigins } from '@keyan/kernel/definition/life/fact.ts';
import type { FactKind, FactType, FactTypes } from '@keyan/kernel/definition/life/facts.ts';
import { processFacts } from '@keyan/kernel/definition/life/facts.ts';
import type { Kind } from '@keyan/kernel/definition/life/process.ts';
import { flattenEntries } from '@keyan/kernel/values/dictionary.ts';

const kinds: Readonly<Record<FieldType, FactKind>> = {
  text: 'text',
  note: 'text',
  rich: 'text',
  integer: 'number',
  decimal: 'number',
  money: 'number',
  percent: 'number',
  year: 'number',
  date: 'date',
  time: 'text',
  dict: 'code',
  dicts: 'list',
  ref: 'reference',
  refs: 'list',
  rows: 'list',
  files: 'list',
};

/**
 * Returns the type of a field’s fact. A list is never null, but may be empty; a field of some records only may be null.
 */
const typeOf = (spec: FieldSpec): FactType => {
  const is = kinds[spec.type];
  const filled = (spec.required || spec.filled) && spec.when === undefined && !spec.byApprover;
  const { dictionary } = spec;
  return {
    is,
    nullable: is !== 'list' && !filled,
    ...(dictionary
      ? {
          dictionary: {
            label: dictionary.label,
            codes: new Set(flattenEntries(dictionary.entries).map(({ code }) => code)),
          },
        }
      : {}),
  };
};

/** Returns the type of a face's fields as a group; if there may be no record, every member may be unknown. */
const groupOf = ({ fields }: Face, isOpen: boolean): FactType => ({
  is: 'group',
  members: new Map(
    Object.entries(fields).map(([key, { spec }]) => {
      const type = typeOf(spec);
      return [key, { ...type, nullable: type.nullable === true || (isOpen && type.is !== 'list') }];
    }),
  ),
});

/** Types of facts by origin. */
const types: {
  readonly [K in keyof FactOrigins]: (origin: FactOrigins[K], fields: Fields) => FactType;
} = {
  record: ({ reference, face }, fields) => {
    const spec = fields[reference]?.spec;
    return groupOf(face, spec === undefined || typeOf(spec).nullable === true);
  },
  branch: ({ reference }, fields) => {
    const spec = fields[reference]?.spec;
    return spec ? { ...typeOf(spec), nullable: true } : { is: 'group', members: new Map() };
  },
  parameter: ({ parameter }) => ({ ...typeOf(parameter.field.spec), nullable: false }),
  writer: () => ({
    is: 'group',
    members: new Map<string, FactType>([
      ['id', { is: 'person' }],
      ['departments', { is: 'list' }],
      ['roles', { is: 'list' }],
    ]),
  }),
  // Data beside a record are for rules only: a route would show them to everybody who sees its forecast.
  records: () => ({ is: 'group', members: new Map() }),
  catalogue: () => ({ is: 'group', members: new Map() }),
  balances: () => ({ is: 'group', members: new Map() }),
};

const typeOfFact = ({ origin }: Fact, fields: Fields): FactType =>
  (types[origin.from] as (origin: FactOrigin, fields: Fields) => FactType)(origin, fields);

/** Returns the facts that routes of a kind may use, by name. */
export const factTypesOf = ({ process, fields, facts = {} }: Kind): FactTypes => {
  const parameters = Object.entries(process.parameters).map(
    ([name, { field }]): [string, FactType] => [name, { ...typeOf(field.spec), nullable: false }],
  );
  return new Map<string, FactType>([
    ...Object.entries(fields).map(([name, field]): [string, FactType] => [
      name,
      typeOf(field.spec),
    ]),
    ...Object.entries(process.facts).map(([name, { type }]): [string, FactType] => [name, type]),
    ...Object.entries(facts).map(([name, fact]): [string, FactType] => [
      name,
      typeOfFact(fact, fields),
    ]),
    ...processFacts,
    ['param', { is: 'group', members: new Map(parameters) }],
    ['applicant', { is: 'group', members: new Map([['roles', { is: 'list' } as const]]) }],
  ]);
};
