import { listFields } from '@keyan/kernel/definition/field/base-fields.ts';
import {
  type Copies,
  copiesFrom,
  copiesThroughReference,
} from '@keyan/kernel/definition/field/copies.ts';
import type { FieldSpec } from '@keyan/kernel/definition/field/field.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Invalid } from '@keyan/kernel/errors.ts';
import type { Condition } from '@keyan/kernel/records/query.ts';
import type { OptionRow } from '@keyan/kernel/wire/records.ts';
import type { PickerQuestion } from '../records/choosable.ts';
import { defaultPickerSize, offeredRows, scopeOfReference } from '../records/choosable.ts';
import { copiesThroughReferences } from '../records/copies.ts';
import { assertPage, fieldsHiddenFrom } from '../records/rights.ts';
import type { Session } from '../store/connection/database.ts';
import { choosableScope, readableBy } from '../store/statements/scope.ts';
import type { CommandContext } from './context.ts';
import { departmentsOf, mayEnterAnyDepartment } from './department.ts';
import type { WantedChoice } from './port.ts';

const ofTenant = <T>(
  { engine, actor }: CommandContext,
  work: (session: Session) => Promise<T>,
): Promise<T> => engine.database.read(actor.tenantId, work);

/** Implements `Commands.lookup`. */
export const lookupRecords = async (
  context: CommandContext,
  resource: Resource,
  wanted: PickerQuestion,
): Promise<readonly OptionRow[]> => {
  const { actor, engine } = context;
  const { catalog } = engine.store;
  if (!resource.access.choose) assertPage(resource, actor);
  const scope = resource.access.choose
    ? choosableScope(catalog, resource, undefined, actor, true)
    : readableBy(catalog, resource, actor);
  return ofTenant(context, (session) => offeredRows(session, context, resource, scope, wanted));
};

/** Returns the reference field in the dialog of an action, by its path `{action}.{field}`. */
const askedReference = ({ actions = {} }: Resource, name: string, inner: string) => {
  const form = Object.hasOwn(actions, name) ? (actions[name]?.form ?? {}) : {};
  return Object.hasOwn(form, inner) ? form[inner] : undefined;
};

/** Returns the reference field at a path of the definition, if the actor may see the field. */
const referenceAt = (
  context: CommandContext,
  resource: Resource,
  path: string,
): FieldSpec | undefined => {
  const [name = '', inner] = path.split('.');
  const fields = listFields(resource);
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  const hidden = fieldsHiddenFrom(resource, context.actor);
  if (!field && inner !== undefined && !hidden.has(inner)) {
    const asked = askedReference(resource, name, inner);
    return asked?.spec.target ? asked.spec : undefined;
  }
  if (!field || hidden.has(name)) return undefined;
  const lines = field.spec.fields ?? {};
  const { spec } =
    inner === undefined ? field : (Object.hasOwn(lines, inner) && lines[inner]) || field;
  return spec.target ? spec : undefined;
};

/** Returns a filter for options that match the typed text. */
const matching =
  (search = '') =>
  ({ text, note }: OptionRow): boolean =>
    `${text} ${note}`.toLowerCase().includes(search.trim().toLowerCase());

/** Limits options to records of the same kind where a variant takes its kind from the referenced record. */
const ofVariant = (
  { variants }: Resource,
  copies: Copies,
  { variant, ids }: WantedChoice,
): readonly Condition[] => {
  if (!variants || ids || variant === undefined || !variants.codes.includes(variant)) return [];
  const [, source] = copies.find(([name]) => name === variants.field) ?? [];
  return source === undefined ? [] : [{ field: source, operator: 'equals', value: variant }];
};

/** Implements `Commands.choices`. */
export const pickerChoices = async (
  context: CommandContext,
  resource: Resource,
  path: string,
  wanted: WantedChoice,
): Promise<readonly OptionRow[]> => {
  assertPage(resource, context.actor);
  const spec = referenceAt(context, resource, path);
  const target = spec?.target && context.engine.resources.get(spec.target.key);
  if (!spec || !target) {
    throw new Invalid([{ path: 'field', message: ['请求参数格式错误: field', 'No such field'] }]);
  }
  const scope = scopeOfReference(context, target, spec);
  if (scope === false) return [];
  return ofTenant(context, async (session) => {
    const { actor } = context;
    const limited =
      wanted.form && !wanted.ids && resource.department === path && !mayEnterAnyDepartment(actor);
    if (!limited) {
      const copies = copiesFrom(resource, path);
      const variant = ofVariant(resource, copies, wanted);
      const found = await offeredRows(session, context, target, scope, wanted, copies, variant);
      // A copied field may be a reference from which further fields are copied.
      if (copiesThroughReference(resource, path).length === copies.length) return found;
      return Promise.all(
        found.map(async (one) => {
          const beyond = await copiesThroughReferences(
            context,
            session,
            resource,
            one.values ?? {},
          );
          return { ...one, values: { ...beyond, ...one.values } };
        }),
      );
    }
    const people = await departmentsOf(session, wanted.people ?? []);
    const ids = [...new Set([...actor.departments, ...people])];
    const found = await offeredRows(session, context, target, scope, { ids });
    return found.filter(matching(wanted.search)).slice(0, wanted.size ?? defaultPickerSize);
  });
};
