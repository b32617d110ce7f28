import { globSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { BUILD_TARGET } from './browser-baseline.ts'

/** The style sheets of single pages: each comes with its page (`web/lib/page/page-sheet.ts`). */
const PAGE_SHEETS = globSync('web/**/*-page.css')

/** Modules that pages share, by the file they are built into; each brings along what it imports. */
export const SHARED_FILES = {
  // All that a public page begins with, in one file; the rest imports from it.
  boot: [
    'web/boot.ts',
    'web/shell/slow-navigation.ts',
    'web/lib/call/csrf.ts',
    'web/lib/session/cookies.ts',
    'web/lib/session/source.ts',
    'web/lib/loading/load-in-steps.ts',
    'web/lib/loading/next-task.ts',
    'web/lib/loading/optional.ts',
    'web/lib/loading/when-interacted.ts',
    'web/lib/loading/when-loaded.ts',
    'web/lib/loading/when-painted.ts',
    'web/lib/loading/when-activated.ts',
  ],
  // With all that the chrome imports, and small files that most pages share: each of them by itself would
  // weigh twice as much.
  base: [
    'web/shell/chrome.tsx',
    'web/router.tsx',
    'web/ui/overlay/dialog.tsx',
    'web/ui/form/field.tsx',
    'web/ui/feedback/countdown.tsx',
    'web/ui/feedback/loaded.tsx',
    'web/ui/feedback/notice.tsx',
    'web/ui/feedback/use-load.ts',
    'web/ui/display/money.tsx',
    'web/ui/display/tag.tsx',
    'web/lib/format/money.ts',
    'web/account/profile/use-profile.ts',
    'web/recharge/open-orders/pay-link.ts',
    'web/recharge/pay-steps.ts',
  ],
  // What several pages of orders share, and what several of the profile do.
  orders: [
    'web/recharge/open-orders/cancel-order-dialog.tsx',
    'web/recharge/plans/plan-choice.tsx',
    'web/lib/format/plan-terms.ts',
    'web/recharge/open-orders/cancel-order.ts',
    'web/ui/display/progress-steps.tsx',
    'web/ui/form/radio-cards.tsx',
    'contract/recharge/method-names.ts',
  ],
  // What logins and requests for a link share.
  entry: ['web/account/captcha/use-captcha.ts', 'web/account/login/remembered-email.ts'],
  // One file for the forms of the account, also where only one part of it is needed.
  form: ['web/ui/form/form.tsx', 'web/ui/form/password-field.tsx'],
  profile: [
    'web/lib/format/time.ts',
    'web/lib/format/day-time.ts',
    'web/lib/save-file.ts',
    'web/ui/display/time-text.tsx',
    'web/account/profile/use-devices.ts',
  ],
}

/** Matches module ids that end in one of these paths; `also` matches modules of libraries. */
function pattern(paths: readonly string[], also: string[] = []): RegExp {
  const own = paths.map((path) => `/${path.replaceAll('.', String.raw`\.`)}$`)
  return new RegExp([...also, ...own].join('|'))
}

/** Browser build into dist/web; `scripts/build.ts` adds the build of `web/prerender.tsx` for Node. */
export default defineConfig({
  root: 'web',
  publicDir: false,
  plugins: [react()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    target: BUILD_TARGET,
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // the import itself fetches its file; every document loads these by itself; the list of what few logins need would weigh on the page of all
      resolveDependencies: (importedFile, dependencies) =>
        importedFile.includes('/login-step-')
          ? []
          : dependencies.filter(
              (file) =>
                file !== importedFile && !/\/(react|rolldown-runtime|boot|base)-/.test(file),
            ),
    },
    rolldownOptions: {
      input: {
        main: 'web/main.tsx',
        'before-paint': 'web/before-paint.ts',
        'early-balance': 'web/early-balance.ts',
        announcements: 'web/announcements.ts',
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
            { name: 'boot', test: pattern(SHARED_FILES.boot, ['preload-helper']), priority: 3 },
            {
              name: 'react',
              test: /rolldown\/runtime|node_modules\/(react|react-dom|scheduler)\//,
              priority: 2,
            },
            { name: 'base', test: pattern(SHARED_FILES.base), priority: 1 },
            { name: 'orders', test: pattern(SHARED_FILES.orders), priority: 1 },
            { name: 'entry', test: pattern(SHARED_FILES.entry), priority: 1 },
            { name: 'form', test: pattern(SHARED_FILES.form), priority: 1 },
            { name: 'profile', test: pattern(SHARED_FILES.profile), priority: 1 },
          ],
        },
      },
    },
  },
})
