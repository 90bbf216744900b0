import type { CallPart, CallWindow } from '../declaration/open-calls.ts';

/** 申报资格: of the people whom somebody looks after, who may lead or join which call, and until when the others may not. */
export const eligibleCode = 'programEligible';
export const eligiblePath = '/program/eligible';
export const eligibleService = 'kh-edu-research/program/eligible';
export const eligiblePeopleService = `${eligibleService}/people`;

/** 试一个团队: the rules of R-102 over people together and all calls, before anything is written. */
export const teamService = 'kh-edu-research/program/team';

/** People whom a team that is tried may have beside its leader. */
export const maxTeamMembers = 30;

/** A call, as its eligibility is told. */
export interface CheckedCall {
  readonly id: string;
  readonly planName: string;
  readonly programKindName: string;
  readonly window: CallWindow;
  readonly startTime: string;
  readonly endTime: string;
}

/** Standing of a person towards a call: what they do there, else what they may. */
export const callStandings = ['applied', 'lead', 'join', 'none', 'closed'] as const;
export type CallStanding = (typeof callStandings)[number];

/** A call with the number of people in each standing. */
export interface CallWithCounts extends CheckedCall {
  readonly people: Readonly<Record<CallStanding, number>>;
}

export interface EligibleAnswer {
  /** Departments of these people, to choose one. */
  readonly departments: readonly {
    readonly id: string;
    readonly name: string;
    readonly people: number;
  }[];
  readonly people: number;
  /** More people than are judged at once: the rest is left out. */
  readonly more: boolean;
  readonly calls: readonly CallWithCounts[];
}

/** Eligibility of a person for one call: to lead, to join, and the standing that follows. */
export interface CheckedPerson {
  readonly id: string;
  readonly name: string;
  readonly department: string;
  readonly standing: CallStanding;
  readonly lead: CallPart;
  readonly join: CallPart;
}

/** Eligibility of a team member for one call, in the part that the member would take. */
export interface TeamMember {
  readonly id: string;
  readonly name: string;
  readonly leads: boolean;
  readonly part: CallPart;
}

/** A call and the team: whoever has errors keeps it from declaring. */
export interface TeamCall extends CheckedCall {
  readonly isInvited: boolean;
  readonly members: readonly TeamMember[];
}

/** Order of standings: what a person does under a call counts before what they may. */
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
 * First day on which nothing keeps a person from a part of a call any more, as text that sorts; the empty text where
 * nothing does, and one that sorts last where no day frees them.
 */
export const firstFreeDay = ({ findings }: CallPart): string => {
  const days = findings.flatMap(({ level, until }) => (level === 'error' ? [until] : []));
  return days.includes('') ? '9999' : (days.toSorted().at(-1) ?? '');
};
