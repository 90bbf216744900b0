import {
  type AttachedFile,
  categoryFaults,
  emptyCategories,
} from '../definition/field/categories.ts';
import type { Field, FieldSpec, Fields, FieldType } from '../definition/field/field.ts';
import { fieldTypeTable, specIn } from '../definition/field/field-types.ts';
import type { Moment, ValidatorContext } from '../definition/field/validator.ts';
import { factsForRules, type KnownFacts, resultIfKnown } from '../definition/life/fact.ts';
import type { Resource } from '../definition/resource.ts';
import type { FieldFault } from '../errors.ts';
import { fill, inSentence, type Label } from '../label.ts';
import {
  type Dictionaries,
  dictionariesAsDefined,
  entryOf,
  isEntryBelow,
  isSupplied,
} from '../values/dictionary.ts';
import { isId } from '../values/id.ts';
import { isConcealedText } from '../values/mask.ts';
import type { RowLike } from '../values/row.ts';

/** Completeness of a validation: a draft may be incomplete, a submission may not. */
export type Strictness = 'draft' | 'complete';

export interface Verdict {
  /** Parsed values in stored form, without unknown keys. */
  readonly row: Record<string, unknown>;
  readonly faults: readonly FieldFault[];
}

/** Prefix of the message for an empty field: `请选择` for chosen values, `请输入` for typed ones. */
const asked: Readonly<Record<FieldType, Label>> = {
  text: ['请输入{label}', 'Enter {label}'],
  note: ['请输入{label}', 'Enter {label}'],
  rich: ['请输入{label}', 'Enter {label}'],
  integer: ['请输入{label}', 'Enter {label}'],
  decimal: ['请输入{label}', 'Enter {label}'],
  money: ['请输入{label}', 'Enter {label}'],
  percent: ['请输入{label}', 'Enter {label}'],
  year: ['请选择{label}', 'Choose {label}'],
  date: ['请选择{label}', 'Choose {label}'],
  time: ['请选择{label}', 'Choose {label}'],
  dict: ['请选择{label}', 'Choose {label}'],
  dicts: ['请选择{label}', 'Choose {label}'],
  ref: ['请选择{label}', 'Choose {label}'],
  refs: ['请选择{label}', 'Choose {label}'],
  rows: ['请填写【{label}】', 'Fill in {label}'],
  files: ['请上传【{label}】附件', 'Attach {label}'],
};

const within = (label: Label): Label => [label[0], inSentence(label)];

/** Returns the message for a field that must not be empty. */
export const emptyMessage = ({ type, label }: FieldSpec): Label =>
  fill(asked[type], { label: within(label) });

const againMessage = ({ label }: FieldSpec): Label =>
  fill(['请重新输入完整的【{label}】', 'Enter the whole of {label} again'], {
    label: within(label),
  });

export const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);

/** True if the row has the field (`when`). */
export const fieldApplies = (field: Field<unknown>, row: RowLike): boolean =>
  field.spec.when?.(row) ?? true;

/** True if the field must be filled in to submit the row. Forms mark it with an asterisk. */
export const isRequired = ({ required, requiredWhen }: FieldSpec, row: RowLike): boolean =>
  required ?? requiredWhen?.(row) ?? false;

/** Returns the id of a line; the engine accepts only ids of lines of the same record. */
const identity = ({ id }: RowLike): { id?: string } => (isId(id) ? { id } : {});

/** Row before the change, and the codes that its fields may have. */
interface Ground {
  readonly held: RowLike;
  readonly dictionaries: Dictionaries;
}

const nothingHeld: Ground = { held: {}, dictionaries: dictionariesAsDefined };

const heldLine = (held: unknown, line: RowLike): RowLike =>
  ((held as readonly RowLike[] | null | undefined) ?? []).find(
    ({ id }) => isId(id) && id === line.id,
  ) ?? {};

const sealedCodeText: Label = [
  '【{label}】的“{name}”已封存，请重新选择',
  '{label}: “{name}” is out of use; choose another',
];
const unofferedCodeText: Label = [
  '【{label}】的“{name}”在本业务中未选用，请重新选择',
  '{label}: “{name}” is not used here; choose another',
];

/**
 * Fault for a sealed code, or one that the form does not offer, unless the row already has this
 * code.
 */
const sealedFault = (value: unknown, held: unknown, spec: FieldSpec): Label | undefined => {
  const { dictionary } = spec;
  if (!dictionary) return undefined;
  const before = [held].flat();
  const entry = [value]
    .flat()
    .filter((code) => !before.includes(code))
    .map((code) => entryOf(dictionary, String(code)))
    .find((found) => found?.sealed || found?.unused);
  return (
    entry &&
    fill(entry.sealed ? sealedCodeText : unofferedCodeText, {
      label: spec.label,
      name: entry.label,
    })
  );
};

/** Returns the fields of a line with its position. */
const ordinalsOf = (fields: Fields): readonly string[] =>
  Object.keys(fields).filter((name) => fields[name]?.spec.ordinal);

/** Clears fields that do not apply to the row or line. */
const prune = (fields: Fields, row: Record<string, unknown>): void => {
  for (const [name, field] of Object.entries(fields)) {
    if (Object.hasOwn(row, name) && !fieldApplies(field, row)) row[name] = null;
  }
};

const walk = (
  fields: Fields,
  input: RowLike,
  ground: Ground,
  prefix: string,
  faults: FieldFault[],
): Record<string, unknown> => {
  const row: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    if (!Object.hasOwn(input, name) || field.spec.readonly) continue;
    const given = input[name];
    if (isEmpty(given)) {
      row[name] = null;
      continue;
    }
    const path = `${prefix}${name}`;
    const held = ground.held[name];
    const spec = specIn(field.spec, ground.dictionaries);
    if (isConcealedText(spec, given)) {
      // A masked value must come back unchanged: the form has only the mask, the server the value.
      if (given !== held) faults.push({ path, message: againMessage(spec) });
      row[name] = held ?? null;
      continue;
    }
    const parsed = fieldTypeTable[spec.type].parse(given, spec);
    if ('fault' in parsed) {
      faults.push({ path, message: parsed.fault });
    } else if (spec.type === 'rows') {
      const below = spec.fields ?? {};
      const ordinals = ordinalsOf(below);
      row[name] = (parsed.value as unknown[]).map((each, index) => {
        const line: RowLike =
          each === null || typeof each !== 'object' || Array.isArray(each) ? {} : (each as RowLike);
        const within = { ...ground, held: heldLine(held, line) };
        const read = walk(below, line, within, `${path}.${index}.`, faults);
        prune(below, read);
        const places = Object.fromEntries(
          ordinals.filter((ordinal) => isEmpty(read[ordinal])).map((each) => [each, index + 1]),
        );
        return { ...identity(line), ...read, ...places };
      });
    } else {
      row[name] = parsed.value;
      const message = sealedFault(parsed.value, held, spec);
      if (message) faults.push({ path, message });
    }
  }
  return row;
};

const findEmptyFields = (
  fields: Fields,
  row: RowLike,
  prefix: string,
  strictness: Strictness,
  faults: FieldFault[],
): void => {
  for (const [name, field] of Object.entries(fields)) {
    const { spec } = field;
    if (spec.readonly || !fieldApplies(field, row)) continue;
    const needed = strictness === 'complete' ? isRequired(spec, row) : spec.requiredInDraft;
    if (
      needed &&
      isEmpty(row[name]) &&
      !faults.some((fault) => fault.path === `${prefix}${name}`)
    ) {
      faults.push({ path: `${prefix}${name}`, message: emptyMessage(spec) });
    }
    if (spec.type === 'rows') {
      for (const [index, line] of ((row[name] as RowLike[] | null) ?? []).entries()) {
        findEmptyFields(spec.fields ?? {}, line, `${prefix}${name}.${index}.`, strictness, faults);
      }
    }
  }
};

const misplacedCodeText: Label = [
  '【{label}】与所选【{above}】不符，请重新选择',
  '{label} does not belong to the chosen {above}; choose another',
];

/** Row with its fields: a record, or a line merged into the fields and values of its record. */
interface RowWithFields {
  readonly fields: Fields;
  readonly row: RowLike;
}

/**
 * Faults for codes that are not below the code in the field that `below` names; an empty code there
 * allows all.
 */
const placeFaults = (
  fields: Fields,
  row: RowLike,
  dictionaries: Dictionaries,
  record: RowWithFields = { fields: {}, row: {} },
  prefix = '',
): readonly FieldFault[] =>
  Object.entries(fields).flatMap(([name, field]): readonly FieldFault[] => {
    const { below, dictionary, label, fields: parts } = specIn(field.spec, dictionaries);
    if (parts) {
      return ((row[name] as readonly RowLike[] | null) ?? []).flatMap((line, index) =>
        placeFaults(parts, line, dictionaries, { fields, row }, `${prefix}${name}.${index}.`),
      );
    }
    if (below === undefined) return [];
    const head = fields[below] ? { fields, row } : record;
    const above = head.row[below];
    if (!dictionary || !isSupplied(dictionary) || isEmpty(above)) return [];
    const codes = [row[name] ?? []].flat();
    if (codes.every((code) => isEntryBelow(dictionary, String(code), String(above)))) return [];
    const message = fill(misplacedCodeText, {
      label,
      above: head.fields[below]?.spec.label ?? ['', ''],
    });
    return [{ path: `${prefix}${name}`, message }];
  });

/** Data for validating a row; rules that need a fact not loaded yet are skipped. */
export interface ValidationContext extends Moment {
  readonly facts?: KnownFacts;
}

const contextOf = (resource: Resource, judged: ValidationContext): ValidatorContext => ({
  ...judged,
  now: judged.now ?? `${judged.today} 00:00:00`,
  facts: factsForRules(resource, judged.facts),
});

/** Parses input field by field; unknown and read-only keys are dropped (ruling 13). */
export const parseInput = (
  resource: Pick<Resource, 'fields'>,
  input: RowLike,
  ground: Ground = nothingHeld,
): Verdict => {
  const faults: FieldFault[] = [];
  const row = walk(resource.fields, input, ground, '', faults);
  return { row, faults };
};

/**
 * Parses and validates the complete input of a dialog. Each required category needs an uploaded
 * file, regardless of the record's files.
 * @param held row onto which the input is merged
 */
export const validateForm = (
  fields: Fields,
  held: RowLike,
  input: RowLike,
  dictionaries: Dictionaries,
): Verdict => {
  const { row, faults: wrong } = parseInput({ fields }, input, { held, dictionaries });
  const faults = [...wrong];
  findEmptyFields(fields, { ...held, ...row }, '', 'complete', faults);
  faults.push(...placeFaults(fields, { ...held, ...row }, dictionaries));
  for (const [name, { spec }] of Object.entries(fields)) {
    if (spec.type !== 'files') continue;
    const files = (row[name] as readonly AttachedFile[] | null | undefined) ?? [];
    faults.push(...categoryFaults(name, emptyCategories(spec.categories ?? [], files)));
  }
  return { row, faults };
};

/**
 * Validates a whole row: the stored one merged with the input. The form and the server run this
 * function.
 */
export const validate = (
  resource: Resource,
  stored: RowLike,
  input: RowLike,
  strictness: Strictness,
  judged: ValidationContext,
): Verdict => {
  const context = contextOf(resource, judged);
  const parsed = parseInput(resource, input, {
    // Initial values of an unsaved record are checked as if just chosen.
    held: isId(stored.id) ? stored : {},
    dictionaries: judged.dictionaries ?? dictionariesAsDefined,
  });
  const faults = [...parsed.faults];
  const row: Record<string, unknown> = {};
  for (const name of Object.keys(resource.fields)) row[name] = stored[name] ?? null;
  Object.assign(row, parsed.row);
  prune(resource.fields, row);
  Object.assign(row, computedValuesOf(resource, row, stored, judged.facts));
  findEmptyFields(resource.fields, row, '', strictness, faults);
  if (strictness === 'complete') {
    faults.push(...placeFaults(resource.fields, row, judged.dictionaries ?? dictionariesAsDefined));
    faults.push(...validatorFaults(resource, row, context));
  }
  return { row, faults };
};

/** Computes the computed values of a row; none if they need a fact not loaded yet. */
export const computedValuesOf = (
  resource: Pick<Resource, 'compute' | 'facts'>,
  row: RowLike,
  before: RowLike,
  facts: KnownFacts | undefined,
): RowLike =>
  resultIfKnown(
    () => resource.compute?.(row, before, { facts: factsForRules(resource, facts) }) ?? {},
    {},
  );

/** Returns the faults that the resource's validators find in a row. */
export const validatorFaults = (
  resource: Resource,
  row: RowLike,
  context: ValidatorContext,
): readonly FieldFault[] =>
  resource.validators.flatMap((validator) => {
    const found = resultIfKnown(() => validator.check(row, context), null);
    if (!found) return [];
    const at = validator.fields[0] as string;
    return typeof found[0] === 'string'
      ? [{ path: at, message: found as Label }]
      : (found as readonly FieldFault[]);
  });
