import { existsSync } from 'node:fs'

const USUAL = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The browser for tests: CHROMIUM_PATH, else the system's; undefined means the one Playwright installed. */
export function chromiumPath(): string | undefined {
  return process.env['CHROMIUM_PATH'] ?? USUAL.find((path) => existsSync(path))
}

/** Flags under which Chromium behaves alike everywhere and calls nobody. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
