import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compress } from './plugins/compress.ts';
import { silentIcons } from './plugins/icons.ts';
import { themeSheets } from './plugins/themes.ts';

/** What every page needs, sign-in included; apart, so that it stays cached over releases. */
const base = /node_modules\/(react|react-dom|scheduler)\//;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), silentIcons(), themeSheets(), compress()],
  resolve: { dedupe: ['react', 'react-dom', 'antd', 'react-router'] },
  build: {
    target: 'es2024',
    // Chunks of the build before stay for pages that are open over an upgrade (stack trap 12).
    emptyOutDir: true,
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [{ name: 'react', test: base }] },
      },
    },
  },
  server: {
    proxy: { '/api': `http://127.0.0.1:${process.env.PORT ?? 8080}` },
  },
});
