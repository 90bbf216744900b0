/** Types of the parts of the library in use, which it does not ship. */
declare module 'saxen' {
  /** Position of the parser; lines and columns are counted from 0. */
  export interface Context {
    readonly line: number;
    readonly column: number;
  }
  type Where = () => Context;
  /** Returns the attributes; false if one cannot be read. */
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
