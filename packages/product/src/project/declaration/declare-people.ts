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

/** Fields of a declaration that R-102 judges. */
export interface DeclaredTeam {
  readonly planId: string | null;
  readonly programLeader: string | null;
  readonly members: readonly Pick<MemberRow, 'userId' | 'memberRole'>[] | null;
  readonly projectType?: string | null;
}

/** Something that R-102 says against a person of a team. */
export interface PersonFinding extends FieldFault {
  /** Number within R-102. */
  readonly rule: string;
  readonly person: string;
  readonly level: PersonObstacle['level'];
  readonly until?: string;
  readonly free?: Label;
}

/** Findings against the leader appear at the leader; the rest appear at the member. */
const leaderRules: readonly string[] = ['R-102.1', 'R-102.3', 'R-102.4', 'R-102.5'];

/** Roles that maintain declarations: they read all findings against everybody. */
const offices: readonly string[] = ['rd_admin', 'rd_project', 'dept_secretary', 'dept_leader'];

/** Somebody else learns no more than that a person cannot join: not which rule, and so nothing of their life. */
export const cannotJoinMessage = [
  '【{name}】目前不能参加本次申报，请与本人确认',
  '{name} cannot join this application at present; please check with the person',
] as const;

/** May whoever writes the declaration know what stands against this person? */
export const mayKnowFinding = (person: string, { me }: Pick<PeopleFacts, 'me'>): boolean =>
  person === me.id || me.roles.some((role) => offices.includes(role));

const nameIn = ({ accounts }: Pick<PeopleFacts, 'accounts'>, person: string): string =>
  accounts.find(({ id }) => id === person)?.realName ?? '';

/**
 * Findings of R-102 about the people of a declaration that is not handed in: people who may not take part or do so
 * too often, and notes for them.
 */
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
        // Messages about the leader as a member repeat those of the first line.
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

/** Findings against a team before anything is handed in; its order comes first. */
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

/** R-102 before anything is handed in: what would stand against these people. */
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

/** members who have not agreed to take part, where the school asks them. */
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

/** Tells whether a declaration is handed in, and so counts among the work of its people. */
export const isHandedIn = ({ declareStatus }: { readonly declareStatus: string | null }): boolean =>
  (countedStatesOfDeclarations as readonly (string | null)[]).includes(declareStatus);
