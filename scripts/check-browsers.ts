import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import bcd from '@mdn/browser-compat-data' with { type: 'json' }
import type { Identifier, SupportBlock } from '@mdn/browser-compat-data'
import stylelint from 'stylelint'
import { BASELINE_BROWSERS, LACKING_APIS } from '../browser-baseline.ts'
import { ROOT } from './run-program.ts'

/** WPE 2.38, which is Safari 16.0, drops both; the build writes the second for a range. */
const MEDIA = /@media[^{]*(?:[<>]|\bnot \()[^{]*/g

/** Chromium 102 hangs when a sheet that begins so comes from its cache: public.css alone declares the order. */
const LAYER_ORDER = /^@layer [^{;]*;/

/** Two values of one property, the second with var(): it is chosen before anybody knows that it is not understood. */
const LOST_FALLBACK = /[;{]([a-z][\w-]*):[^;{}]*;\1:[^;{}]*var\([^;{}]*/g

/** By the names that a call bears in the built files. */
const ALLOWED = new Set([
  ...Object.entries(LACKING_APIS).flatMap(([thing, names]) =>
    names.flatMap((name) => [`${thing}.${name}`, `.${name}`]),
  ),
  // of popovers, which WPE and Qt WebEngine lack in `npm run browsers`; the polyfill tries the last
  ...['.hidePopover', '.showPopover', '.replaceSync'],
  // of what was asked for
  ...['.skipTransition', '.createPolicy', '.createScriptURL'],
  // of our own objects, or of older ones that the data has under other names
  ...['.createObjectURL', '.revokeObjectURL', '.destroy', '.escape', '.format', '.subscribe'],
])

/** Refuses in the newest build what the browsers of the baseline lack; exits with 1 when there is any. */
const faults = [...(await findStyles()), ...findInlineStyles(), ...findCalls()]
for (const fault of faults) process.stdout.write(`✗ ${fault}\n`)
process.exitCode = faults.length === 0 ? 0 : 1

/** By the data of caniuse.com, which does not know all of media queries. */
async function findStyles(): Promise<string[]> {
  const { results } = await stylelint.lint({
    files: ['web', 'console', 'tools'].map((site) => `dist/${site}/assets/*.css`),
    cwd: ROOT,
    config: {
      plugins: ['stylelint-no-unsupported-browser-features'],
      rules: {
        'plugin/no-unsupported-browser-features': [
          true,
          {
            browsers: Object.entries(BASELINE_BROWSERS).map(
              ([name, version]) => `${name} ${version}`,
            ),
            ignorePartialSupport: true,
            ignore: [
              // ornament, or another line before for those without
              ...[
                'css-scrollbar',
                'css3-cursors',
                'css3-cursors-grab',
                'css-selection',
                'css-resize',
              ],
              ...['viewport-unit-variants', 'css-subgrid', 'css-media-scripting'],
              // Firefox before 121: @supports shows what else would be chosen unseen
              'css-has',
            ],
          },
        ],
      },
    },
  })
  return results.flatMap(({ source = '', warnings }) => {
    const css = readFileSync(source, 'utf8')
    const [order] = LAYER_ORDER.exec(css) ?? []
    return [
      ...warnings.map(({ text }) => text),
      ...(css.match(MEDIA) ?? []).map((media) => `${media}: write max-width or min-width`),
      ...(css.match(LOST_FALLBACK) ?? []).map(
        (pair) => `${pair.slice(1)}: the first is no fallback; put both behind @supports`,
      ),
      ...(order === undefined ? [] : [`${order} belongs into public.css alone`]),
    ].map((problem) => `${basename(source)}: ${problem}`)
  })
}

/** Styles that a server writes itself, which no build compiles. */
function findInlineStyles(): string[] {
  const files = globSync('{server,sandbox,tools}/**/*.ts', { cwd: ROOT })
  return files.flatMap((file) => {
    const isCompiled = file.includes('.test.') || !/light-dark\(#/.test(readText(file))
    return isCompiled ? [] : [`${file}: light-dark(): write each scheme's colours`]
  })
}

function readText(file: string): string {
  return readFileSync(`${ROOT}/${file}`, 'utf8')
}

/** Members by the data of MDN: `Name.member` of statics, `.member` of methods that no older object has. */
function findCalls(): string[] {
  const [young, old] = [new Set<string>(), new Set<string>()]
  const things = Object.entries({ ...bcd.api, ...bcd.javascript['builtins'] })
  for (const [thing, members] of things) {
    for (const [key, member] of Object.entries(members)) {
      const support = isMember(key, member) && member.__compat?.support
      if (!support) continue
      const isStatic = key.endsWith('_static')
      const name = isStatic ? `${thing}.${key.replace('_static', '')}` : `.${key}`
      ;(isInBaseline(support) ? old : young).add(name)
    }
  }
  const found = new Set<string>()
  for (const file of globSync('dist/{web,console,tools}/assets/*.js', { cwd: ROOT })) {
    const text = readText(file)
    const names = [
      ...text.matchAll(/\b[A-Z]\w+\.\w+/g).map(([name]) => name),
      // shorter names are those of minified ones
      ...text.matchAll(/\.[a-z]\w{5,}(?=\()/g).map(([name]) => name),
    ]
    for (const name of names) {
      if (young.has(name) && !old.has(name) && !ALLOWED.has(name)) found.add(`${file}: ${name}`)
    }
  }
  return [...found]
}

function isMember(key: string, member: unknown): member is Identifier {
  return key !== '__compat' && typeof member === 'object' && member !== null
}

function isInBaseline(support: SupportBlock): boolean {
  const names = { ...BASELINE_BROWSERS, safari_ios: BASELINE_BROWSERS.ios_saf }
  return Object.entries(names).every(([name, oldest]) => {
    const statement = Object.entries(support).find(([browser]) => browser === name)?.[1]
    if (statement === undefined) return true
    return [statement].flat().some((one) => {
      const { version_added: added, version_removed: removed, flags, prefix } = one
      if (added === false || added === 'preview' || removed || flags || prefix) return false
      return Number.parseFloat(added.replace('≤', '')) <= Number(oldest)
    })
  })
}
