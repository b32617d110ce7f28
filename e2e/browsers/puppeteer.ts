import { writeFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import puppeteer, { type Browser, type Page } from 'puppeteer-core'
import { freePort } from '#server/testing/free-ports.ts'
import { startDisplay, startProgram } from './machine.ts'
import type { Driver } from './page.ts'

export const FIREFOX = '/usr/bin/firefox-esr'
const START_LIMIT_MS = 30_000

/** Settings of somebody who needs few colours and no motion. */
export const IN_CONTRAST = { 'browser.display.document_color_use': 2, 'ui.prefersReducedMotion': 1 }

/** Firefox over WebDriver BiDi. */
export async function openFirefox(
  width: number,
  height: number,
  settings: Record<string, number> = {},
): Promise<Driver> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: FIREFOX,
    headless: true,
    env: { ...process.env, MOZ_HEADLESS_WIDTH: '1400', MOZ_HEADLESS_HEIGHT: '1000' },
    extraPrefsFirefox: { 'intl.accept_languages': 'zh-CN', ...settings },
  })
  const page = (await browser.pages())[0]!
  await page.setViewport({ width, height })
  return driverOf(page, () => browser.close())
}

/** Qt WebEngine over the protocol of Chrome. */
export async function openQt(width: number, height: number, userAgent?: string): Promise<Driver> {
  const display = await startDisplay(1400, 1000)
  const port = await freePort()
  const window = fileURLToPath(new URL('qt.py', import.meta.url))
  const program = startProgram('/usr/bin/python3', [window, String(width), String(height)], {
    env: {
      DISPLAY: display.name,
      QTWEBENGINE_REMOTE_DEBUGGING: `127.0.0.1:${port}`,
      QTWEBENGINE_CHROMIUM_FLAGS: '--no-sandbox --disable-gpu --lang=zh-CN',
      QT_QUICK_BACKEND: 'software',
    },
  })
  const browser = await connect(`http://127.0.0.1:${port}`)
  const page = (await browser.pages())[0]!
  await page.setViewport({ width, height })
  if (userAgent !== undefined) await page.setUserAgent({ userAgent })
  return driverOf(page, async () => {
    await browser.disconnect()
    program.end()
    display.end()
  })
}

async function connect(browserURL: string): Promise<Browser> {
  for (const end = Date.now() + START_LIMIT_MS; ; await delay(200)) {
    try {
      return await puppeteer.connect({ browserURL, defaultViewport: null })
    } catch (error) {
      if (Date.now() > end) throw error
    }
  }
}

function driverOf(page: Page, close: () => Promise<void>): Driver {
  let errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`console: ${message.text()}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400) errors.push(`${response.status()} ${response.url()}`)
  })
  return {
    async goto(url) {
      await page.goto(url, { waitUntil: 'load', timeout: START_LIMIT_MS })
    },
    evaluate: (expression) => page.evaluate(expression),
    clickMarked: () => page.click('[data-marked]'),
    typeMarked: (text) => page.keyboard.type(text),
    async shot(file) {
      await writeFile(file, await page.screenshot({ captureBeyondViewport: false }))
    },
    errors() {
      const found = errors
      errors = []
      return found
    },
    close,
  }
}
