/** What a page knows of the reminders to the authors of a record. */
export interface Reminder {
  /** They were reminded today: the next time is tomorrow. */
  readonly today: boolean;
}
