import { user } from '@keyan/kernel/definition/field/base-fields.ts';
import type { Fields } from '@keyan/kernel/definition/field/field.ts';
import { specIn } from '@keyan/kernel/definition/field/field-types.ts';
import type { FactKind, FactType } from '@keyan/kernel/definition/life/facts.ts';
import type { Kind } from '@keyan/kernel/definition/life/process.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { type Dictionaries, flattenEntries } from '@keyan/kernel/values/dictionary.ts';
import { factTypesOf } from '../runtime/fact-types.ts';
import type { MatterRegistry } from '../runtime/matters.ts';

/** Fact that conditions may use. */
export interface FactInVocabulary {
  /** Path of the fact: `amount`, `param.leaderAmount`. */
  readonly name: string;
  readonly label: Label;
  readonly is: FactKind;
  /** True if a submitted record may lack the value. */
  readonly nullable: boolean;
  /** Entries of its dictionary, if it has one of at most 120 entries. */
  readonly options: readonly { readonly value: string; readonly label: Label }[];
}

/** Facts, fields and people with which a route of a kind can be written. */
export interface RouteVocabulary {
  readonly facts: readonly FactInVocabulary[];
  /** Fields that a step may allow its assignee to change. */
  readonly fields: readonly { readonly name: string; readonly label: Label }[];
  /** Fields that contain people. */
  readonly people: readonly { readonly name: string; readonly label: Label }[];
  readonly matters: readonly { readonly name: string; readonly label: Label }[];
}

/** Types of facts that a condition can compare. */
const comparable: ReadonlySet<FactKind> = new Set([
  'boolean',
  'number',
  'code',
  'text',
  'date',
  'list',
]);

/** Maximum number of dictionary entries that a condition offers as a list; codes of larger dictionaries are typed. */
const maxOptions = 120;

/** Field types with lines, files or markup: no condition compares them. */
const never: ReadonlySet<string> = new Set(['rows', 'files', 'rich', 'note', 'refs']);

const applicantsRoles: Label = ['申请人的角色', 'Roles of the applicant'];
const parameter: Label = ['参数', 'Parameter'];

/** Names of facts that identify rather than describe the record. */
const internal: ReadonlySet<string> = new Set(['pass', 'applyUser', 'createUser']);

const within = (group: Label, [zh, en]: Label): Label => [
  `${group[0]} · ${zh}`,
  `${group[1]} · ${en}`,
];

const optionsIn = (fields: Fields, name: string, dictionaries: Dictionaries) => {
  const spec = fields[name]?.spec;
  const dictionary = spec && specIn(spec, dictionaries).dictionary;
  const entries = dictionary ? flattenEntries(dictionary.entries) : [];
  return entries.length > maxOptions
    ? []
    : entries.map(({ code, label }) => ({ value: code, label }));
};

/**
 * Returns the vocabulary for routes of a kind, from the fields of its records, its parameters, and the matters for
 * which it may wait.
 */
export const routeVocabularyOf = (
  kind: Kind,
  dictionaries: Dictionaries,
  matters: MatterRegistry,
): RouteVocabulary => {
  const { fields, process, facts = {} } = kind;
  const word = (
    name: string,
    label: Label,
    { is, nullable = false }: FactType,
    options: FactInVocabulary['options'] = [],
  ): readonly FactInVocabulary[] =>
    comparable.has(is) ? [{ name, label, is, nullable, options }] : [];

  const members = (group: string, label: Label, { members: of }: FactType, own: Fields) =>
    [...(of ?? [])].flatMap(([name, type]) => {
      const called = own[name]?.spec.label ?? [name, name];
      const options = optionsIn(own, name, dictionaries);
      return word(`${group}.${name}`, within(label, called), type, options);
    });

  const parameters: Fields = Object.fromEntries(
    Object.entries(process.parameters).map(([name, { field }]) => [name, field]),
  );
  const words = [...factTypesOf(kind)].flatMap(([name, type]): readonly FactInVocabulary[] => {
    if (internal.has(name)) return [];
    const spec = fields[name]?.spec;
    if (spec) {
      return never.has(spec.type)
        ? []
        : word(name, spec.label, type, optionsIn(fields, name, dictionaries));
    }
    if (name === 'param') return members('param', parameter, type, parameters);
    if (name === 'applicant') return word('applicant.roles', applicantsRoles, { is: 'list' });
    const own = process.facts[name];
    if (own) return word(name, own.label ?? [name, name], type);
    const origin = facts[name]?.origin;
    if (origin?.from !== 'record') return [];
    const reference = fields[origin.reference]?.spec.label ?? [name, name];
    return members(name, reference, type, origin.face.fields);
  });

  const named = Object.entries(fields).map(([name, { spec }]) => ({
    name,
    label: spec.label,
    spec,
  }));
  return {
    facts: words,
    fields: named
      .filter(({ spec }) => spec.readonly !== true || spec.byApprover === true)
      .map(({ name, label }) => ({ name, label })),
    people: named
      .filter(({ spec }) => spec.type === 'ref' && spec.target?.key === user.key)
      .map(({ name, label }) => ({ name, label })),
    matters: [...matters.values()].map(({ name, label }) => ({ name, label })),
  };
};
