import type { Label } from '../label.ts';
import type { ResolvedReference } from './directory.ts';
import {
  isOfDepartment,
  pickedFor,
  pickedPeopleFact,
  userOf,
  userReference,
  variableOfReference,
} from './directory.ts';
import type { NodeInForks, UserNode } from './graph.ts';
import { nodeTitle } from './graph.ts';
import { ConditionUndecidable } from './judging/judge.ts';
import type { WorkingState } from './working-state.ts';
import { refusal } from './working-state.ts';

export const uniqueValues = (values: readonly string[]): string[] => [...new Set(values)];

export interface FoundPeople {
  readonly candidates: readonly ResolvedReference[];
  /** Active people not named in the record. */
  readonly users: readonly string[];
  /** Reason for assigning others than the step's people, or null. */
  readonly reason: Label | null;
}

const pickedLater: Label = ['办理人由提交人在提交时指定', 'The assignee is named at submission'];

const fromVariable = (state: WorkingState, at: NodeInForks, name: string): ResolvedReference[] => {
  const fact = state.facts.get(name);
  const value = name === pickedPeopleFact ? pickedFor(fact, at.id) : fact;
  // In a dry run of a submission, nobody has been picked yet.
  if (value === undefined && name === pickedPeopleFact) throw refusal(pickedLater);
  if (value === undefined) throw new ConditionUndecidable({ node: at, fact: name }, ['', '']);
  const ids = (Array.isArray(value) ? value : [value]).filter((id) => typeof id === 'string');
  return ids.flatMap((id) => resolve(state, at, userReference(id)));
};

const resolve = (state: WorkingState, at: NodeInForks, reference: string): ResolvedReference[] => {
  const variable = variableOfReference(reference);
  if (variable !== undefined) return fromVariable(state, at, variable);
  const user = userOf(reference);
  if (user === undefined) return [state.input.directory.resolve(reference)];
  return [
    {
      reference: userReference(user),
      users: state.input.directory.isActive(user) ? [user] : [],
    },
  ];
};

/** Returns the active people to whom references currently resolve. */
export const usersOf = (
  state: WorkingState,
  at: NodeInForks,
  references: readonly string[],
): readonly string[] =>
  references.flatMap((reference) => resolve(state, at, reference)).flatMap(({ users }) => users);

const notSet = (step: UserNode) =>
  refusal(['节点【{name}】没有设置审批人', 'Step “{name}” has no approver'], {
    name: nodeTitle(step),
  });

const unconcerned = (state: WorkingState, candidates: readonly ResolvedReference[]): string[] =>
  uniqueValues(candidates.flatMap((item) => item.users)).filter((user) => !state.concerns(user));

/** True for a step of an office, independent of the record's department. */
export const isOffices = ({ people }: UserNode): boolean =>
  people.length > 0 &&
  people.every((reference) => reference.startsWith('role:') && !isOfDepartment(reference));

const onlyApplicant: Label = [
  '申请人为本环节唯一办理人，转由他人办理',
  'Only the applicant could act here: passed to others',
];
const onlyConcerned: Label = [
  '本环节办理人均为申请人或记录涉及的人员，转由他人办理',
  'Everybody who could act here is named in the record: passed to others',
];

/**
 * Returns the people who replace those named in the record, in order: the leader of the step's
 * office first.
 */
const substitutesFor = (state: WorkingState, step: UserNode): readonly ResolvedReference[] => {
  const { directory } = state.input;
  return isOffices(step)
    ? [
        ...step.people.flatMap((reference) => directory.officeLeaders(reference)),
        ...directory.substitutes.filter(({ ofDepartment }) => !ofDepartment),
      ]
    : directory.substitutes;
};

/** Returns the first group with people not named in the record. */
const firstOf = (
  state: WorkingState,
  asked: readonly ResolvedReference[],
): Omit<FoundPeople, 'reason'> | undefined => {
  for (const candidates of asked) {
    const users = unconcerned(state, [candidates]);
    if (users.length > 0) return { candidates: [candidates], users };
  }
  return undefined;
};

const nobodyElse: Label = ['转由他人办理', 'passed to others'];
const toAdministrators: Label = ['转由管理员办理', 'passed to the administrator'];

/**
 * Returns the administrators, so that no process is without candidates. If the record names all of
 * them, its substitutes decide (ruling 23).
 */
export const administratorsFor = (state: WorkingState, step: UserNode): FoundPeople => {
  const { directory } = state.input;
  const own = firstOf(state, [directory.administrators]);
  const found = own ?? firstOf(state, substitutesFor(state, step));
  if (!found) throw notSet(step);
  const [zh, en] = own ? toAdministrators : nobodyElse;
  const reason: Label = [
    `未配置【${nodeTitle(step)}】办理人，${zh}`,
    `Nobody is set for “${step.english ?? nodeTitle(step)}”: ${en}`,
  ];
  return { ...found, reason };
};

/**
 * If the record names every holder of the role, substitutes decide (rulings 23, 44): at a step of
 * an office its leader first.
 */
const substitutes = (
  state: WorkingState,
  step: UserNode,
  named: readonly string[],
): FoundPeople => {
  const found = firstOf(state, substitutesFor(state, step));
  if (!found) return administratorsFor(state, step);
  const alone = named.every((user) => user === state.instance.applicant);
  return { ...found, reason: alone ? onlyApplicant : onlyConcerned };
};

/** Returns the people of the step's references, whether they may act or not. */
export const stepCandidates = (
  state: WorkingState,
  step: UserNode,
): readonly ResolvedReference[] => {
  const references =
    step.multi?.collection == null ? step.people : [`var:${step.multi.collection}`];
  return references.flatMap((reference) => resolve(state, step, reference));
};

/** Returns the people for a step; undefined if there are none and its policy decides. */
export const findPeople = (state: WorkingState, step: UserNode): FoundPeople | undefined => {
  const candidates = stepCandidates(state, step);
  const users = unconcerned(state, candidates);
  if (users.length > 0) return { candidates, users, reason: null };
  const named = candidates.flatMap((item) => item.users);
  if (named.length > 0) return substitutes(state, step, named);
  return undefined;
};
