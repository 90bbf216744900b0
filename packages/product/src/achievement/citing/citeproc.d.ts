/** Types of the part of citeproc that `style.server.ts` uses; the package has none. */
declare module 'citeproc' {
  interface Sources {
    retrieveLocale(language: string): string;
    retrieveItem(id: string): object;
  }
  class Engine {
    constructor(sources: Sources, style: string, language: string, forced: boolean);
    setOutputFormat(format: 'text' | 'html'): void;
    updateItems(ids: readonly string[]): void;
    /** Returns the entries, each with a trailing line break. */
    makeBibliography(): [settings: object, entries: string[]];
  }
  const csl: { readonly Engine: typeof Engine };
  export default csl;
}
