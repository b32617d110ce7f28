import type { SiteContent } from '#contract/content.ts'
import { fromOklch, luminance, type Oklch, type Rgb, rgbOf, toOklch } from './oklch.ts'

type Colors = NonNullable<SiteContent['colors']>

/** Puts the operator's colours into a text in the place of the design's. */
export type Recolor = (text: string) => string

/** What the design is drawn in: its accent, which tints ground and ink as well, and its colour for money. */
export const DESIGN = { accent: '#4353ff', money: '#f2a81d' }

/** Colours that say how something ended, and those of other brands: they mean the same under any name. */
export const FIXED: ReadonlySet<string> = new Set([
  ...['#0a7449', '#5fd6a0', '#e2f5eb', '#0e2b28'],
  ...['#9a4a05', '#ffb273', '#fff0e1', '#30200f'],
  ...['#c02338', '#ff93a0', '#ffebed', '#331624', '#c9283e', '#cf2f47'],
  ...['#1c5fbd', '#86bdff', '#e5f0ff', '#10254a'],
  ...['#1677ff', '#07a64f'],
])

const WRITTEN = /(?<!\w|url\()#(?:[\da-f]{8}|[\da-f]{6}|[\da-f]{3,4})(?![\w-])|\brgba?\([^()]*\)/gi

/** Null when the operator's colours are the design's own. */
export function createRecolor(colors: Colors = {}): Recolor | null {
  const turns = [
    turn(DESIGN.accent, colors.accent ?? DESIGN.accent, [240, 310]),
    turn(DESIGN.money, colors.money ?? DESIGN.money, [40, 110]),
  ].filter((each) => each !== null)
  if (turns.length === 0) return null

  function recoloured(colour: Rgb): Rgb {
    const seen = toOklch(colour)
    const found = turns.find(({ from, to }) => within(seen.h, from, to))
    return found && seen.c > 0.003 ? asBright(colour, found.move(seen)) : colour
  }

  return (text) =>
    text.replaceAll(WRITTEN, (written) => {
      const parts = read(written)
      if (parts === null || FIXED.has(hexOf(parts.colour))) return written
      return hexOf(recoloured(parts.colour)) + parts.alpha
    })
}

/** How a colour of the design's family comes to the operator's; null when both are one. */
function turn(design: string, wanted: string, [from, to]: [number, number]) {
  if (design === wanted.toLowerCase()) return null
  const [old, own] = [toOklch(rgbOf(design)), toOklch(rgbOf(wanted))]
  const [degrees, strength] = [own.h - old.h, Math.min(1.25, own.c / old.c)]
  return {
    from,
    to,
    move: ({ l, c, h }: Oklch): Oklch => ({ l, c: c * strength, h: h + degrees }),
  }
}

/** As light as it was, so that every contrast of the design stays what it is. */
function asBright(model: Rgb, { c, h }: Oklch): Rgb {
  const wanted = luminance(model)
  let [dark, bright] = [0, 1]
  for (let round = 0; round < 24; round++) {
    const l = (dark + bright) / 2
    if (luminance(fromOklch({ l, c, h })) < wanted) dark = l
    else bright = l
  }
  return fromOklch({ l: (dark + bright) / 2, c, h })
}

function within(hue: number, from: number, to: number): boolean {
  const positive = (hue + 360) % 360
  return positive >= from && positive <= to
}

function read(written: string): { colour: Rgb; alpha: string } | null {
  if (written.startsWith('#')) {
    const short = written.length < 6
    const digits = short ? written.slice(1).replaceAll(/./g, '$&$&') : written.slice(1)
    return { colour: rgbOf(`#${digits.slice(0, 6)}`), alpha: digits.slice(6).toLowerCase() }
  }
  const values = written.slice(written.indexOf('(') + 1, -1).split(/[\s,/]+/)
  const [red, green, blue, alpha = '1'] = values.filter((value) => value !== '')
  const colour = [Number(red), Number(green), Number(blue)] as const
  if (colour.some(Number.isNaN)) return null
  const share = alpha.endsWith('%') ? Number(alpha.slice(0, -1)) / 100 : Number(alpha)
  return { colour, alpha: share === 1 ? '' : twoDigits(Math.round(share * 255)) }
}

function hexOf(colour: Rgb): string {
  return `#${colour.map(twoDigits).join('')}`
}

function twoDigits(value: number): string {
  return value.toString(16).padStart(2, '0')
}
