import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import culori from 'culori/require'
import { expect, test } from 'vitest'
import { createRecolor, DESIGN, FIXED } from './recolor.ts'

const { clampChroma, converter, formatHex, wcagContrast } = culori
const toOklch = converter('oklch')

const tokens = readFileSync(
  fileURLToPath(new URL('../../../web/styles/tokens.css', import.meta.url)),
  'utf8',
)
const HUES = Array.from({ length: 24 }, (_, at) => at * 15)

/** An accent of this hue, with the design's chroma as far as sRGB can show it. */
function accentOf(h: number): string {
  return formatHex(clampChroma({ ...toOklch(DESIGN.accent)!, h }, 'oklch'))
}

function hueOf(colour: string): number {
  return toOklch(colour)?.h ?? 0
}

function recolored(text: string, colors: { accent?: string; money?: string }): string {
  return createRecolor(colors)?.(text) ?? text
}

function tokenOf(css: string, name: string): [light: string, dark: string] {
  const [, light = '', dark = ''] =
    new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(css) ?? []
  expect(light, name).not.toBe('')
  return [light, dark]
}

test('with an accent of any hue every pair keeps its contrast', () => {
  const pairs = [
    ['ink', 'canvas'],
    ['ink-soft', 'surface'],
    ['ink-faint', 'surface-sunk'],
    ['accent-text', 'accent-soft'],
    ['accent-text', 'canvas'],
    ['money-text', 'money-soft'],
    ['money-text', 'surface'],
  ] as const
  for (const hue of HUES) {
    const css = recolored(tokens, { accent: accentOf(hue), money: accentOf(hue + 180) })
    for (const [front, ground] of pairs) {
      for (const scheme of [0, 1] as const) {
        const was = wcagContrast(tokenOf(tokens, front)[scheme], tokenOf(tokens, ground)[scheme])
        const is = wcagContrast(tokenOf(css, front)[scheme], tokenOf(css, ground)[scheme])
        expect(is, `${hue}: ${front} on ${ground}`).toBeGreaterThan(Math.min(4.5, was - 0.15))
      }
    }
    for (const accent of tokenOf(css, 'accent')) {
      expect(wcagContrast(accent, '#ffffff'), `${hue}`).toBeGreaterThan(4.5)
    }
  }
})

test('a new accent gives its hue to accent, background and text; the own colours of the design change nothing', () => {
  expect(createRecolor()).toBeNull()
  expect(createRecolor({ accent: '#4353FF', money: '#f2a81d' })).toBeNull()
  const css = recolored(tokens, { accent: '#0a8f5b' })
  const wanted = hueOf('#0a8f5b')
  for (const name of ['accent', 'accent-text', 'canvas', 'ink', 'line']) {
    for (const hex of tokenOf(css, name)) {
      expect(Math.abs(hueOf(hex) - wanted), `${name} ${hex}`).toBeLessThan(40)
    }
  }
  expect(tokenOf(css, 'money')).toEqual(tokenOf(tokens, 'money'))
})

test('outcome colours (good, wait, bad, news) are never recoloured', () => {
  for (const name of [
    'good',
    'wait',
    'bad',
    'news',
    'good-soft',
    'wait-soft',
    'bad-soft',
    'news-soft',
    'bad-fill',
  ]) {
    for (const hex of tokenOf(tokens, name)) expect(FIXED, name).toContain(hex)
  }
  const css = recolored(tokens, { accent: '#0a8f5b', money: '#c2185b' })
  expect(tokenOf(css, 'good')).toEqual(tokenOf(tokens, 'good'))
  expect(tokenOf(css, 'news-soft')).toEqual(tokenOf(tokens, 'news-soft'))
})

test('a colour of the design in any notation is changed, any other text is not; grey stays grey', () => {
  const texts: [string, RegExp][] = [
    ['#4353ff', /^#(?!4353ff)[\da-f]{6}$/],
    ['#4353ff80', /^#(?!4353ff)[\da-f]{6}80$/],
    ['rgb(67 83 255 / 0.5)', /^#(?!4353ff)[\da-f]{6}80$/],
    ['rgba(67, 83, 255, 50%)', /^#(?!4353ff)[\da-f]{6}80$/],
    ['#45f', /^#(?!4455ff)[\da-f]{6}$/],
    ['#fff', /^#ffffff$/],
    ['url(#add)', /^url\(#add\)$/],
    ['#top-up', /^#top-up$/],
  ]
  const found = texts.map(([text]) => [text, recolored(text, { accent: '#0a8f5b' })])
  expect(found).toEqual(texts.map(([text, pattern]) => [text, expect.stringMatching(pattern)]))
  const recolor = createRecolor({ accent: '#0a8f5b' })!
  const once = recolor('#4353ff')
  expect(recolor('#4353ff #4353FF rgb(67, 83, 255)')).toBe(`${once} ${once} ${once}`)
  expect(recolor('oklch(from #4353ff l c h) rgb(from red r g b)')).toContain('rgb(from red r g b)')
  const grey = createRecolor({ accent: '#808080' })!('#4353ff')
  expect(toOklch(grey)?.c).toBeLessThan(0.01)
})
