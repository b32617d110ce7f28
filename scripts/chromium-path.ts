import { existsSync } from 'node:fs'

const BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
const HEADLESS_SHELLS = ['/usr/bin/chromium-headless-shell']

/** The whole browser: CHROMIUM_PATH, else the system's; undefined means the one Playwright installed. */
export function chromiumPath(): string | undefined {
  return process.env['CHROMIUM_PATH'] ?? BROWSERS.find((path) => existsSync(path))
}

/**
 * The browser for tests: the headless shell, else the whole one. The shell opens a window in an eighth of the
 * processor time, and has no back/forward cache: journeys about that start the whole browser themselves.
 */
export function headlessChromiumPath(): string | undefined {
  const shell = HEADLESS_SHELLS.find((path) => existsSync(path))
  return process.env['CHROMIUM_PATH'] ?? shell ?? chromiumPath()
}

/** Flags that make Chromium behave the same on every machine and send nothing to its maker. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
