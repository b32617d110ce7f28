import { readFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Builder, By } from 'selenium-webdriver'
import { freePort } from '#server/testing/free-ports.ts'
import { untilListening } from '../../harness/processes.ts'
import { runProgram } from '../../scripts/run-program.ts'
import { startDisplay, startProgram } from './machine.ts'
import type { Driver } from './page.ts'

const LIBRARIES = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`
export const WEBKIT_BROWSER = `${LIBRARIES}/webkit2gtk-4.1/MiniBrowser`
export const COG_MODULE = `${LIBRARIES}/cog/modules/libcogplatform-headless.so`
const TOOL_BAR_PX = 40
/** The screen shows a frame late: a picture is taken again until two are the same, or a caret blinks. */
const SHOTS = 6
const COG_WIDTH = 800
const COG_HEIGHT = 600
const MARKED = By.css('[data-marked]')
const ARGS = ['--automation', '--enable-write-console-messages-to-stdout=true']

/** WebKitGTK in a window of its small browser, which is never narrower than 447 px. */
export async function openWebkitGtk(width: number, height: number): Promise<Driver> {
  const display = await startDisplay(Math.max(width, 447), height + TOOL_BAR_PX)
  const { driver, client } = await openSession({
    browserName: 'MiniBrowser',
    program: '/usr/bin/WebKitWebDriver',
    env: { DISPLAY: display.name },
    options: ['webkitgtk:browserOptions', { binary: WEBKIT_BROWSER, args: ARGS }],
    onClose: async () => display.end(),
  })
  await client
    .manage()
    .window()
    .setRect({ x: 0, y: 0, width, height: height + TOOL_BAR_PX })
  return {
    ...driver,
    // its own picture waits for a frame that Xvfb never shows
    async shot(file) {
      let before: Buffer = Buffer.alloc(0)
      for (let count = 0; count < SHOTS; count += 1) {
        const picture = await pictureScreen(display.name, file)
        if (picture.equals(before)) return
        before = picture
      }
    },
  }
}

async function pictureScreen(name: string, file: string): Promise<Buffer> {
  const { code, output } = await runProgram(
    'import',
    ['-window', 'root', '-define', 'png:exclude-chunks=date,time', file],
    { isQuiet: true, env: { DISPLAY: name } },
  )
  if (code !== 0) throw new Error(output)
  return readFile(file)
}

/** WPE, the WebKit of devices without a desktop, without any screen. */
export async function openWpe(width: number, height: number, userAgent?: string): Promise<Driver> {
  const modules = await mkdtemp(join(tmpdir(), 'cog-'))
  const module = await readFile(COG_MODULE)
  replaceConstant(module, COG_WIDTH, width)
  replaceConstant(module, COG_HEIGHT, height)
  await writeFile(join(modules, 'libcogplatform-headless.so'), module)
  const args = [...ARGS, '-P', 'headless']
  if (userAgent !== undefined) args.push(`--user-agent=${userAgent}`)
  const { driver } = await openSession({
    browserName: 'cog',
    program: '/usr/bin/WPEWebDriver',
    env: {
      COG_MODULEDIR: modules,
      WPE_BACKEND_LIBRARY: 'libWPEBackend-fdo-1.0.so.1',
      LIBGL_ALWAYS_SOFTWARE: '1',
    },
    options: ['wpe:browserOptions', { binary: '/usr/bin/cog', args }],
    onClose: () => rm(modules, { recursive: true }),
  })
  return driver
}

/** The size of cog's window without a screen is two constants of its program. */
function replaceConstant(program: Buffer, from: number, to: number): void {
  const [old, wanted] = [from, to].map((value) => {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32LE(value)
    return bytes
  })
  const place = program.indexOf(old!)
  if (place === -1 || program.includes(old!, place + 1)) {
    throw new Error(`${COG_MODULE}: the size of its window is not where cog 0.16 has it`)
  }
  wanted!.copy(program, place)
}

interface Session {
  browserName: string
  program: string
  env: Record<string, string>
  options: [name: string, options: object]
  onClose: () => Promise<void>
}

async function openSession({ browserName, program, env, options, onClose }: Session) {
  let errors: string[] = []
  const port = await freePort()
  const service = startProgram(program, [`--port=${port}`], {
    // bubblewrap refuses root
    env: { ...env, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' },
    onLine: (line) => /CONSOLE .*ERROR/.test(line) && errors.push(line.slice(0, 300)),
  })
  await untilListening(port, service.process)
  const client = await new Builder()
    .usingServer(`http://127.0.0.1:${port}`)
    .withCapabilities({ browserName, [options[0]]: options[1] })
    .build()
  await client.manage().setTimeouts({ script: 10_000, pageLoad: 30_000 })
  const driver: Driver = {
    goto: (url) => client.get(url),
    evaluate: (expression) => client.executeScript(`return ${expression}`),
    clickMarked: async () => client.findElement(MARKED).click(),
    typeMarked: async (text) => client.findElement(MARKED).sendKeys(text),
    async shot(file) {
      await writeFile(file, await client.takeScreenshot(), 'base64')
    },
    errors() {
      const found = errors
      errors = []
      return found
    },
    async close() {
      await client.quit().catch(() => {})
      service.end()
      await onClose()
    },
  }
  return { driver, client }
}
