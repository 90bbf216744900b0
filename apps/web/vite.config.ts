import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkGroups } from './plugins/chunks.ts';
import { compress } from './plugins/compress.ts';
import { frameEarly } from './plugins/early.ts';
import { silentIcons } from './plugins/icons.ts';
import { themeStylesheets } from './plugins/themes.ts';

const root = import.meta.dirname;
const starts = {
  main: 'src/main.tsx',
  frame: 'src/console.tsx',
  first: /office[\\/]home\.web\.tsx$/,
  blocks: /office[\\/]home\.blocks\.web\.tsx$/,
  records: /(list[\\/]ResourceList|web[\\/]src[\\/]Providers)\.tsx$/,
};

export default defineConfig({
  root,
  plugins: [
    react(),
    silentIcons(),
    themeStylesheets(),
    frameEarly(join(root, starts.frame)),
    compress(),
  ],
  resolve: { dedupe: ['react', 'react-dom', 'antd'] },
  build: {
    target: 'es2024',
    // Chunks of the build before stay for pages that are open over an upgrade (stack trap 12).
    emptyOutDir: true,
    manifest: true,
    // What a page may weigh is for scripts/budget.ts to say.
    chunkSizeWarningLimit: 2000,
    rolldownOptions: {
      input: [join(root, 'index.html'), join(root, starts.frame)],
      // The parts of antd do nothing by being loaded, but their packages do not say so: its form
      // and the form's validator (20 KiB) came along for one context that antd's root asks for.
      treeshake: {
        moduleSideEffects: [{ test: /[\\/]@rc-component[\\/]/, sideEffects: false }],
      },
      output: {
        // The bundler would name what is shared after all who share it.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
        codeSplitting: { groups: chunkGroups(root, starts) },
      },
    },
  },
  server: {
    proxy: { '/api': `http://127.0.0.1:${process.env.PORT ?? 8080}` },
  },
});
