/** Types of the library’s entry, which it does not ship. */
declare module 'bpmn-moddle' {
  export interface Element {
    readonly $type: string;
    readonly $parent?: Element;
    readonly id?: string;
    get(name: string): unknown;
    set(name: string, value: unknown): void;
  }
  export class BpmnModdle {
    constructor(packages?: Readonly<Record<string, unknown>>);
    create(type: string, attributes?: Readonly<Record<string, unknown>>): Element;
    fromXML(xml: string): Promise<{
      readonly rootElement: Element;
      readonly elementsById: Readonly<Record<string, Element | undefined>>;
      readonly warnings: readonly Error[];
    }>;
    toXML(element: Element, options?: { readonly format?: boolean }): Promise<{ xml: string }>;
  }
}
