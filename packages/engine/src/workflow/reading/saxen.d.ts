/** The library ships no types; only what is used of it is declared. */
declare module 'saxen' {
  /** Where the parser stands; lines and columns are counted from 0. */
  export interface Context {
    readonly line: number;
    readonly column: number;
  }
  type Where = () => Context;
  /** Answers false where an attribute cannot be read. */
  type Attributes = () => Readonly<Record<string, string>> | false;
  export class Parser {
    on(
      event: 'openTag',
      heard: (
        name: string,
        attributes: Attributes,
        decode: unknown,
        closed: boolean,
        at: Where,
      ) => void,
    ): this;
    on(
      event: 'closeTag',
      heard: (name: string, decode: unknown, opened: boolean, at: Where) => void,
    ): this;
    on(
      event: 'text',
      heard: (text: string, decode: (text: string) => string, at: Where) => void,
    ): this;
    on(event: 'cdata', heard: (text: string, at: Where) => void): this;
    on(event: 'attention', heard: (text: string, decode: unknown, at: Where) => void): this;
    on(event: 'error' | 'warn', heard: (error: Error, at: Where) => void): this;
    parse(xml: string): Error | null;
    stop(): void;
  }
}
