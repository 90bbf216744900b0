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

/** Records that other systems of the university may read: approved, and under no secrecy. */
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

/** Resources that other systems may read, by key. */
export const openResource = dictionary(
  'openResource',
  ['开放的记录', 'Open records'],
  openResources.map(({ resource }) => [resource.key, ...resource.label] as const),
);

/** Kinds of fields that leave the system as values. */
const closedKinds: readonly FieldSpec['type'][] = ['files'];

/** May the field leave at all? Secrets, private data and files never do. */
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

/** A value with only those parts of its lines that may leave. */
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

/** Names of fields that a scope gives as one text. */
export const fieldNames = listed;

/** The field whose codes are the states of a resource, where it has states. */
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

/** Codes among these that are no state of the resource. */
export const unknownStates = (resource: Resource, codes: readonly string[]): readonly string[] => {
  const spec = stateSpec(resource)?.spec;
  return codes.filter((code) => spec?.type !== 'dict' || !entryOf(spec.dictionary, code));
};
