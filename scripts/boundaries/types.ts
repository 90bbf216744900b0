/** A file of the project, its path with `/` from the root. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

export interface Fault {
  readonly path: string;
  readonly line: number;
  readonly message: string;
}
