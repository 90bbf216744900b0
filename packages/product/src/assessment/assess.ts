import type { Label } from '@keyan/kernel/label.ts';
import {
  type AssessedDepartment,
  type AssessedOutcome,
  type CollegeSuggestions,
  type ComputedResult,
  gradedResultsOf,
  type MeasuredPerson,
  measuredPeople,
  type Program,
} from './assessing.ts';
import { measuredDepartments } from './assessing-groups.ts';
import { assessObjectCodes } from './dictionaries.ts';
import { type MapItems, mapSynchronously } from './grading.ts';
import { type AssessedTeam, teamResultsOf } from './team-criteria.ts';

/** Input of the computation of a batch. */
export interface AssessmentReading {
  readonly program: Program;
  /** People with their measured required and actual values. */
  readonly people: readonly MeasuredPerson[];
  readonly teams: readonly AssessedTeam[];
  readonly departments: readonly AssessedDepartment[];
  readonly suggestions: CollegeSuggestions;
}

const outcomes: Readonly<
  Record<string, (reading: AssessmentReading) => readonly AssessedOutcome[]>
> = {
  [assessObjectCodes.person]: ({ people, suggestions }) => measuredPeople(people, suggestions),
  [assessObjectCodes.department]: ({ program, people, departments, suggestions }) =>
    measuredDepartments(program, people, departments, suggestions),
  [assessObjectCodes.team]: ({ people, teams, suggestions }) =>
    teamResultsOf(people, teams, suggestions),
};

/**
 * Computes the results of a batch; equal input gives equal results.
 * @param mapping maps people to results; on the server in slices that yield to other requests
 */
export const assess = (
  reading: AssessmentReading,
  mapping: MapItems = mapSynchronously,
): Promise<readonly ComputedResult[]> =>
  gradedResultsOf(outcomes[reading.program.object]?.(reading) ?? [], reading.program, mapping);

/** Refusal of a batch in whose range nobody is assessed. */
export const nobodyToAssess: Label = [
  '考核范围内没有在岗人员或已通过的团队',
  'The departments assessed have no staff in service and no approved team',
];
