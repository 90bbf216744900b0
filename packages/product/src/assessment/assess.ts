import type { Label } from '@keyan/kernel/label.ts';
import {
  type AssessedDepartment,
  type AssessedOutcome,
  type AssessValues,
  type CollegeSuggestions,
  gradedResultsOf,
  type MeasuredPerson,
  measuredPeople,
  type Program,
} from './assessing.ts';
import { measuredDepartments } from './assessing-groups.ts';
import { objects } from './dictionaries.ts';
import { type MapItems, mapAtOnce } from './grading.ts';
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
  [objects.person]: ({ people, suggestions }) => measuredPeople(people, suggestions),
  [objects.department]: ({ program, people, departments, suggestions }) =>
    measuredDepartments(program, people, departments, suggestions),
  [objects.team]: ({ people, teams, suggestions }) => teamResultsOf(people, teams, suggestions),
};

/**
 * The results of a batch. Doing it again with the same reading gives the same.
 * @param mapping how the results are made one after another: in slices where others wait
 */
export const assess = (
  reading: AssessmentReading,
  mapping: MapItems = mapAtOnce,
): Promise<readonly AssessValues[]> =>
  gradedResultsOf(outcomes[reading.program.object]?.(reading) ?? [], reading.program, mapping);

/** Message of a batch in which there is nothing to assess. */
export const nobody: Label = [
  '考核范围内没有在岗人员或已通过的团队',
  'Nobody is in service in these departments, and no team is approved',
];
