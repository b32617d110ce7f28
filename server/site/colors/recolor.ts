// bundled into one file, which takes 6 ms of processor time to read; its 300 modules take 100
import culori, { type Oklch, type Rgb } from 'culori/require'
import type { SiteContent } from '#contract/content/content.ts'

const { clampChroma, converter, formatHex, formatHex8, parse, wcagLuminance } = culori
const toOklch = converter('oklch')

type Colors = NonNullable<SiteContent['colors']>

/** Replaces the design's colours in CSS or HTML by the operator's. */
export type Recolor = (text: string) => string

/** The design's own colours: the accent (also the tint of ground and ink) and the colour for money. */
export const DESIGN = { accent: '#4353ff', money: '#f2a81d' }

/** Colours of outcomes and of other brands (Alipay, WeChat): the same in every shop. */
export const FIXED: ReadonlySet<string> = new Set([
  ...['#0a7449', '#5fd6a0', '#e2f5eb', '#0e2b28'],
  ...['#9a4a05', '#ffb273', '#fff0e1', '#30200f'],
  ...['#c02338', '#ff93a0', '#ffebed', '#331624', '#c9283e', '#cf2f47'],
  ...['#1c5fbd', '#86bdff', '#e5f0ff', '#10254a'],
  ...['#1677ff', '#07a64f'],
])

const COLOR_LITERAL =
  /(?<!\w|url\()#(?:[\da-f]{8}|[\da-f]{6}|[\da-f]{3,4})(?![\w-])|\brgba?\([^()]*\)/gi

/** Null when the operator's colours are the design's own. */
export function createRecolor(colors: Colors = {}): Recolor | null {
  const hueShifts = [
    createHueShift(DESIGN.accent, colors.accent ?? DESIGN.accent, [240, 310]),
    createHueShift(DESIGN.money, colors.money ?? DESIGN.money, [40, 110]),
  ].filter((each) => each !== null)
  if (hueShifts.length === 0) return null

  function shiftColor(colour: Rgb): Rgb | Oklch {
    const seen = toOklch(colour)
    const hue = seen.h ?? 0
    const found = hueShifts.find(({ from, to }) => from <= hue && hue <= to)
    return found && seen.c > 0.003
      ? withLuminance(found.shift(seen), wcagLuminance(colour))
      : colour
  }

  const cache = new Map<string, string>()
  function recolorOne(written: string): string {
    const colour = parse(written)
    if (colour?.mode !== 'rgb' || FIXED.has(formatHex(colour))) return written
    const { alpha = 1 } = colour
    const moved = shiftColor(colour)
    return alpha === 1 ? formatHex(moved) : formatHex8({ ...moved, alpha })
  }

  return (text) =>
    text.replaceAll(COLOR_LITERAL, (written) => {
      const other = cache.get(written) ?? recolorOne(written)
      cache.set(written, other)
      return other
    })
}

/** The change of hue and chroma for colours of one family; null when the operator's colour is the design's. */
function createHueShift(design: string, wanted: string, [from, to]: [number, number]) {
  const [old, own] = [toOklch(design), toOklch(wanted)]
  if (old === undefined || own === undefined || design === wanted.toLowerCase()) return null
  const [degrees, strength] = [(own.h ?? 0) - (old.h ?? 0), Math.min(1.25, own.c / old.c)]
  return {
    from,
    to,
    shift: ({ l, c, h = 0 }: Oklch): Oklch => ({
      mode: 'oklch',
      l,
      c: c * strength,
      h: (h + degrees + 360) % 360,
    }),
  }
}

/** The colour of this hue with the given WCAG luminance, so that every contrast of the design is kept. */
function withLuminance({ c, h }: Oklch, luminance: number): Oklch {
  const shown = (lightness: number): Oklch =>
    clampChroma({ mode: 'oklch', l: lightness, c, h: h ?? 0 }, 'oklch')
  let [dark, bright] = [0, 1]
  for (let round = 0; round < 24; round++) {
    const l = (dark + bright) / 2
    if (wcagLuminance(shown(l)) < luminance) dark = l
    else bright = l
  }
  return shown((dark + bright) / 2)
}
