/** Something that whoever runs the program can put right; the text says what and how. */
export declare class Failure extends Error {
  constructor(message: string, cause?: unknown);
}
/** What to print of an error: the text of a failure, the whole trace of a bug. */
export declare function describeError(error: unknown): string;
//# sourceMappingURL=failure.d.ts.map
