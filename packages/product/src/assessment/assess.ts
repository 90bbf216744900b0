import type { Label } from '@keyan/kernel/label.ts';
import {
  type Assessed,
  type AssessedDepartment,
  type AssessedTeam,
  type AssessValues,
  type Outcome,
  ofPeople,
  type Program,
  resultsOf,
  type Suggestions,
} from './assessing.ts';
import { ofDepartments, ofTeams } from './assessing-groups.ts';
import { objects } from './dictionaries.ts';

/** Everything that a computation reads. */
export interface Reading {
  readonly program: Program;
  readonly people: readonly Assessed[];
  readonly teams: readonly AssessedTeam[];
  readonly departments: readonly AssessedDepartment[];
  readonly suggestions: Suggestions;
}

const outcomes: Readonly<Record<string, (reading: Reading) => readonly Outcome[]>> = {
  [objects.person]: ({ program, people, suggestions }) => ofPeople(program, people, suggestions),
  [objects.department]: ({ program, people, departments, suggestions }) =>
    ofDepartments(program, people, departments, suggestions),
  [objects.team]: ({ program, people, teams, suggestions }) =>
    ofTeams(program, people, teams, suggestions),
};

/** The results of a batch. Doing it again with the same reading gives the same. */
export const assess = (reading: Reading): readonly AssessValues[] =>
  resultsOf(outcomes[reading.program.object]?.(reading) ?? [], reading.program);

/** What a batch without people says. */
export const nobody: Label = [
  '考核范围内没有在岗人员',
  'Nobody is in service in these departments',
];
