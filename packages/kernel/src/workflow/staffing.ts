import type { Label } from '../label.ts';
import type { Candidates } from './directory.ts';
import { isOfDepartment, pickedFact, userOf, userReference, variableOf } from './directory.ts';
import type { Placed, UserNode } from './graph.ts';
import { title } from './graph.ts';
import { Unjudged } from './judging/judge.ts';
import type { WorkingState } from './working-state.ts';
import { refusal } from './working-state.ts';

export const unique = (values: readonly string[]): string[] => [...new Set(values)];

export interface Found {
  readonly candidates: readonly Candidates[];
  /** Active people whom the record does not name. */
  readonly users: readonly string[];
  /** Why these and not the step's own. */
  readonly reason: Label | null;
}

const pickedLater: Label = [
  '办理人由提交人在提交时指定',
  'Whoever submits names the assignee then',
];

const fromVariable = (state: WorkingState, at: Placed, name: string): Candidates[] => {
  const value = state.facts.get(name);
  // Where a submission is only tried out, nobody has picked yet.
  if (value === undefined && name === pickedFact) throw refusal(pickedLater);
  if (value === undefined) throw new Unjudged({ node: at, fact: name }, ['', '']);
  const ids = (Array.isArray(value) ? value : [value]).filter((id) => typeof id === 'string');
  return ids.flatMap((id) => resolve(state, at, userReference(id)));
};

const resolve = (state: WorkingState, at: Placed, reference: string): Candidates[] => {
  const variable = variableOf(reference);
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

/** The active people whom references mean now. */
export const usersOf = (
  state: WorkingState,
  at: Placed,
  references: readonly string[],
): readonly string[] =>
  references.flatMap((reference) => resolve(state, at, reference)).flatMap(({ users }) => users);

const notSet = (step: UserNode) =>
  refusal(['节点【{name}】没有设置审批人', 'Step “{name}” has no approver'], {
    name: title(step),
  });

const unconcerned = (state: WorkingState, candidates: readonly Candidates[]): string[] =>
  unique(candidates.flatMap((item) => item.users)).filter((user) => !state.concerns(user));

/** Administrators, when nobody else can act: no process waits without a candidate. */
export const administrators = (state: WorkingState, step: UserNode): Found => {
  const candidates = [state.input.directory.administrators];
  const users = unconcerned(state, candidates);
  if (users.length === 0) throw notSet(step);
  const reason: Label = [
    `未配置【${title(step)}】办理人，转由管理员办理`,
    `Nobody is set for “${step.english ?? title(step)}”: it goes to the administrator`,
  ];
  return { candidates, users, reason };
};

/** A step of an office, which answers for itself: the record's department has no say at it. */
export const isOffices = ({ people }: UserNode): boolean =>
  people.length > 0 &&
  people.every((reference) => reference.startsWith('role:') && !isOfDepartment(reference));

const onlyApplicant: Label = [
  '申请人为本环节唯一办理人，转由他人办理',
  'Only the applicant could act here: reassigned',
];
const onlyConcerned: Label = [
  '本环节办理人均为申请人或记录涉及的人员，转由他人办理',
  'The record names everybody who could act here: reassigned',
];

/**
 * Where the record names every holder of the role, substitutes decide (rulings 23, 44): at a step of an
 * office its own leader before all others.
 */
const substitutes = (state: WorkingState, step: UserNode, named: readonly string[]): Found => {
  const alone = named.every((user) => user === state.instance.applicant);
  const { directory } = state.input;
  const asked = isOffices(step)
    ? [
        ...step.people.flatMap((reference) => directory.officeLeaders(reference)),
        ...directory.substitutes.filter(({ ofDepartment }) => !ofDepartment),
      ]
    : directory.substitutes;
  for (const candidates of asked) {
    const users = unconcerned(state, [candidates]);
    if (users.length > 0) {
      return { candidates: [candidates], users, reason: alone ? onlyApplicant : onlyConcerned };
    }
  }
  return administrators(state, step);
};

/** The people whom the step itself names, whether they may act or not. */
export const ownCandidates = (state: WorkingState, step: UserNode): readonly Candidates[] => {
  const references =
    step.multi?.collection == null ? step.people : [`var:${step.multi.collection}`];
  return references.flatMap((reference) => resolve(state, step, reference));
};

/** The step's people; undefined when it has none and its policy decides. */
export const findPeople = (state: WorkingState, step: UserNode): Found | undefined => {
  const candidates = ownCandidates(state, step);
  const users = unconcerned(state, candidates);
  if (users.length > 0) return { candidates, users, reason: null };
  const named = candidates.flatMap((item) => item.users);
  if (named.length > 0) return substitutes(state, step, named);
  return undefined;
};
