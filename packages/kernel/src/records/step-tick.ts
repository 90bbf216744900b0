/** One tick of the line of approval steps that lists and pages show. */
export interface StepTick {
  readonly key: string;
  /** The step's name as it was deployed. */
  readonly label: string;
  readonly state: 'done' | 'here' | 'returned' | 'refused' | 'todo';
  /** Somebody other than the applicant has acted on a task of the step since the last submission. */
  readonly handled?: true;
}
