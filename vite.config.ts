import { globSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The style sheets of single pages: each comes with its page (`web/lib/page/page-sheet.ts`). */
const PAGE_SHEETS = globSync('web/**/*-page.css')

/** Browser build into dist/web; `scripts/build.ts` adds the build of `web/prerender.tsx` for Node. */
export default defineConfig({
  root: 'web',
  publicDir: false,
  plugins: [react()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    // Down-levelled light-dark() would lose `.night`, which turns a panel dark inside a light page.
    cssTarget: 'esnext',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        main: 'web/main.tsx',
        head: 'web/head.ts',
        boot: 'web/boot.ts',
        public: 'web/styles/public.css',
        account: 'web/styles/account.css',
        ...Object.fromEntries(
          PAGE_SHEETS.map((sheet) => [
            sheet.replace(/^web.|\.css$/g, '').replaceAll(/[\\/]/g, '-'),
            sheet,
          ]),
        ),
      },
      output: {
        // What every page stands on comes in two files, not in thirty.
        codeSplitting: {
          groups: [
            // All that a public page begins with, in one file; the rest imports from it.
            {
              name: 'boot',
              test: /preload-helper|\/web\/(boot|shell\/slow-navigation|lib\/(call\/csrf|session\/(cookies|source)|loading\/(load-in-steps|next-task|when-\w+)))\.ts$/,
              priority: 3,
            },
            {
              name: 'react',
              test: /rolldown\/runtime|node_modules\/(react|react-dom|scheduler)\//,
              priority: 2,
            },
            // With all that the chrome imports, and small files that most pages share: each of them
            // by itself would weigh twice as much.
            {
              name: 'base',
              test: /\/web\/(shell\/chrome|router|ui\/(overlay\/dialog|form\/field|feedback\/(loaded|notice|use-load)|display\/(money|tag))|lib\/format\/money|account\/profile\/use-profile|recharge\/(open-orders\/pay-link|pay-steps))\.tsx?$/,
              priority: 1,
            },
            // What several pages of orders share, and what several of the profile do.
            {
              name: 'orders',
              test: /\/(web\/(recharge\/(open-orders\/cancel-order-dialog|plans\/(plan-choice|plan-terms))|ui\/display\/progress-steps)|contract\/payment-method)\.tsx?$/,
              priority: 1,
            },
            {
              name: 'profile',
              test: /\/web\/(lib\/(format\/time|save-file)|ui\/display\/time-text|account\/\w+\/use-(devices|profile))\.tsx?$/,
              priority: 1,
            },
          ],
        },
      },
    },
  },
})
