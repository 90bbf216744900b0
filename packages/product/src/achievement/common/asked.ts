/** An achievement that names the reader as an author and waits for a word. */
export interface AuthorshipQuestion {
  readonly id: string;
  /** Key of the kind. */
  readonly resource: string;
  /** The call that takes the answer. */
  readonly call: string;
  readonly title: string;
  /** Person who registered it. */
  readonly writer: string;
  /** The reader's rank among the authors. */
  readonly place: number;
  /** The page of the record with its process. */
  readonly link: string;
}
