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

/** Everything that a computation reads. */
export interface AssessmentReading {
  readonly program: Program;
  /** Measured by the program. */
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
 * The results of a batch. Doing it again with the same reading gives the same.
 * @param mapping how the results are made one after another: in slices where others wait
 */
export const assess = (
  reading: AssessmentReading,
  mapping: MapItems = mapSynchronously,
): Promise<readonly ComputedResult[]> =>
  gradedResultsOf(outcomes[reading.program.object]?.(reading) ?? [], reading.program, mapping);

/** Message of a batch in which there is nothing to assess. */
export const nobodyToAssess: Label = [
  '考核范围内没有在岗人员或已通过的团队',
  'The departments assessed have no staff in service and no approved team',
];
