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
      // Acts of the home's widgets and pasted references open filled forms.
      '../../packages/console/src/form/handover.ts',
      '../../packages/console/src/form-store/path.ts',
    ],
    // Beside what home and lists both import: the widgets of home and the parts of single kinds share these.
    tables: [
      '../../packages/console/src/table/DataTable.tsx',
      '../../packages/console/src/workflow/calls.ts',
      '../../packages/console/src/workflow/processActions.ts',
      '../../packages/product/src/achievement/collection/addresses.ts',
      '../../packages/product/src/funds/open-arrivals.ts',
      // Charts of home and heads of lists have it: as a part of home, lists loaded all of home.
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
    // Filters have these editors, too.
    '../../packages/console/src/fields/text.tsx',
    '../../packages/console/src/fields/ref.tsx',
    '../../packages/console/src/fields/useLookup.tsx',
    // Editors of several chunks ask it; as a crumb it joined one of them, which made a circle.
    '../../packages/console/src/data/in-use.ts',
  ],
};

/** Chunks that index.html loads, and those that every page has that signed in. */
const first = /^assets\/(?:rolldown-runtime|react|base)-/;
const signedIn = /^assets\/(?:rolldown-runtime|react|base|frame)-/;

/**
 * Chunks with the presentation of a kind: a page loads beside them, and it imports what they share with it. Names of
 * styles stay in their lists, since nothing else brings these.
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
    // scripts/page.ts keeps the chunks of earlier builds for pages that are open over an upgrade.
    emptyOutDir: true,
    manifest: true,
    modulePreload: {
      // The frame names what each import loads. The file of the import itself, and files that are there already, would
      // only make that list longer.
      resolveDependencies: (imported, files, { hostId, hostType }) => {
        if (hostType === 'html') return files;
        const there = hostId.startsWith('assets/index-') ? first : signedIn;
        const named = presentation.test(imported)
          ? files.filter((file) => file.endsWith('.css'))
          : files;
        return named.filter((file) => file !== imported && !there.test(file));
      },
    },
    // scripts/budget.ts limits the size of a page.
    chunkSizeWarningLimit: 2000,
    rolldownOptions: {
      input: [join(root, 'index.html'), join(root, starts.frame)],
      // Loading a part of antd has no side effect, but their packages do not declare that. Without
      // this, antd's form and its validator (20 KiB) are included for one context.
      treeshake: {
        moduleSideEffects: [{ test: /[\\/]@rc-component[\\/]/, sideEffects: false }],
      },
      output: {
        // By default the name of a shared chunk lists all chunks that share it.
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
