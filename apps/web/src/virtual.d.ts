declare module 'virtual:keyan/*.css';

/** Written by `plugins/definitions.ts`. */
declare module 'virtual:keyan/loads' {
  /** Loads the definition of the resource with this key, which must be one that has an outline. */
  export const load: (
    key: string,
  ) => Promise<import('@keyan/kernel/definition/resource.ts').Resource>;
  /** Loads the presentation that the resource with this key has of its own. */
  export const loadPresentation: (
    key: string,
  ) => Promise<import('@keyan/console/presentation/present.ts').Presentation> | undefined;
}

/** Outlines of all resources, written by `plugins/definitions.ts`. */
declare module 'virtual:keyan/outlines' {
  export const outlines: readonly import('@keyan/kernel/definition/page/outline.ts').ResourceOutline[];
}
