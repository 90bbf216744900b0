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
 * Outlet: publishable records of a resource. Only approved, non-secret records are published
 * which follows from the resource.
 */
export interface PublishingOutlet {
  /** Key in public ids: `oai:…:papersapp/12`. Must never change after a release. */
  readonly key: string;
  readonly label: Label;
  readonly resource: Resource;
  /** Entity of its records. */
  readonly is: EntityName;
  /** Codes that records must have in addition to approval and non-secrecy. */
  readonly open?: readonly CodeScope[];
  /** Resource and its reference to this one: records referenced by a secret record are excluded. */
  readonly unlessSecret?: { readonly resource: Resource; readonly by: string };
  /** Reference to an account: only records of people who publish their profile. */
  readonly consent?: string;
  /** Reference to the department, whose OAI sets (with ancestors) contain the record. */
  readonly department?: string;
  /** Fields to read. */
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

/** Scope of approved projects; revoked projects are excluded. */
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

/** Public form of a kind; types among which its records choose share an entity. */
const formOf = (kind: Resource): WorkForm => {
  const type = citationOf(kind)?.type ?? 'document';
  return workForms[typeof type === 'string' ? type : type.else];
};

/** Outlets of all kinds of achievement with a citation. */
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

/** Deviating properties of outlets, by kind of achievement. */
const particular: Readonly<Record<string, Partial<PublishingOutlet>>> = {
  // Excludes reports that were submitted to or commented by leaders internally.
  [advisory.key]: { open: [withCode('adoptType', '02', '04', '05', '06')] },
  [patent.key]: {
    // Excludes 国防专利, which must not be published.
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

/** Available outlets; the office enables them individually. */
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
