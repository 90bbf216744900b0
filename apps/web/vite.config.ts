import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { checkedDefinitions } from './plugins/checked-definitions.ts';
import { chunkGroups } from './plugins/chunks.ts';
import { definitions, readDefinitions } from './plugins/definitions.ts';
import { frameEarly } from './plugins/early.ts';
import { silentIcons } from './plugins/icons.ts';
import { pdfData } from './plugins/pdf-data.ts';
import { themeStylesheets } from './plugins/themes.ts';

const root = import.meta.dirname;
const starts = {
  main: 'src/main.tsx',
  frame: 'src/console.tsx',
  home: '../../packages/product/src/office/home/home.web.tsx',
  parts: {
    links: [
      '../../packages/console/src/fields/RecordLink.tsx',
      // Actions of home widgets and pasted references open filled forms with this module.
      '../../packages/console/src/form/handover.ts',
      '../../packages/console/src/form-store/path.ts',
    ],
    // Widgets of the home page and parts of single kinds share these modules, besides those that
    // home and lists both import.
    tables: [
      '../../packages/console/src/table/DataTable.tsx',
      '../../packages/console/src/workflow/calls.ts',
      '../../packages/console/src/workflow/processActions.ts',
      '../../packages/product/src/achievement/collection/addresses.ts',
      '../../packages/product/src/funds/open-arrivals.ts',
      // Used by charts of the home page and heads of lists: in the home chunk, lists would load all
      // of home.
      '../../node_modules/@ant-design/icons/es/icons/MoreOutlined.js',
    ],
    inputs: [
      '../../node_modules/antd/es/input/index.js',
      '../../packages/product/src/achievement/common/authorship.web.tsx',
    ],
  },
  widgets: '../../packages/product/src/office/home/home.widgets.web.tsx',
  records: [
    '../../packages/console/src/list/ResourceList.tsx',
    // Filters use these editors, too.
    '../../packages/console/src/fields/text.tsx',
    '../../packages/console/src/fields/ref.tsx',
    '../../packages/console/src/fields/useLookup.tsx',
    // Used by editors of several chunks: as a small shared module it would join one of them and
    // cause a circle of imports.
    '../../packages/console/src/data/in-use.ts',
  ],
};

/** Pattern of chunks that every page of a signed-in user has already loaded. */
const first = /^assets\/(?:rolldown-runtime|react|base)-/;
const signedIn = /^assets\/(?:rolldown-runtime|react|base|frame)-/;

/**
 * Pattern of chunks with the presentation of a kind: loaded beside a page, whose shared modules
 * they import. Their style sheets remain in the lists, since no other chunk loads these.
 */
const presentation = /^assets\/(?!home|page-)[a-z][\w-]*\.web-[^/]*\.js$/;

const more = process.env.MORE_DEFINITIONS;
const defined = await readDefinitions(more);

export default defineConfig({
  root,
  plugins: [
    checkedDefinitions(),
    react(),
    silentIcons(),
    themeStylesheets(),
    pdfData(),
    definitions(defined, [join(root, 'index.html'), join(root, starts.frame)]),
    frameEarly(join(root, starts.frame)),
  ],
  resolve: { dedupe: ['react', 'react-dom', 'antd'] },
  build: {
    target: 'es2024',
    // scripts/page.ts restores the chunks of earlier builds, for pages that are open during an
    // upgrade.
    emptyOutDir: true,
    manifest: true,
    modulePreload: {
      // Limits the list of preloads to files that the import does not load itself and that are not
      // loaded already.
      resolveDependencies: (imported, files, { hostId, hostType }) => {
        if (hostType === 'html') return files;
        const there = hostId.startsWith('assets/index-') ? first : signedIn;
        const named = presentation.test(imported)
          ? files.filter((file) => file.endsWith('.css'))
          : files;
        return named.filter((file) => file !== imported && !there.test(file));
      },
    },
    // No warning by Vite: scripts/budget.ts limits the size of pages.
    chunkSizeWarningLimit: 2000,
    rolldownOptions: {
      input: [join(root, 'index.html'), join(root, starts.frame)],
      // Parts of antd have no side effects, but its packages do not declare that. Without this
      // declaration, antd's form and its validator (20 KiB) would be included for one context.
      treeshake: {
        moduleSideEffects: [{ test: /[\\/]@rc-component[\\/]/, sideEffects: false }],
      },
      output: {
        // By default the name of a shared chunk would list all chunks that share it.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
        codeSplitting: {
          groups: chunkGroups(
            root,
            starts,
            defined.map(({ file }) => file),
          ),
        },
      },
    },
  },
  server: {
    proxy: { '/api': `http://127.0.0.1:${process.env.PORT ?? 8080}` },
  },
});
