import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { defineConfig } from '@playwright/test'
import { CHROMIUM_ARGS, headlessChromiumPath } from './scripts/chromium-path.ts'
import { RECORDED } from './scripts/secrets/recorded.ts'

const PORT = Number(process.env['E2E_PORT'] ?? 3900)
const DATA_DIR = join(import.meta.dirname, `.cache/e2e-${PORT}`)

// workers read this file again while the shop runs on the folder
if (process.env['TEST_WORKER_INDEX'] === undefined) {
  rmSync(DATA_DIR, { recursive: true, force: true })
  // Playwright ends its server when it is interrupted, not when it is told to end
  process.on('SIGTERM', () => process.kill(process.pid, 'SIGINT'))
}

const executablePath = headlessChromiumPath()

/** What part of the journeys runs: the main ones (`npm test`), the others, or all. */
const PART = process.env['JOURNEYS'] ?? 'all'

/** Writes down the secrets of the shop's calls and its log. */
const RECORDER = pathToFileURL(join(import.meta.dirname, 'scripts/secrets/record-secrets.ts')).href

/**
 * Calls, cookies, sessions, mails, files, and what the browser's cache keeps, are the same on every screen: these
 * journeys run on a wide one, and on a phone those of their main journeys that bear its tag.
 */
const ONE_SCREEN = [
  'fixtures/**',
  'original/**',
  'tools/**',
  'account/{api-keys,registration-code,session,sign-on,usage}.e2e.ts',
  'console/{credit-applications,csv,foreign-page,mailbox,second-signature,sign-in,ten-jobs}.e2e.ts',
  'recharge/{payment-result,refunds-and-disputes}.e2e.ts',
  'site/{back-forward-cache,clicks-before-hydration,loading-screen,traffic-source}.e2e.ts',
]

/** A main journey bears the tag of the screen that matters more to it: on the other it belongs to the rest. */
function journeysOn(screen: 'phone' | 'desktop') {
  const main = new RegExp(`@main:${screen}`)
  return {
    ...(PART === 'main' && { grep: main }),
    ...(PART === 'rest' && { grepInvert: main }),
    ...(screen === 'phone' && PART !== 'main' && { testIgnore: ONE_SCREEN }),
  }
}

/** Journeys through the whole product, started as the README says, on a data folder of its own. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: process.env['CI'] !== undefined,
  workers: 2,
  globalTeardown: './scripts/secrets/after-journeys.ts',
  // journeys run beside the other tests: a limit ends one that hangs, it judges none that is slow
  timeout: 120_000,
  expect: { timeout: 20_000 },
  // one second try: the browser is not ours; what needs it is listed as flaky
  retries: 1,
  webServer: {
    command: 'npm start',
    // accounts are opened from addresses of their own, as behind a proxy
    env: {
      PORT: String(PORT),
      DATA_DIR,
      TRUST_PROXY: 'loopback',
      LIMITS_FACTOR: '4',
      // stand-ins of chat robots
      PUSH_HOSTS: '127.0.0.1',
      SECRETS_FOLDER: join(DATA_DIR, RECORDED),
      NODE_OPTIONS: `--import=${RECORDER}`,
    },
    url: `http://localhost:${PORT}/readyz`,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
  },
  use: {
    baseURL: `http://localhost:${PORT}`,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    // snapshots of the page take a quarter of the processor time: --trace on brings them
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      args: CHROMIUM_ARGS,
      // in a shell without a locale Chromium saves a file of a Chinese name as “download”
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
      ...(executablePath && { executablePath }),
    },
  },
  projects: [
    {
      name: 'phone',
      ...journeysOn('phone'),
      use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
    },
    {
      name: 'desktop',
      ...journeysOn('desktop'),
      use: { viewport: { width: 1440, height: 900 } },
    },
  ],
})
