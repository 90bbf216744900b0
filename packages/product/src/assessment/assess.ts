import type { Label } from '@keyan/kernel/label.ts';
import {
  type AssessedDepartment,
  type AssessValues,
  type Measured,
  type Outcome,
  ofPeople,
  type Program,
  resultsOf,
  type Suggestions,
} from './assessing.ts';
import { ofDepartments } from './assessing-groups.ts';
import { objects } from './dictionaries.ts';
import { atOnce, type Mapping } from './grading.ts';
import { type AssessedTeam, ofTeams } from './team-criteria.ts';

/** Everything that a computation reads. */
export interface Reading {
  readonly program: Program;
  /** Measured by the program. */
  readonly people: readonly Measured[];
  readonly teams: readonly AssessedTeam[];
  readonly departments: readonly AssessedDepartment[];
  readonly suggestions: Suggestions;
}

const outcomes: Readonly<Record<string, (reading: Reading) => readonly Outcome[]>> = {
  [objects.person]: ({ people, suggestions }) => ofPeople(people, suggestions),
  [objects.department]: ({ program, people, departments, suggestions }) =>
    ofDepartments(program, people, departments, suggestions),
  [objects.team]: ({ people, teams, suggestions }) => ofTeams(people, teams, suggestions),
};

/**
 * The results of a batch. Doing it again with the same reading gives the same.
 * @param mapping how the results are made one after another: in slices where others wait
 */
export const assess = (
  reading: Reading,
  mapping: Mapping = atOnce,
): Promise<readonly AssessValues[]> =>
  resultsOf(outcomes[reading.program.object]?.(reading) ?? [], reading.program, mapping);

/** Message of a batch in which there is nothing to assess. */
export const nobody: Label = [
  '考核范围内没有在岗人员或已通过的团队',
  'Nobody is in service in these departments, and no team is approved',
];
