import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { defineConfig } from '@playwright/test'
import { CHROMIUM_ARGS, headlessChromiumPath } from './scripts/chromium-path.ts'
import { RECORDED } from './scripts/secrets/secrets.ts'

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
 * Each journey runs on one screen: on the wide one, or on a phone where it bears that tag, `@phone`. Main journeys
 * bear `@main:phone` or `@main:desktop`.
 */
function journeysOn(screen: 'phone' | 'desktop') {
  if (PART === 'main') return { grep: new RegExp(`@main:${screen}`) }
  if (screen === 'phone') return { grep: PART === 'rest' ? /@phone/ : /@(main:phone|phone)/ }
  return { grepInvert: PART === 'rest' ? /@(main|phone)/ : /@(main:phone|phone)/ }
}

/** Journeys through the whole product, started as the README says, on a data folder of its own. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: process.env['CI'] !== undefined,
  workers: 2,
  globalTeardown: './scripts/secrets/search-shop.ts',
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
    // frames of animations take a tenth of the processor time: journeys about motion, or what is painted, ask for it
    contextOptions: { reducedMotion: 'reduce' },
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
