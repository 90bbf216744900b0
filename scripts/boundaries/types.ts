/** File of the project; its path is relative to the root, with `/`. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

export interface Fault {
  readonly path: string;
  readonly line: number;
  readonly message: string;
}
