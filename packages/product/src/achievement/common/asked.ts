/** Achievement that names the user as author and waits for an answer. */
export interface AuthorshipQuestion {
  readonly id: string;
  /** Key of the resource. */
  readonly resource: string;
  /** Path of the call that stores the answer. */
  readonly call: string;
  readonly title: string;
  /** Person who registered it. */
  readonly writer: string;
  /** Position of the user among the authors. */
  readonly place: number;
  /** Path of the record's page. */
  readonly link: string;
}
