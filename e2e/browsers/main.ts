import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { request } from '@playwright/test'
import { formatTable } from '../../harness/format-table.ts'
import { untilReady } from '../../harness/processes.ts'
import { runShop } from '../../harness/shop-process.ts'
import { endChildrenOnSignal, ROOT, runProgram } from '../../scripts/run-program.ts'
import { openInbox } from '../fixtures/inbox.ts'
import { consoleJob } from './console-job.ts'
import { type Parts, prepareMachine } from './machine.ts'
import { mainJob } from './main-job.ts'
import { type BrowserPage, createPage, type Driver } from './page.ts'
import { FIREFOX, IN_CONTRAST, openFirefox, openQt } from './puppeteer.ts'
import { COG_MODULE, openWebkitGtk, openWpe, WEBKIT_BROWSER } from './webdriver.ts'

interface Engine extends Parts {
  open: (width: number, height: number) => Promise<Driver>
  widths: readonly number[]
  /** In the gate, and in the console, where colleagues use a browser of today. */
  isCurrent: boolean
}

const [WIDE, PHONE, AT_400_PERCENT] = [1280, 390, 320] as const
const HEIGHTS: Readonly<Record<number, number>> = {
  [WIDE]: 900,
  [PHONE]: 844,
  [AT_400_PERCENT]: 256,
}
const WECHAT_ANDROID =
  'Mozilla/5.0 (Linux; Android 12; V2055A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/107.0.5304.141 Mobile Safari/537.36 XWEB/5061 MMWEBSDK/20230405 MicroMessenger/8.0.35.2360 WeChat/arm64 Weixin NetType/WIFI Language/zh_CN ABI/arm64'
const WECHAT_IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 16_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.34(0x18002234) NetType/WIFI Language/zh_CN'

const SCREEN = { packages: ['xvfb'], files: ['/usr/bin/Xvfb'] }
const FIREFOX_PARTS = { packages: ['firefox-esr'], files: [FIREFOX] }
const WPE_PARTS = {
  packages: ['wpewebkit-driver', 'cog', 'libwpebackend-fdo-1.0-1'],
  files: ['/usr/bin/WPEWebDriver', '/usr/bin/cog', COG_MODULE],
}
const QT_PARTS = {
  packages: ['python3-pyqt6.qtwebengine', ...SCREEN.packages],
  files: ['/usr/lib/python3/dist-packages/PyQt6/QtWebEngineWidgets.abi3.so', ...SCREEN.files],
}
const ENGINES: Readonly<Record<string, Engine>> = {
  firefox: { ...FIREFOX_PARTS, open: openFirefox, widths: [WIDE, PHONE], isCurrent: true },
  webkitgtk: {
    packages: ['webkit2gtk-driver', 'imagemagick', ...SCREEN.packages],
    files: ['/usr/bin/WebKitWebDriver', WEBKIT_BROWSER, '/usr/bin/import', ...SCREEN.files],
    open: openWebkitGtk,
    widths: [WIDE, PHONE],
    isCurrent: true,
  },
  wpe: {
    ...WPE_PARTS,
    open: openWpe,
    widths: [WIDE, PHONE, AT_400_PERCENT],
    isCurrent: false,
  },
  qt: { ...QT_PARTS, open: openQt, widths: [WIDE, PHONE], isCurrent: false },
  'firefox-contrast': {
    ...FIREFOX_PARTS,
    open: (width, height) => openFirefox(width, height, IN_CONTRAST),
    widths: [AT_400_PERCENT],
    isCurrent: false,
  },
  'wechat-iphone': {
    ...WPE_PARTS,
    open: (width, height) => openWpe(width, height, WECHAT_IPHONE),
    widths: [PHONE],
    isCurrent: false,
  },
  'wechat-android': {
    ...QT_PARTS,
    open: (width, height) => openQt(width, height, WECHAT_ANDROID),
    widths: [PHONE],
    isCurrent: false,
  },
}
/** Nothing after one of these can succeed without it. */
const NEEDED = new Set(['register', 'log in', 'console sign-in'])
/** The exit status where an engine is missing and may not be installed. */
const NOT_HERE = 69
const PICTURES = join(ROOT, 'test-results/browsers')

interface Result {
  seconds: number
  /** Null: the step succeeded. */
  problem: string | null
}

interface Leg {
  name: string
  results: Map<string, Result>
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Only this width. */
    width: { type: 'string' },
    /** The main job in the engines of today, on a wide window. */
    gate: { type: 'boolean', default: false },
  },
})

endChildrenOnSignal()
const legs = await runAll(chooseEngines())
process.stdout.write(`\n${describe(legs).join('\n')}\n`)
const isFailed = legs.some(({ results }) => [...results.values()].some((result) => result.problem))
process.exit(isFailed ? 1 : 0)

function chooseEngines(): string[] {
  const names = positionals.length > 0 ? positionals : Object.keys(ENGINES)
  const unknown = names.find((name) => ENGINES[name] === undefined)
  if (unknown !== undefined) throw new Error(`${unknown}: ${Object.keys(ENGINES).join(', ')}`)
  return values.gate ? names.filter((name) => ENGINES[name]!.isCurrent) : names
}

/** One leg after another, in a shop of their own. */
async function runAll(names: readonly string[]): Promise<Leg[]> {
  const lack = await prepareMachine(names.map((name) => ENGINES[name]!))
  if (lack !== '') {
    process.stdout.write(`${lack}\n`)
    process.exit(NOT_HERE)
  }
  const { code } = await runProgram(process.execPath, ['scripts/build.ts'])
  if (code !== 0) throw new Error('the build failed')
  const port = Number(process.env['E2E_PORT'] ?? 3950)
  const folder = join(ROOT, `.cache/e2e-${port}`)
  await rm(folder, { recursive: true, force: true })
  await rm(PICTURES, { recursive: true, force: true })
  await mkdir(PICTURES, { recursive: true })
  await using shop = runShop({
    ...{ PORT: String(port), DATA_DIR: folder, TOOLS_SITE: 'demo', CONSOLE: 'on' },
  })
  await untilReady(`http://localhost:${port}/readyz`, shop.process)
  const done: Leg[] = []
  const only = values.gate ? String(WIDE) : values.width
  for (const name of names) {
    for (const width of ENGINES[name]!.widths) {
      if (only === undefined || only === String(width)) done.push(await runLeg(name, width, port))
    }
  }
  return done
}

async function runLeg(name: string, width: number, port: number): Promise<Leg> {
  const engine = ENGINES[name]!
  const leg: Leg = { name: `${name} ${width}`, results: new Map() }
  const baseURL = `http://localhost:${port}`
  const browser = await request.newContext({ baseURL })
  const steps = engine.isCurrent && !values.gate ? [...mainJob, ...consoleJob] : mainJob
  try {
    await using page = await openPage(engine, width)
    const window = () =>
      [
        `${innerWidth} × ${innerHeight}, ${navigator.userAgent}`,
        ...['(forced-colors: active)', '(prefers-reduced-motion: reduce)'].filter(
          (each) => matchMedia(each).matches,
        ),
      ].join(', ')
    process.stdout.write(`\n${leg.name}: ${await page.evaluate(window)}\n`)
    const visit = {
      page,
      shop: baseURL,
      tools: `http://localhost:${port + 2}`,
      console: `http://localhost:${port + 3}`,
      inbox: openInbox(browser),
      expiry: `12${String(new Date().getFullYear() + 1).slice(2)}`,
    }
    for (const [step, run] of steps) {
      const result = await runStep(() => run(visit), page)
      const number = String(leg.results.size + 1).padStart(2, '0')
      const picture = `${leg.name}-${number}-${step}.png`.replace(/[ /]+/g, '-')
      await page.shot(join(PICTURES, picture)).catch((error: unknown) => {
        result.problem ??= `no picture: ${String(error)}`
      })
      leg.results.set(step, result)
      const { seconds, problem } = result
      process.stdout.write(`${problem ? '✗' : '✓'} ${step} ${seconds} s ${problem ?? ''}\n`)
      if (problem !== null && NEEDED.has(step)) break
    }
  } catch (error) {
    leg.results.set('start', { seconds: 0, problem: String(error) })
  }
  await browser.dispose()
  return leg
}

async function openPage(engine: Engine, width: number) {
  const driver = await engine.open(width, HEIGHTS[width]!)
  return Object.assign(createPage(driver), { [Symbol.asyncDispose]: () => driver.close() })
}

function isLoaded(): boolean {
  return document.querySelector('.skeleton, .loading-screen, main [aria-busy=true]') === null
}

/** Two frames: the second begins after the first was drawn. */
function untilPainted(): Promise<unknown> {
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
}

/** What the page reports as an error fails the step too. */
async function runStep(run: () => Promise<void>, page: BrowserPage): Promise<Result> {
  const startedAt = performance.now()
  let problem: string | null = null
  try {
    await run()
    await page.untilTrue('all of the page', isLoaded)
    await page.evaluate(untilPainted)
  } catch (error) {
    problem = `${String(error).split('\n')[0]} at ${await page.where()}`
  }
  const errors = [...new Set(page.errors())].join(' | ')
  if (errors !== '') problem = problem === null ? errors : `${problem} | ${errors}`
  return { seconds: Math.round((performance.now() - startedAt) / 100) / 10, problem }
}

/** A row for each step, a column for each engine and width, then what failed. */
function describe(done: readonly Leg[]): string[] {
  const steps = [...new Set(done.flatMap(({ results }) => [...results.keys()]))]
  const cellOf = ({ results }: Leg, step: string) => {
    const result = results.get(step)
    if (result === undefined) return '–'
    return `${result.problem === null ? 'ok' : 'FAILED'} ${result.seconds} s`
  }
  const rows = steps.map((step) => [step, ...done.map((leg) => cellOf(leg, step))])
  const problems = done.flatMap(({ name, results }) =>
    [...results].flatMap(([step, { problem }]) =>
      problem === null ? [] : [`${name}, ${step}: ${problem}`],
    ),
  )
  return [...formatTable(['', ...done.map(({ name }) => name)], rows), '', ...problems]
}
