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

/** All kinds of project. */
export const projectKinds = Object.keys(sections) as readonly ProgramKind[];

/**
 * The project that a record is about, with what lists show of it.
 * @param tab the title under which the project's page lists the records
 * @param among which projects may be chosen; those under way, if it is left out
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

/** Fields of the project that forms show. */
export const projectFieldsOnForm = [
  'programId',
  'programName',
  'programNum',
  'programLeader',
  'departmentId',
] as const;

/** The writer's; once submitted, of whoever reads the project, looks after its department or decides. */
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

/** Counts a process of this project in approval, for the ledger `lifecycle`. */
export const openedProcessEntry = ({ programId }: { readonly programId: string | null }) => [
  { owner: programId, open: 1 },
];

/** The approval of a kind of project; its number stands `place` behind the first of the kind's. */
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

/** The page of a kind of project on which people file such records, and the offices handle them. */
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
    /** Grants of further roles, and actions beside those of every record. */
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
