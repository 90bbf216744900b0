import { type CodeScope, withCode } from '@keyan/kernel/access/scope.ts';
import { type Resource, untypedResource } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { achievements } from '../achievement/achievements.ts';
import { advisory } from '../achievement/advisory/advisory.ts';
import { citationOf, fieldsForCiting } from '../achievement/citing/item.ts';
import { patent } from '../achievement/property/patent.ts';
import { activityHeld } from '../activity/held.ts';
import { personnel } from '../people/personnel.ts';
import { programApproval } from '../project/program/program-approval.ts';
import { project } from '../project/project.ts';
import { department } from '../system/departments/department.ts';
import type { Entity, EntityName } from './entity.ts';
import { type WorkForm, workForms } from './forms.ts';
import {
  eventEntity,
  fundingEntity,
  type MappingContext,
  outputEntity,
  patentEntity,
  personEntity,
  projectEntity,
  unitEntity,
} from './mapping.ts';

/**
 * An outlet: records of a resource that may leave the university, and how. Only what is approved and under no secrecy
 * does: both follow from the resource.
 */
export interface PublishingOutlet {
  /** Names its records outside: `oai:…:papersapp/12`. Never changed once released. */
  readonly key: string;
  readonly label: Label;
  readonly resource: Resource;
  /** The entity that its records are. */
  readonly is: EntityName;
  /** Codes that its records have, beside those of approval and secrecy. */
  readonly open?: readonly CodeScope[];
  /** Records of another resource, by the reference that names this one: none of them is secret. */
  readonly unlessSecret?: { readonly resource: Resource; readonly by: string };
  /** The reference to an account: only records of people who publish their profile. */
  readonly consent?: string;
  /** The reference to the department, whose set and those above have the record. */
  readonly department?: string;
  /** Fields that are read. */
  readonly reads: readonly string[];
  as(row: RowLike, around: MappingContext): Entity;
}

const projectFields = [
  'programName',
  'programNum',
  'programKind',
  'programLeader',
  'departmentId',
  'startDate',
  'endDate',
  'content',
  'resource',
  'approvalNum',
  'funds',
  'members',
] as const;

/** States of a project that has been approved; one that was revoked is none. */
const approved = withCode('status', '20', '21', '22', '30', '40', '50', '60', '90');

const ofProject = {
  resource: untypedResource(project),
  unlessSecret: { resource: untypedResource(programApproval), by: 'programInfoId' },
  department: 'departmentId',
  reads: projectFields,
};

const outputFields = (kind: Resource): readonly string[] => [
  ...new Set([
    ...fieldsForCiting(kind),
    ...(kind.englishTitle ? [kind.englishTitle] : []),
    ...['artNameEn', 'bookNameEn', 'standardNameEn', 'keywords', 'isOA', 'projects', 'url'].filter(
      (name) => Object.hasOwn(kind.fields, name),
    ),
  ]),
];

/** The form of a kind: types among which its records choose are of one entity. */
const formOf = (kind: Resource): WorkForm => {
  const type = citationOf(kind)?.type ?? 'document';
  return workForms[typeof type === 'string' ? type : type.else];
};

/** Every kind of achievement that is cited, as its citation says. */
const outputs: readonly PublishingOutlet[] = achievements
  .map(untypedResource)
  .filter((kind) => citationOf(kind))
  .map((kind) => ({
    key: kind.key,
    label: kind.label,
    resource: kind,
    is: formOf(kind).is,
    department: 'fkDeptId',
    reads: outputFields(kind),
    as: (row, around) => outputEntity(kind, row, around),
  }));

/** Parts in which an outlet differs from other kinds of achievement. */
const particular: Readonly<Record<string, Partial<PublishingOutlet>>> = {
  // Reports that were printed for the authorities or judged by their leaders are for them alone.
  [advisory.key]: { open: [withCode('adoptType', '02', '04', '05', '06')] },
  [patent.key]: {
    // 国防专利 are published by nobody.
    open: [withCode('patentType', '01', '02', '03', '04', '05', '07')],
    reads: [
      ...outputFields(untypedResource(patent)),
      'patentType',
      'applyDate',
      'grantDate',
      'publicDate',
      'grantNum',
      'country',
    ],
    as: (row, around) => patentEntity(outputEntity(untypedResource(patent), row, around), row),
  },
};

/** Records that may leave the university, by outlet; the office chooses among them. */
export const outlets: readonly PublishingOutlet[] = [
  ...outputs.map((outlet) => ({ ...outlet, ...particular[outlet.key] })),
  {
    ...ofProject,
    key: project.key,
    label: ['科研项目（纵向、校级）', 'Projects (grants, university)'],
    is: 'Project',
    open: [approved, withCode('programKind', 'vertical', 'school', 'cultural')],
    as: projectEntity,
  },
  {
    ...ofProject,
    key: 'contractProject',
    label: ['横向项目', 'Projects by contract'],
    is: 'Project',
    open: [approved, withCode('programKind', 'horizontal')],
    as: projectEntity,
  },
  {
    ...ofProject,
    key: 'funding',
    label: ['项目资助', 'Grants'],
    is: 'Funding',
    open: [approved, withCode('programKind', 'vertical')],
    as: fundingEntity,
  },
  {
    key: personnel.key,
    label: ['科研人员（本人公开主页的）', 'Researchers who publish their profile'],
    resource: untypedResource(personnel),
    is: 'Person',
    consent: 'userId',
    department: 'fkDeptId',
    reads: ['name', 'userId', 'fkDeptId'],
    as: personEntity,
  },
  {
    key: department.key,
    label: ['机构', 'Departments'],
    resource: untypedResource(department),
    is: 'OrgUnit',
    open: [withCode('status', '1')],
    department: 'id',
    reads: ['deptName', 'deptNameEn', 'fullName', 'parentId'],
    as: unitEntity,
  },
  {
    key: activityHeld.key,
    label: ['举办的学术活动', 'Activities held'],
    resource: untypedResource(activityHeld),
    is: 'Event',
    department: 'fkDeptId',
    reads: [
      'activityName',
      'activityType',
      'startDate',
      'endDate',
      'place',
      'hostUnit',
      'fkDeptId',
      'content',
    ],
    as: eventEntity,
  },
];

export const outletOf = (key: string): PublishingOutlet | undefined =>
  outlets.find((outlet) => outlet.key === key);
