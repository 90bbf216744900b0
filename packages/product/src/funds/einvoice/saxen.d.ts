/** The library ships no types; only what is used of it is declared. */
declare module 'saxen' {
  /** Answers false where an attribute cannot be read. */
  type Attributes = () => Readonly<Record<string, string>> | false;
  export class Parser {
    on(event: 'openTag', heard: (name: string, attributes: Attributes) => void): this;
    on(event: 'closeTag', heard: () => void): this;
    on(event: 'text', heard: (text: string, decode: (text: string) => string) => void): this;
    on(event: 'cdata', heard: (text: string) => void): this;
    on(event: 'error', heard: (error: Error) => void): this;
    parse(xml: string): Error | null;
  }
}
