import type { CallPart, CallWindow } from '../declaration/open-calls.ts';

/** Permission code of 申报资格: which people may lead or join which call, and from when others may. */
export const eligibleCode = 'programEligible';
export const eligiblePath = '/program/eligible';
export const eligibleService = 'kh-edu-research/program/eligible';
export const eligiblePeopleService = `${eligibleService}/people`;

/** Path of the call of 试一个团队: checks R-102 for a team and all calls in advance. */
export const teamService = 'kh-edu-research/program/team';

/** Maximum number of members of a checked team besides the leader. */
export const maxTeamMembers = 30;

/** Call for proposals in results of eligibility checks. */
export interface CheckedCall {
  readonly id: string;
  readonly planName: string;
  readonly programKindName: string;
  readonly window: CallWindow;
  readonly startTime: string;
  readonly endTime: string;
}

/** Eligibility groups of a person for a call: has applied, may lead, may join, none, closed. */
export const callStandings = ['applied', 'lead', 'join', 'none', 'closed'] as const;
export type CallStanding = (typeof callStandings)[number];

/** Call with the number of people in each eligibility group. */
export interface CallWithCounts extends CheckedCall {
  readonly people: Readonly<Record<CallStanding, number>>;
}

export interface EligibleAnswer {
  /** Departments of the people, for a filter. */
  readonly departments: readonly {
    readonly id: string;
    readonly name: string;
    readonly people: number;
  }[];
  readonly people: number;
  /** True if there are more people than were checked. */
  readonly more: boolean;
  readonly calls: readonly CallWithCounts[];
}

/** Eligibility of a person for one call: as leader, as member, and the resulting group. */
export interface CheckedPerson {
  readonly id: string;
  readonly name: string;
  readonly department: string;
  readonly standing: CallStanding;
  readonly lead: CallPart;
  readonly join: CallPart;
}

/** Eligibility of a team member for one call, in the intended role. */
export interface TeamMember {
  readonly id: string;
  readonly name: string;
  readonly leads: boolean;
  readonly part: CallPart;
}

/** Call with the results of a team; members with errors prevent a declaration. */
export interface TeamCall extends CheckedCall {
  readonly isInvited: boolean;
  readonly members: readonly TeamMember[];
}

/** Eligibility group of a person: an existing application precedes what the person may do. */
export const callStandingOf = (
  { isInvited, applies }: { readonly isInvited: boolean; readonly applies: boolean },
  lead: CallPart,
  join: CallPart,
): CallStanding => {
  if (applies) return 'applied';
  if (!isInvited) return 'closed';
  if (lead.may) return 'lead';
  return join.may ? 'join' : 'none';
};

/**
 * First day on which nothing prevents a role, as a sortable text: empty if nothing does now; sorts
 * last if no day removes the obstacle.
 */
export const firstFreeDay = ({ findings }: CallPart): string => {
  const days = findings.flatMap(({ level, until }) => (level === 'error' ? [until] : []));
  return days.includes('') ? '9999' : (days.toSorted().at(-1) ?? '');
};
