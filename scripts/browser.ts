import { existsSync } from 'node:fs'
import { chromium } from 'playwright'
import { chromiumPath } from './chromium-path.ts'
import { installPackages, isDebianRoot } from './debian-packages.ts'
import { runProgram } from './run-program.ts'

/** Installs Chromium and a Chinese font for the tests where they are missing. */
export async function prepareBrowser(): Promise<void> {
  const isDebian = await isDebianRoot()
  if (!hasChromium()) {
    say('No Chromium found; installing one …')
    if (isDebian) {
      await installPackages('chromium', 'fonts-noto-cjk')
      await installPackages('chromium-headless-shell')
    }
    // Ubuntu's package installs a snap, which not every machine can run
    if (!hasChromium()) await installOwnChromium(isDebian)
  }
  if (!(await hasChineseFont())) {
    if (isDebian) await installPackages('fonts-noto-cjk')
    else
      say(
        'No Chinese font found: the tests run all the same, but pictures show boxes for characters',
      )
  }
}

function hasChromium(): boolean {
  return existsSync(chromiumPath() ?? chromium.executablePath())
}

async function hasChineseFont(): Promise<boolean> {
  try {
    const { code, output } = await runProgram('fc-list', [':lang=zh'], { isQuiet: true })
    return code === 0 && output.trim() !== ''
  } catch {
    // no fontconfig: only Linux needs it
    return process.platform !== 'linux'
  }
}

async function installOwnChromium(isRoot: boolean): Promise<void> {
  const { code } = await runProgram('playwright', [
    'install',
    ...(isRoot ? ['--with-deps'] : []),
    'chromium',
  ])
  if (code !== 0) say('Chromium could not be installed: install one, or name it by CHROMIUM_PATH')
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
