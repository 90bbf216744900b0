import { specIn } from '@keyan/kernel/definition/field/field-types.ts';
import { fieldsOfFact, type KnownFacts } from '@keyan/kernel/definition/life/fact.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { computedValuesOf } from '@keyan/kernel/records/validate.ts';
import { type Dictionaries, entryOf } from '@keyan/kernel/values/dictionary.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { Facts } from '@keyan/kernel/workflow/expression.ts';
import type { FactNaming } from '@keyan/kernel/workflow/forecast/wording.ts';
import type { RecordKind } from './subject.ts';

/** Returns the names that a function reads from a row. */
const readBy = (look: (row: RowLike) => unknown, row: RowLike): ReadonlySet<string> => {
  const names = new Set<string>();
  look(
    new Proxy(row, {
      get: (target, name) => {
        if (typeof name === 'string') names.add(name);
        return Reflect.get(target, name);
      },
    }),
  );
  return names;
};

/**
 * Returns the fields on which a fact of a record depends: itself, or those from which it is computed. Fields computed
 * together all depend on everything that was read.
 * @param known facts of the resource
 */
export const sourceFieldsIn = (
  {
    resource,
    process,
  }: Pick<RecordKind, 'process'> & { readonly resource: Pick<Resource, 'compute' | 'facts'> },
  row: RowLike,
  known: KnownFacts,
): ((fact: string) => ReadonlySet<string>) => {
  const fields = readBy((given) => computedValuesOf(resource, given, row, known), row);
  const names = new Set(Object.keys(computedValuesOf(resource, row, row, known)));
  const ofField = (name: string): ReadonlySet<string> =>
    names.has(name) ? new Set([name, ...fields]) : new Set([name]);
  return (fact) => {
    const own = Object.hasOwn(process.facts, fact) ? process.facts[fact] : undefined;
    const outside = resource.facts?.[fact];
    const sources = own ? [...readBy(own.of, row)] : outside ? fieldsOfFact(outside) : [fact];
    return new Set([fact, ...sources.flatMap((name) => [...ofField(name)])]);
  };
};

/**
 * Returns the labels of a kind's facts.
 * @param frozen facts frozen at submission
 * @param hidden fields that the reader may not see: they get no label
 */
export const factNamingOf = (
  { resource, process }: RecordKind,
  dictionaries: Dictionaries,
  frozen: Facts,
  hidden: ReadonlySet<string>,
): FactNaming => {
  const fieldOf = (name: string) =>
    Object.hasOwn(resource.fields, name) && !hidden.has(name) ? resource.fields[name] : undefined;
  return {
    labelOf: (name): Label | undefined =>
      Object.hasOwn(process.facts, name) ? process.facts[name]?.label : fieldOf(name)?.spec.label,
    codeOf: (name, code) => {
      const field = fieldOf(name);
      const dictionary = field && specIn(field.spec, dictionaries).dictionary;
      return dictionary && entryOf(dictionary, code)?.label;
    },
    frozenOf: (group, name) => {
      const values = frozen[group];
      if (typeof values !== 'object' || values === null || Array.isArray(values)) return undefined;
      const value = (values as Facts)[name];
      return typeof value === 'string' ? value : undefined;
    },
  };
};
