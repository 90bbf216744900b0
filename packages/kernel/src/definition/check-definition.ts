import type { Scope } from '../access/scope.ts';
import { checkWriteScope } from '../access/write-scope.ts';
import type { FieldSpec, Fields } from './field/field.ts';
import { checkNumbering } from './field/numbering.ts';
import { checkOpen } from './field/open.ts';
import { checkTypes } from './field/senseless.ts';
import { checkUnique } from './field/unique.ts';
import { checkActions } from './life/actions.ts';
import { checkDerived } from './life/derived.ts';
import { checkEffects } from './life/effects.ts';
import { checkFacts } from './life/fact.ts';
import { checkStates } from './life/states.ts';
import { checkTrials } from './life/trial.ts';
import { checkDisplays } from './page/displays.ts';
import { checkImportMakes } from './page/import-makes.ts';
import {
  checkBeside,
  checkKeptCounts,
  checkKeptTotals,
  checkTotals,
  checkTree,
} from './page/list.ts';
import { checkSecrecy } from './secrecy.ts';

interface Named {
  readonly key: string;
  readonly fields: Fields;
}

/**
 * Checks the copies of a resource.
 * @throws Error for a copy whose reference is missing or names another resource, and for a field
 * whose `beginsAs` names no suitable copy.
 */
const checkCopies = ({ key, fields }: Named): void => {
  for (const [name, { spec }] of Object.entries(fields)) {
    const { copyOf, beginsAs } = spec;
    const begin = beginsAs === undefined ? undefined : fields[beginsAs]?.spec;
    if (beginsAs !== undefined && !(begin?.copyOf && begin.type === spec.type)) {
      throw new Error(`${key}: ${name} begins as ${beginsAs}, which is no copy of its kind`);
    }
    const source = copyOf && fields[copyOf.from]?.spec.copyOf;
    if (source && fields[source.from]?.spec.copyOf) {
      throw new Error(`${key}: ${name} copies through more than two references`);
    }
    if (copyOf && fields[copyOf.from]?.spec.target?.key !== copyOf.target) {
      throw new Error(
        `${key}: ${name} copies from ${copyOf.from}, which names no ${copyOf.target}`,
      );
    }
  }
};

/** True if the field is one line of text by which no record or line can be found. */
const isMaskable = ({ type, searchable, unique }: FieldSpec): boolean =>
  type === 'text' && searchable !== true && !unique;

/**
 * Checks that masked fields and credentials are single lines of text by which no record can be
 * found. Masks are allowed in sub-tables; credentials are not, because drafts of forms store whole
 * lines.
 */
const checkMasks = ({
  key,
  fields,
  title,
  list,
}: Named & {
  readonly title: string;
  readonly list: { readonly filters: readonly string[] };
}): void => {
  for (const [name, { spec }] of Object.entries(fields)) {
    const inside = Object.values(spec.fields ?? {}).some(
      ({ spec: below }) => below.credential || (below.masked && !isMaskable(below)),
    );
    const asked = name === title || list.filters.includes(name);
    const told = (spec.masked || spec.credential) && (asked || !isMaskable(spec));
    if (inside || told) throw new Error(`${key}: ${name} can be neither masked nor a credential`);
    const toldTo = spec.credential?.as === 'sealed' ? spec.credential.toldTo : [];
    const stray = toldTo.find((field) => !Object.hasOwn(fields, field));
    if (stray) throw new Error(`${key}: ${name} is told to ${stray}, which is no field`);
  }
};

/** Checks that the English variant of a computed text is itself a computed text of the record. */
const checkEnglish = ({ key, fields }: Named): void => {
  for (const [name, { spec }] of Object.entries(fields)) {
    if (spec.english === undefined) continue;
    const other = fields[spec.english]?.spec;
    if (other?.type !== spec.type || !other.readonly || !spec.readonly) {
      throw new Error(`${key}: ${name} cannot be read in English from ${spec.english}`);
    }
  }
};

/** Checks that a kept field is a field of the record that people fill in outside its approval. */
const checkKept = ({ key, fields }: Named): void => {
  for (const [name, { spec }] of Object.entries(fields)) {
    const inside = Object.values(spec.fields ?? {}).some((field) => field.spec.kept);
    if (inside || (spec.kept && (spec.readonly || spec.byApprover))) {
      throw new Error(`${key}: ${name} cannot be kept`);
    }
  }
};

/** Checks that every required field can be filled in. */
const checkRequired = ({
  key,
  fields,
  form,
}: Named & { readonly form: readonly { readonly fields: readonly string[] }[] }): void => {
  const onForm = new Set(form.flatMap((section) => section.fields as readonly string[]));
  for (const [name, { spec }] of Object.entries(fields)) {
    if ((spec.required || spec.requiredWhen) && !spec.readonly && !onForm.has(name)) {
      throw new Error(`${key}: the required field ${name} is not on the form`);
    }
  }
};

/** Checks that each name of a field on the wire means one field. */
const checkAliases = ({ key, fields }: Named): void => {
  for (const [name, { spec }] of Object.entries(fields)) {
    const taken = spec.alsoNamed?.find((alias) => Object.hasOwn(fields, alias));
    if (taken) throw new Error(`${key}: ${name} is also named as the field ${taken}`);
  }
};

/**
 * Checks the fields by which rows of a workbook correct records or exclude each other: they exist,
 * and correcting is for kinds without an approval.
 */
const checkIdentity = ({
  key,
  fields,
  processes,
  identity = [],
  distinct = [],
}: Named & {
  readonly processes: readonly unknown[];
  readonly identity?: readonly (readonly string[])[];
  readonly distinct?: readonly (readonly string[])[];
}): void => {
  if (identity.length > 0 && processes.length > 0) {
    throw new Error(`${key}: rows of a workbook cannot correct records that go through approval`);
  }
  const missing = [...identity, ...distinct].flat().find((name) => !Object.hasOwn(fields, name));
  if (missing) throw new Error(`${key}: ${missing} of its identity is no field`);
};

const checkWriting = ({
  key,
  access,
}: {
  readonly key: string;
  readonly access: { readonly write: Scope };
}): void => checkWriteScope(key, access.write);

/** Checks that `lockedBehind` names a reference of the resource. */
const checkLocked = ({
  key,
  fields,
  lockedBehind: name,
}: Named & { readonly lockedBehind?: string }): void => {
  if (name !== undefined && !fields[name]?.spec.target) {
    throw new Error(`${key}: it is locked behind ${name}, which names no record`);
  }
};

/** Checks that every kind with an approval declares to whom its records may be copied. */
const checkCopied = ({
  key,
  processes,
  access: { copies },
}: {
  readonly key: string;
  readonly processes: readonly unknown[];
  readonly access: { readonly copies?: unknown };
}): void => {
  if (processes.length > 0 && copies === undefined) {
    throw new Error(`${key}: its access says nothing of copies, which its approval may give`);
  }
};

/** Checks the declarations of all fields, of records and of the dialogs of actions. */
const checkFields = ({
  key,
  fields,
  actions = {},
}: Named & {
  readonly actions?: Readonly<Record<string, { readonly form?: Fields }>>;
}): void => {
  checkTypes(key, fields);
  for (const [name, { form = {} }] of Object.entries(actions)) checkTypes(`${key}, ${name}`, form);
};

const checks = [
  checkFields,
  checkIdentity,
  checkRequired,
  checkImportMakes,
  checkNumbering,
  checkAliases,
  checkCopies,
  checkMasks,
  checkEnglish,
  checkOpen,
  checkKept,
  checkLocked,
  checkUnique,
  checkTree,
  checkBeside,
  checkTotals,
  checkKeptCounts,
  checkKeptTotals,
  checkDisplays,
  checkFacts,
  checkStates,
  checkActions,
  checkEffects,
  checkDerived,
  checkTrials,
  checkWriting,
  checkCopied,
  checkSecrecy,
] as const;

/** Definition with all properties that the checks read. */
type Definition = (typeof checks)[number] extends (definition: infer D) => void ? D : never;

/**
 * Checks a definition for contradictions that the compiler cannot see.
 * @throws Error for the first contradiction.
 */
export const checkDefinition = (definition: Definition): void => {
  for (const check of checks) check(definition);
};
