import { processFields } from '@keyan/kernel/definition/field/base-fields.ts';
import type { FieldSpec } from '@keyan/kernel/definition/field/field.ts';
import { type Resource, untypedResource } from '@keyan/kernel/definition/resource.ts';
import { dictionary, entryOf } from '@keyan/kernel/values/dictionary.ts';
import { achievements } from '../../achievement/achievements.ts';
import { activityHeld } from '../../activity/held.ts';
import { personnel } from '../../people/personnel.ts';
import { programApproval } from '../../project/program/program-approval.ts';
import { project } from '../../project/project.ts';
import { department } from '../../system/departments/department.ts';
import type { PublishingOutlet } from '../outlets.ts';

/** Resource that other systems may read: approved, non-secret records. */
export type OpenResource = Pick<PublishingOutlet, 'resource' | 'unlessSecret'>;

const plain: readonly Resource[] = [
  ...achievements.map(untypedResource),
  untypedResource(personnel),
  untypedResource(department),
  untypedResource(activityHeld),
];

export const openResources: readonly OpenResource[] = [
  ...plain.map((resource) => ({ resource })),
  {
    resource: untypedResource(project),
    unlessSecret: { resource: untypedResource(programApproval), by: 'programInfoId' },
  },
];

export const openResourceOf = (key: string): OpenResource | undefined =>
  openResources.find(({ resource }) => resource.key === key);

/** Resources of the open interface; codes are resource keys. */
export const openResource = dictionary(
  'openResource',
  ['开放的记录', 'Open records'],
  openResources.map(({ resource }) => [resource.key, ...resource.label] as const),
);

/** Field types that are never published. */
const closedKinds: readonly FieldSpec['type'][] = ['files'];

/** True if a field may be published; secret fields, masked fields and files may not. */
const mayLeave = (spec: FieldSpec): boolean =>
  spec.secret === undefined &&
  spec.openTo === undefined &&
  !('masked' in spec && spec.masked !== undefined) &&
  !('credential' in spec && spec.credential !== undefined) &&
  !closedKinds.includes(spec.type);

/** Fields of a resource that a scope may name. */
export const openFieldsOf = ({ fields }: Pick<Resource, 'fields'>): readonly string[] =>
  Object.entries(fields)
    .filter(([, { spec }]) => mayLeave(spec))
    .map(([name]) => name);

/** Value reduced to the publishable columns of its lines. */
export const openValue = (spec: FieldSpec, value: unknown): unknown => {
  if (spec.type !== 'rows' || !Array.isArray(value)) return value ?? null;
  const open = Object.entries(spec.fields).filter(([, field]) => mayLeave(field.spec));
  return value.map((line: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(open.map(([name]) => [name, line[name] ?? null])),
  );
};

const listed = (text: string): readonly string[] =>
  text
    .split(/[,，、;；\s]+/)
    .map((each) => each.trim())
    .filter((each) => each !== '');

/** Field names of a scope, from its comma-separated text. */
export const fieldNames = listed;

/** Field with the states of a resource; undefined without states. */
export const stateSpec = (
  resource: Resource,
): { readonly path: string; readonly spec: FieldSpec } | undefined => {
  const own = resource.states?.field;
  const spec = own === undefined ? undefined : resource.fields[own]?.spec;
  if (own !== undefined && spec) return { path: own, spec };
  return resource.processes.length > 0
    ? { path: 'auditStatus', spec: processFields.auditStatus.spec }
    : undefined;
};

/** Codes that are not states of the resource. */
export const unknownStates = (resource: Resource, codes: readonly string[]): readonly string[] => {
  const spec = stateSpec(resource)?.spec;
  return codes.filter((code) => spec?.type !== 'dict' || !entryOf(spec.dictionary, code));
};
