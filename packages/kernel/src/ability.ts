/**
 * What people do to a record: each is a call of the server, a verb of the page, and judged for one
 * record and one person.
 */
export type Ability =
  | 'edit'
  | 'submit'
  | 'remove'
  | 'recall'
  | 'backDraft'
  | 'abolish'
  | 'copy'
  | 'audit'
  | 'zip';
