/** State of the reminders to the authors of a record, as a page needs it. */
export interface Reminder {
  /** They were reminded today: the next time is tomorrow. */
  readonly today: boolean;
}
