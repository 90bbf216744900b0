import type { Right } from '@keyan/kernel/access/grants.ts';
import {
  anyScope,
  departmentScope,
  handles,
  own,
  type Scope,
  submitted,
  throughReference,
} from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import {
  type ChainLink,
  defineProcess,
  type Process,
} from '@keyan/kernel/definition/life/process.ts';
import type { View } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import type { Grants } from '../../shared/grants.ts';
import { program } from '../program/program.ts';
import {
  filingGrants,
  type ProgramKind,
  projectsToFileFor,
  sections,
  underWayCodes,
} from './access.ts';

/** Kinds of project. */
export const projectKinds = Object.keys(sections) as readonly ProgramKind[];

/**
 * Reference to the project of a record, with fields for lists.
 * @param tab title of the tab on the project’s page
 * @param among scope of selectable projects; running projects if undefined
 */
export const projectReferenceFields = (
  tab: Label,
  among: Scope = projectsToFileFor(...underWayCodes),
) => ({
  programId: f.ref(['项目', 'Project'], program).required().among(among).listed(tab),
  ...f.copies(
    'programId',
    program,
    'programName',
    'programNum',
    'programKind',
    'programLeader',
    'departmentId',
  ),
});

/** Project fields shown in forms. */
export const projectFieldsOnForm = [
  'programId',
  'programName',
  'programNum',
  'programLeader',
  'departmentId',
] as const;

/**
 * Access to a record about a project: drafts by the writer; after submission also by readers of the
 * project, the department and the approvers.
 */
export const accessByProject = {
  read: anyScope(
    own(),
    submitted(
      anyScope(throughReference('programId'), departmentScope('departmentId'), handles('any')),
    ),
  ),
  write: own(),
  copies: 'all' as const,
  verifiable: 'all' as const,
};

/** Ledger entry that counts a process in approval in the ledger `lifecycle`. */
export const openedProcessEntry = ({ programId }: { readonly programId: string | null }) => [
  { owner: programId, open: 1 },
];

/**
 * Approval process for a kind of project; its number in the dictionary `flow` is `place` after the
 * kind’s first.
 */
export const processFor = (
  kind: ProgramKind,
  stage: { readonly name: string; readonly label: Label; readonly place: number },
  steps: readonly ChainLink[],
  more: Partial<Pick<Process, 'parameters'>> = {},
): Process => {
  const { name, flow } = sections[kind];
  const label: Label = [`${name[0]}${stage.label[0]}`, `${name[1]} ${stage.label[1]}`];
  const category = `flow_${flow + stage.place}`;
  return defineProcess(`${kind}/${stage.name}`, label, steps, category, more);
};

type Page = Omit<View<never>, 'scope' | 'variant'>;

/** View for filing records about a kind of project, and for processing by offices. */
export const filingPage = (
  kind: ProgramKind,
  {
    name,
    label,
    order,
    rights = [],
    grants = {},
    actions = [],
  }: {
    readonly name: string;
    readonly label: Label;
    readonly order: number;
    readonly rights?: readonly Right[];
    /** Grants of additional roles and actions. */
    readonly grants?: Grants;
    readonly actions?: readonly string[];
  },
): Readonly<Record<string, Page>> => ({
  [kind]: {
    label,
    code: `${sections[kind].letter}_${name}`,
    path: `/program/${kind}/${name}`,
    menu: [kind, order],
    ...(rights.length > 0 ? { rights } : {}),
    grants: { ...filingGrants(kind), ...grants },
    actions: [
      'add',
      'edit',
      'view',
      'delete',
      'submit',
      'recall',
      'audit',
      'back',
      'backDraft',
      'abolish',
      'copy',
      'import',
      'export',
      'zip',
      'history',
      ...actions,
    ],
  },
});
