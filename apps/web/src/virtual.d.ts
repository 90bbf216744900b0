declare module 'virtual:keyan/*.css';

/** Lines of pages by resource, written by `plugins/definitions.ts`. */
declare module 'virtual:keyan/pages' {
  export const lines: readonly {
    readonly key: string;
    readonly pages: readonly import('@keyan/console/presentation/lazy.ts').PageLine[];
    readonly load: () => Promise<import('@keyan/kernel/definition/resource.ts').Resource>;
  }[];
}

/** Outlines of all resources, written by `plugins/definitions.ts`. */
declare module 'virtual:keyan/outlines' {
  export const outlines: readonly import('@keyan/kernel/definition/outline.ts').Outline[];
}
