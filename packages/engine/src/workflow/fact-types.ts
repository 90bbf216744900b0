import type { FactKind, FactType, FactTypes } from '@keyan/kernel/definition/facts.ts';
import { processFacts } from '@keyan/kernel/definition/facts.ts';
import type { FieldKind, FieldSpec } from '@keyan/kernel/definition/field.ts';
import type { Kind } from '@keyan/kernel/definition/process.ts';
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

/** The facts that routes of a kind may use, by name. */
export const factTypesOf = ({ process, fields }: Kind): FactTypes => {
  const parameters = Object.entries(process.parameters).map(
    ([name, { is }]): [string, FactType] => [name, { is }],
  );
  return new Map<string, FactType>([
    ...Object.entries(fields).map(([name, field]): [string, FactType] => [
      name,
      typeOf(field.spec),
    ]),
    ...Object.entries(process.facts).map(([name, { type }]): [string, FactType] => [name, type]),
    ...processFacts,
    ['param', { is: 'group', members: new Map(parameters) }],
    ['applicant', { is: 'group', members: new Map([['roles', { is: 'list' } as const]]) }],
  ]);
};
