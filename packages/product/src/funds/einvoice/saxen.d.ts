/** Types of the parts of `saxen` that are used; the library ships none. */
declare module 'saxen' {
  /** Attributes of the element; false if they are malformed. */
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
