import type { Plugin, Rolldown } from 'vite';

/** Chunk with Vite's metadata about its style sheets. */
type Chunk = Rolldown.OutputChunk & { readonly viteMetadata?: { importedCss: Set<string> } };

/** Returns a chunk and all chunks that it imports, directly or indirectly. */
const withImports = (start: Chunk, bundle: Rolldown.OutputBundle): ReadonlySet<Chunk> => {
  const found = new Set([start]);
  // Iterating a set includes elements that are added during the iteration.
  for (const { imports } of found) {
    for (const name of imports) {
      const next = bundle[name];
      if (next?.type === 'chunk') found.add(next);
    }
  }
  return found;
};

/**
 * Vite plugin that lists the files of the frame on the tag of `theme.js`, which runs first and
 * preloads them for a signed-in user. Otherwise the browser would discover them only after the
 * entry has run.
 * @param frame path of the entry module of the frame
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
      // The document already lists the files of the sign-in page.
      const more = files.map((file) => `/${file}`).filter((path) => !html.includes(`"${path}"`));
      return html.replace('src="/theme.js"', `src="/theme.js" data-frame="${more.join(' ')}"`);
    },
  },
});
