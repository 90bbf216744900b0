import { hasProcess } from '@keyan/kernel/definition/field/base-fields.ts';
import type { FieldSpec } from '@keyan/kernel/definition/field/field.ts';
import { initialRow } from '@keyan/kernel/definition/field/initial-row.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { fieldApplies, isEmpty } from '@keyan/kernel/records/validate.ts';
import { seededRandom } from '@keyan/kernel/specimen/source.ts';
import { completeSpecimen } from '@keyan/kernel/specimen/specimen.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import { supplyNationalDictionaries } from '@keyan/product/shared/formats/national.server.ts';
import { agreeTo, type Caller, caller, freshTitle } from './api.ts';

interface Named {
  readonly id: string;
}

/** Returns records that the writer may choose, by the required references of the kind. */
const choicesFor = async (
  writer: Caller,
  { path, fields }: Resource,
): Promise<ReadonlyMap<FieldSpec, readonly string[]>> => {
  const choices = new Map<FieldSpec, readonly string[]>();
  for (const [name, { spec }] of Object.entries(fields)) {
    if (spec.type !== 'ref' || !spec.required || spec.readonly) continue;
    const offered = await writer.get<readonly Named[]>(
      `${path}/choices?field=${name}&form=true&size=20`,
    );
    choices.set(
      spec,
      offered.map(({ id }) => id),
    );
  }
  return choices;
};

/** Returns a small file for each attachment category that the kind requires. */
const filesFor = async (writer: Caller, { fields }: Resource): Promise<RowLike> => {
  const required = (fields.attachments?.spec.categories ?? []).filter((each) => each.required);
  const attachments: object[] = [];
  for (const { code } of required) {
    attachments.push({ id: await writer.upload('附件.pdf', code), catalog: code });
  }
  return { attachments };
};

// A server that already runs has records of an earlier run.
let serial = Math.floor(Date.now() / 1000) % 1_000_000;

/** Returns a complete record of any kind, as its form would send it. */
const recordOf = async (writer: Caller, kind: Resource): Promise<RowLike> => {
  supplyNationalDictionaries();
  serial += 1;
  const choices = await choicesFor(writer, kind);
  const drawn = completeSpecimen(kind, {
    source: seededRandom(serial),
    serial,
    targets: (_key, reference) => (reference && choices.get(reference)) ?? [],
    today: dayText(new Date()),
  });
  const title = freshTitle(kind.label[0]);
  return { ...drawn, [kind.title]: title, ...(await filesFor(writer, kind)) };
};

/** Accounts of all approvers of an achievement or activity, in the order of the routes. */
const approvers = [
  'dept_secretary',
  'dept_leader',
  'propaganda',
  'rd_achieve',
  'intl',
  'rd_leader',
] as const;

/** Lets everybody agree to a record; the office enters values reserved for it. */
export const approve = async ({ path }: Resource, id: string, known?: RowLike): Promise<void> => {
  for (const account of approvers) {
    const handler = await caller(account);
    if (account === 'rd_achieve' && known) {
      const { version } = await handler.get<RowLike>(`${path}/detail?id=${id}`);
      await agreeTo(handler, id, { ...known, version });
    } else {
      await handler.post(`${path}/approvals`, { ids: [id], flag: 'ok', comment: '同意' });
    }
  }
};

/** Values that distinguish a record of a kind from others. */
export interface Filing {
  /** Values that are relevant to the test. */
  readonly about?: RowLike;
  /** Values that the office enters when it agrees. */
  readonly known?: RowLike;
}

/** Record that was approved. */
export interface Filed {
  readonly id: string;
  readonly title: string;
  readonly row: RowLike;
}

/**
 * Registers a complete record of a kind and lets everybody agree: teachers register kinds with an
 * approval, the office other kinds.
 */
export const filed = async (kind: Resource, { about, known }: Filing = {}): Promise<Filed> => {
  const writer = await caller(hasProcess(kind) ? 'teacher' : 'rd_achieve');
  const body = { ...(await recordOf(writer, kind)), ...about };
  const { id } = await writer.post<Named>(`${kind.path}/submit`, body);
  if (hasProcess(kind)) await approve(kind, id, known);
  const row = await writer.get<RowLike>(`${kind.path}/detail?id=${id}`);
  return { id, title: String(row[kind.title]), row };
};

/** Saves a complete record of the teacher that is not submitted yet. */
export const draftOfTeacher = async (kind: Resource, about: RowLike): Promise<Filed> => {
  const writer = await caller('teacher');
  const body = { ...(await recordOf(writer, kind)), ...about };
  const { id } = await writer.post<Named>(`${kind.path}/save`, body);
  const row = await writer.get<RowLike>(`${kind.path}/detail?id=${id}`);
  return { id, title: String(row[kind.title]), row };
};

/** Makes a record that the office has released, for others to answer. */
export const released = async (kind: Resource): Promise<string> => {
  const { id } = await filed(kind);
  await (await caller('rd_achieve')).post(`${kind.path}/release`, { ids: id });
  return id;
};

/** Returns the fields that an empty form of the kind must mark as required. */
export const askedOf = ({ fields }: Resource): readonly string[] => {
  const empty = initialRow(fields, {
    id: '1',
    name: '登记人',
    departments: ['1'],
    tenantName: '江陵大学',
  });
  return Object.entries(fields)
    .filter(([name, field]) => {
      const { spec } = field;
      const required = (spec.required || spec.requiredInDraft) && !spec.readonly;
      // A form with authors begins with its writer as author.
      return required && name !== 'authors' && fieldApplies(field, empty) && isEmpty(empty[name]);
    })
    .map(([name]) => name);
};
