import type { Plugin, Rolldown } from 'vite';

/** Vite's note of the style sheets that a chunk brings along. */
type Chunk = Rolldown.OutputChunk & { readonly viteMetadata?: { importedCss: Set<string> } };

/** A chunk, and all that must be there before it runs. */
const withImports = (start: Chunk, bundle: Rolldown.OutputBundle): ReadonlySet<Chunk> => {
  const found = new Set([start]);
  // A set may grow while it is gone through: what is added is gone through, too.
  for (const { imports } of found) {
    for (const name of imports) {
      const next = bundle[name];
      if (next?.type === 'chunk') found.add(next);
    }
  }
  return found;
};

/**
 * Names the files of the frame on the tag of `theme.js`, which runs first and asks for them when
 * somebody is signed in: otherwise they would be known only once the entry has run.
 * @param frame the module that the frame begins at, as a path
 */
export const frameEarly = (frame: string): Plugin => ({
  name: 'keyan:early',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const start = Object.values(bundle).find(
        (each): each is Chunk => each.type === 'chunk' && each.facadeModuleId === frame,
      );
      if (!start) return html;
      const files = [...withImports(start, bundle)].flatMap(({ fileName, viteMetadata }) => [
        fileName,
        ...(viteMetadata?.importedCss ?? []),
      ]);
      // What the sign-in page needs as well stands in the document already.
      const more = files.map((file) => `/${file}`).filter((path) => !html.includes(`"${path}"`));
      return html.replace('src="/theme.js"', `src="/theme.js" data-frame="${more.join(' ')}"`);
    },
  },
});
