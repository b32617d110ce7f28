import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { CHROMIUM_ARGS, headlessChromiumPath } from './scripts/chromium-path.ts'

const executablePath = headlessChromiumPath()
/** What part of the server's tests runs: that of `npm test`, the long ones in `*.long.test.ts`, or all. */
const PART = process.env['TESTS'] ?? 'all'
/** Their tests wait for the database most of the time, the long ones for programs that they start. */
const SERVER_WORKERS = Math.max(PART === 'rest' ? 3 : 2, availableParallelism() - 1)
const LONG = '**/*.long.test.ts'
/** Tests of pages' code that touches no document: they need no browser. */
const WITHOUT_BROWSER = '{web,console}/**/*.node.test.ts'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'server',
          environment: 'node',
          maxWorkers: SERVER_WORKERS,
          // Loading the server anew for each file takes a third of the processor time. Its modules keep no state of a
          // shop; a file that replaces a module says so to the others by its own name (vi.mock).
          isolate: false,
          include: [
            `{contract,server,sandbox,scripts,faults,drill,attack,tools}/**/*${PART === 'rest' ? '.long' : ''}.test.ts`,
            ...(PART === 'rest' ? [] : [WITHOUT_BROWSER]),
          ],
          ...(PART === 'main' && { exclude: [LONG] }),
          globalSetup: ['server/testing/global-setup.ts'],
          // whole orders with their waits; long tests carry limits of their own
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 20_000 } },
        },
      },
      {
        plugins: [react()],
        // Found while a test runs, a new dependency would reload the page under it.
        optimizeDeps: { entries: ['{web,console}/**/*.{ts,tsx}'] },
        test: {
          name: 'web',
          // one page at a time has the focus
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
          include: ['{web,console}/**/*.test.{ts,tsx}'],
          exclude: [WITHOUT_BROWSER],
          // One document for all files: opening one for each file, with its scripts and styles, takes a fifth of the
          // processor time. The set-up restores it after each test; no file replaces a module.
          isolate: false,
          setupFiles: ['web/testing/setup.ts', 'console/testing/setup.ts'],
          // one second try: the browser is not ours; what needs it is listed as flaky
          retry: 1,
          testTimeout: 60_000,
          expect: { poll: { timeout: 20_000 } },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            viewport: { width: 1280, height: 800 },
            provider: playwright({
              // no time is spent on drawing animations
              contextOptions: { reducedMotion: 'reduce' },
              launchOptions: { args: CHROMIUM_ARGS, ...(executablePath && { executablePath }) },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
})
