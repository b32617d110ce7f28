import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { BUILD_TARGET } from '../browser-baseline.ts'

/** Browser build of the operator's console into dist/console. It shares tokens and kit with the shop's. */
export default defineConfig({
  root: 'console',
  publicDir: false,
  plugins: [react()],
  build: {
    outDir: '../dist/console',
    emptyOutDir: true,
    manifest: true,
    target: BUILD_TARGET,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        main: 'console/main.tsx',
        'before-paint': 'console/before-paint.ts',
        console: 'console/styles/console.css',
      },
    },
  },
})
