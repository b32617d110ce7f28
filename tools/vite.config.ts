import { defineConfig } from 'vite'
import { BUILD_TARGET } from '../browser-baseline.ts'

/** Browser build into dist/tools. Its style sheet shares tokens and kit with the shop's. */
export default defineConfig({
  root: 'tools/browser',
  publicDir: false,
  build: {
    outDir: '../../dist/tools',
    emptyOutDir: true,
    manifest: true,
    target: BUILD_TARGET,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        main: 'tools/browser/main.ts',
        'before-paint': 'tools/browser/before-paint.ts',
        tools: 'tools/browser/style/tools.css',
        icons: 'tools/browser/icons.svg',
        logo: 'tools/browser/logo.svg',
      },
    },
  },
})
