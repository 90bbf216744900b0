import type { FieldFault } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import {
  type MemberPosition,
  type MemberRow,
  memberFaults,
  memberRoleCodes,
} from '../common/parts.ts';
import { type MemberToAsk, memberAnswerCodes } from './declare-members.ts';
import { countedStatesOfDeclarations } from './declare-states.ts';
import type { PeopleFacts } from './people-facts.ts';
import { obstaclesOf, type PersonObstacle, withPersonName } from './standing.ts';

/** Fields of a declaration that R-102 checks. */
export interface DeclaredTeam {
  readonly planId: string | null;
  readonly programLeader: string | null;
  readonly members: readonly Pick<MemberRow, 'userId' | 'memberRole'>[] | null;
  readonly projectType?: string | null;
}

/** Finding of R-102 against a person in a team. */
export interface PersonFinding extends FieldFault {
  /** Number of the rule within R-102. */
  readonly rule: string;
  readonly person: string;
  readonly level: PersonObstacle['level'];
  readonly until?: string;
  readonly free?: Label;
}

/** Rules whose findings are shown at the leader field; other findings are shown at the member. */
const leaderRules: readonly string[] = ['R-102.1', 'R-102.3', 'R-102.4', 'R-102.5'];

/** Roles that process declarations and may read all findings. */
const offices: readonly string[] = ['rd_admin', 'rd_project', 'dept_secretary', 'dept_leader'];

/** General finding for readers who may not know the reason, which would reveal personal data. */
export const cannotJoinMessage = [
  '【{name}】目前不能参加本次申报，请与本人确认',
  '{name} cannot join this application at present; please check with the person',
] as const;

/** True if the writer may know the findings about a person. */
export const mayKnowFinding = (person: string, { me }: Pick<PeopleFacts, 'me'>): boolean =>
  person === me.id || me.roles.some((role) => offices.includes(role));

const nameIn = ({ accounts }: Pick<PeopleFacts, 'accounts'>, person: string): string =>
  accounts.find(({ id }) => id === person)?.realName ?? '';

/** Findings of R-102 about the people of an unsubmitted declaration: obstacles and warnings. */
export const teamFindings = (
  { planId, programLeader, members, projectType = null }: DeclaredTeam,
  facts: PeopleFacts,
  today: string,
): readonly PersonFinding[] => {
  if (!planId || !programLeader) return [];
  const call = { ...facts.plan, id: planId, wantedType: projectType };
  const told = new Set<string>();
  const said = (
    path: string,
    person: string,
    found: readonly PersonObstacle[],
  ): readonly PersonFinding[] => {
    const name = nameIn(facts, person);
    if (mayKnowFinding(person, facts)) {
      return found.flatMap((one) => {
        const message = withPersonName(name, one);
        // Skips findings about the leader as a member that repeat those of the leader.
        if (told.has(message[0])) return [];
        told.add(message[0]);
        return [
          {
            path,
            rule: one.rule,
            person: name,
            level: one.level,
            message,
            ...(one.until ? { until: one.until } : {}),
            ...(one.free ? { free: one.free } : {}),
          },
        ];
      });
    }
    return found.some(({ level }) => level === 'error')
      ? [
          {
            path,
            rule: 'R-102',
            person: name,
            level: 'error',
            message: fill(cannotJoinMessage, { name }),
          },
        ]
      : [];
  };
  const judged = { call, facts, today };
  const leadsIn = (members ?? []).some(({ userId }) => userId === programLeader);
  const ofLeader = obstaclesOf(programLeader, '1', judged);
  return [
    ...said(
      'programLeader',
      programLeader,
      leadsIn ? ofLeader.filter(({ rule }) => leaderRules.includes(rule)) : ofLeader,
    ),
    ...(members ?? []).flatMap(({ userId, memberRole }, index) => {
      if (!userId) return [];
      const part = memberRole === memberRoleCodes.leader ? '1' : '2';
      const found = obstaclesOf(userId, part, judged);
      return said(
        `members.${index}.userId`,
        userId,
        userId === programLeader ? found.filter(({ rule }) => !leaderRules.includes(rule)) : found,
      );
    }),
  ];
};

/** Findings about a team before submission; the order of members is checked first. */
export const personFindingsOf = (
  team: DeclaredTeam & { readonly members: readonly MemberPosition[] },
  facts: PeopleFacts,
  today: string,
): readonly PersonFinding[] => [
  ...(memberFaults('members', team.members, team.programLeader) ?? []).map((fault) => ({
    ...fault,
    rule: 'R-102.7',
    person: '',
    level: 'error' as const,
  })),
  ...teamFindings(team, facts, today),
];

/** Trial that checks R-102 for a team before submission. */
export const teamTrial = {
  label: ['校验申报成员', 'Check the members of an application'],
  fields: {
    planId: 'planId',
    leaderId: 'programLeader',
    members: 'members',
    projectType: 'projectType',
  },
  optional: ['projectType'],
  find: (
    {
      planId,
      programLeader,
      members,
      projectType,
    }: DeclaredTeam & { readonly members: readonly MemberPosition[] | null },
    { facts, today }: { readonly facts: PeopleFacts; readonly today: string },
  ) =>
    personFindingsOf({ planId, programLeader, members: members ?? [], projectType }, facts, today),
} as const;

/** Faults of members without confirmation, if the university requires confirmations. */
export const missingAgreementFaults = (
  members: readonly MemberToAsk[] | null,
  facts: Pick<PeopleFacts, 'accounts'>,
): readonly FieldFault[] =>
  (members ?? []).flatMap(({ userId, answer }, index) => {
    if (answer === null || answer === memberAnswerCodes.agreed) return [];
    const message: Label =
      answer === memberAnswerCodes.declined
        ? ['【{name}】不同意参与', '{name} declined to join']
        : [
            '【{name}】尚未确认参与，请保存草稿并待其确认后提交',
            '{name} has not confirmed yet: save the draft and submit after confirmation',
          ];
    const name = nameIn(facts, userId ?? '');
    return [{ path: `members.${index}.userId`, message: fill(message, { name }) }];
  });

/** True for a submitted declaration, which counts for its people. */
export const isHandedIn = ({ declareStatus }: { readonly declareStatus: string | null }): boolean =>
  (countedStatesOfDeclarations as readonly (string | null)[]).includes(declareStatus);
