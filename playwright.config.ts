import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { CHROMIUM_ARGS, chromiumPath } from './scripts/chromium-path.ts'

const PORT = Number(process.env['E2E_PORT'] ?? 3900)
const DATA_DIR = join(import.meta.dirname, `.cache/e2e-${PORT}`)

// workers read this file again while the shop runs on the folder
if (process.env['TEST_WORKER_INDEX'] === undefined) {
  rmSync(DATA_DIR, { recursive: true, force: true })
  // Playwright ends its server when it is interrupted, not when it is told to end
  process.on('SIGTERM', () => process.kill(process.pid, 'SIGINT'))
}

const executablePath = chromiumPath()

/** Journeys through the whole product, started as the README says, on a data folder of its own. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: process.env['CI'] !== undefined,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  webServer: {
    command: 'npm start',
    // accounts are opened from addresses of their own, as behind a proxy
    env: { PORT: String(PORT), DATA_DIR, TRUST_PROXY: 'loopback' },
    url: `http://localhost:${PORT}/readyz`,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
  },
  use: {
    baseURL: `http://localhost:${PORT}`,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    // pictures of every frame would take longer than the journeys
    trace: { mode: 'retain-on-failure', screenshots: false },
    screenshot: 'only-on-failure',
    launchOptions: { args: CHROMIUM_ARGS, ...(executablePath && { executablePath }) },
  },
  projects: [
    {
      name: 'phone',
      use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
    },
    { name: 'desktop', use: { viewport: { width: 1440, height: 900 } } },
  ],
})
