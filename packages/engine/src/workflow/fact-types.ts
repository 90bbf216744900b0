import type { FactKind, FactType, FactTypes } from '@keyan/kernel/definition/facts.ts';
import { processFacts } from '@keyan/kernel/definition/facts.ts';
import type { FieldKind, FieldSpec } from '@keyan/kernel/definition/field.ts';
import type { Kind } from '@keyan/kernel/definition/process.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { flatten } from '@keyan/kernel/values/dictionary.ts';

const kinds: Readonly<Record<FieldKind, FactKind>> = {
  text: 'text',
  note: 'text',
  rich: 'text',
  integer: 'number',
  decimal: 'number',
  money: 'number',
  year: 'number',
  date: 'date',
  time: 'text',
  dict: 'code',
  dicts: 'list',
  ref: 'reference',
  rows: 'list',
  files: 'list',
};

/** A list is never without a value: it is empty. A field that only some rows have may be. */
const typeOf = (spec: FieldSpec): FactType => {
  const is = kinds[spec.kind];
  const filled = (spec.required || spec.requiredInDraft) && spec.when === undefined;
  const { dictionary } = spec;
  return {
    is,
    nullable: is !== 'list' && !filled,
    ...(dictionary
      ? {
          dictionary: {
            label: dictionary.label,
            codes: new Set(flatten(dictionary.entries).map(({ code }) => code)),
          },
        }
      : {}),
  };
};

/**
 * The fields of the records that a process names as parents, in a group each. Nothing of a parent is
 * known where the record refers to none.
 * @throws Error for a parent that is no reference to a resource: a bug of the definition.
 */
const parentTypes = (
  { fields, process: { kind, parents } }: Kind,
  resources: ReadonlyMap<string, Resource>,
): readonly [string, FactType][] =>
  Object.entries(parents).map(([name, field]) => {
    const spec = fields[field]?.spec;
    // Of a resource that is not built yet its face says what is known.
    const target = resources.get(spec?.target?.key ?? '')?.fields ?? spec?.target?.fields ?? {};
    if (!spec || Object.keys(target).length === 0)
      throw new Error(`${kind}: ${field} refers to no record`);
    const isOpen = typeOf(spec).nullable === true;
    const members = Object.entries(target).map(([key, one]): [string, FactType] => {
      const type = typeOf(one.spec);
      return [key, { ...type, nullable: type.nullable === true || (isOpen && type.is !== 'list') }];
    });
    return [name, { is: 'group', members: new Map(members) }];
  });

/**
 * The facts that routes of a kind may use, by name.
 * @param resources by key: those that the record refers to
 */
export const factTypesOf = (
  kind: Kind,
  resources: ReadonlyMap<string, Resource> = new Map(),
): FactTypes => {
  const { process, fields } = kind;
  const parameters = Object.entries(process.parameters).map(
    ([name, { is }]): [string, FactType] => [name, { is }],
  );
  return new Map<string, FactType>([
    ...Object.entries(fields).map(([name, field]): [string, FactType] => [
      name,
      typeOf(field.spec),
    ]),
    ...Object.entries(process.facts).map(([name, { type }]): [string, FactType] => [name, type]),
    ...parentTypes(kind, resources),
    ...processFacts,
    ['param', { is: 'group', members: new Map(parameters) }],
    ['applicant', { is: 'group', members: new Map([['roles', { is: 'list' } as const]]) }],
  ]);
};
