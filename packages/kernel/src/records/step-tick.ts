/** Tick on the line of approval steps that lists and pages show. */
export interface StepTick {
  readonly key: string;
  /** Name of the step in the deployed route. */
  readonly label: string;
  readonly state: 'done' | 'here' | 'returned' | 'refused' | 'todo';
  /** True if somebody other than the applicant has acted at the step since the last submission. */
  readonly handled?: true;
}
